import { readFile, writeFile } from 'node:fs/promises';
import { KeelsonError } from '../kernel/index.ts';

/** Writes a file that is not there yet. Again with the same words is the same; what holds other words is left as it is. */
export async function saveFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw failed(path, codeOf(error));
    const there = await readFile(path, 'utf8').catch((unreadable: unknown) => Promise.reject(failed(path, codeOf(unreadable))));
    if (there !== text) throw new KeelsonError('path.exists', { message: `${path} is there already and holds something else.`, nextStep: 'Name a file that is not there, or move that one away.', data: { path } });
  }
}

function failed(path: string, detail: string): KeelsonError<'path.failed'> {
  return new KeelsonError('path.failed', { message: `${path} cannot be written (${detail}).`, nextStep: 'Name a file in a folder that is there and that you may write to.', data: { path, detail } });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
