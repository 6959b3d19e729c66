import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';

/** A prompt as a request, and what of it was left out. */
export interface PromptWords {
  readonly request: string;
  /** What was attached and is no file of the folder, by its address. */
  readonly leftOut: readonly string[];
}

/**
 * What the person typed, with the places that they attached. Attached texts are named and never copied in: the request is what
 * the person said, and words of a file in it would pass for theirs. A run reads the files itself, and knows then whose words they are.
 */
export function promptWords(blocks: readonly ContentBlock[], folder: string): PromptWords {
  const typed: string[] = [];
  const places: string[] = [];
  const leftOut: string[] = [];
  for (const block of blocks) {
    if (block.type === 'text') {
      typed.push(block.text);
      continue;
    }
    const place = attachedPlace(block, folder);
    if (place === undefined) leftOut.push(addressOf(block) ?? block.type);
    else {
      const words = place.lines === undefined ? place.path : `${place.path} ${place.lines}`;
      places.push(words);
      // Editors put an attachment where the person wrote of it.
      typed.push(`[${words}]`);
    }
  }
  const request = typed.join('').trim();
  return { request: places.length === 0 ? request : `${request}\n\nAttached in the editor: ${[...new Set(places)].join(', ')}`, leftOut };
}

/** A file below the folder as a person names it, with the lines that were selected; undefined for anything else. */
export function attachedPlace(block: ContentBlock, folder: string): { readonly path: string; readonly lines: string | undefined } | undefined {
  const uri = addressOf(block);
  const path = uri === undefined ? undefined : pathOf(uri);
  if (uri === undefined || path === undefined) return undefined;
  const below = relative(folder, path);
  if (below === '' || below.startsWith('..') || isAbsolute(below)) return undefined;
  return { path: below, lines: linesOf(uri) };
}

function addressOf(block: ContentBlock): string | undefined {
  if (block.type === 'resource') return block.resource.uri;
  return block.type === 'resource_link' ? block.uri : undefined;
}

function pathOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return isAbsolute(uri) ? uri : undefined;
  const url = new URL(uri);
  url.hash = '';
  url.search = '';
  if (url.protocol !== 'file:') return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    // An address of a file on another machine, or with a character that no path has.
    return undefined;
  }
}

/** Editors write selections as `#L10:20`, `#L10-20` or `#L10-L20`. */
function linesOf(uri: string): string | undefined {
  const hash = uri.split('#')[1] ?? '';
  if (!hash.startsWith('L')) return undefined;
  const [from, to] = hash.slice(1).split(/[:-]/).map((part) => Number(part.startsWith('L') ? part.slice(1) : part));
  if (from === undefined || !Number.isSafeInteger(from) || from < 1) return undefined;
  return to !== undefined && Number.isSafeInteger(to) && to > from ? `lines ${from}-${to}` : `line ${from}`;
}
