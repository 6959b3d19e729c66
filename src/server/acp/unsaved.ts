import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Editor } from './editor.ts';
import { attachedPlace } from './prompt-words.ts';

/** A larger file is not compared: its text would be held twice. */
const COMPARED_BYTES_MAX = 4 * 1024 * 1024;

/** Files that were attached and are otherwise in the editor than on the disk. A run reads what is saved, so whoever asks should know. */
export async function unsavedFiles(blocks: readonly ContentBlock[], folder: string, editor: Editor): Promise<readonly string[]> {
  const unsaved = new Set<string>();
  for (const block of blocks) {
    const place = attachedPlace(block, folder);
    if (place === undefined || unsaved.has(place.path)) continue;
    const saved = await savedText(join(folder, place.path));
    const open = block.type === 'resource' && 'text' in block.resource ? block.resource.text : await openText(join(folder, place.path), editor);
    // A selection is a part of the file, with or without the end of its last line.
    if (saved !== undefined && open !== undefined && !(place.lines === undefined ? saved === plain(open) : saved.includes(plain(open).replace(/\n$/, '')))) unsaved.add(place.path);
  }
  return [...unsaved];
}

/** What a file holds as the editor has it; undefined where it does not tell. */
async function openText(path: string, { context, capabilities, sessionId }: Editor): Promise<string | undefined> {
  if (capabilities.fs?.readTextFile !== true) return undefined;
  try {
    return (await context.request('fs/read_text_file', { sessionId, path })).content;
  } catch {
    return undefined;
  }
}

async function savedText(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > COMPARED_BYTES_MAX ? undefined : plain(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Editors keep the mark at the beginning and the ends of lines for themselves. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
