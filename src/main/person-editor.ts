import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EditedText } from '../cli/index.ts';

const OWNER_ONLY = 0o600;
const NAME = 'memory.md';

/** Opens a text in the person's editor, in this terminal, and waits until they close it. */
export async function editText(text: string, editor: string | undefined, signal: AbortSignal): Promise<EditedText> {
  if (editor === undefined || editor.trim() === '') return failed('No editor is set.', 'Set EDITOR or VISUAL, such as: EDITOR=nano keelson memory edit.');
  const folder = await mkdtemp(join(tmpdir(), 'keelson-edit-'));
  const file = join(folder, NAME);
  await writeFile(file, text, { mode: OWNER_ONLY });
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const end = await closed(editor, file, signal);
  if (end !== undefined) {
    await discard();
    return failed(`The editor "${editor}" did not end well: ${end}. Nothing was changed.`, 'Set EDITOR or VISUAL to an editor that waits until the file is closed, and run it again.');
  }
  return { text: await readFile(file, 'utf8'), file, discard };
}

/** An editor may have arguments of its own, so that the shell reads it, as with every program that opens one. */
function closed(editor: string, file: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = process.platform === 'win32' ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true, signal }) : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit', signal });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => resolve(code === 0 ? undefined : by === null ? `it ended with ${code}` : `it was ended by ${by}`));
  });
}

function failed(message: string, nextStep: string): EditedText {
  return { failed: { code: 'input.invalid', message, next_step: nextStep, data: {} } };
}
