import { writeFile } from 'node:fs/promises';
import { KeelsonError } from '../kernel/index.ts';
import { systemCodeOf } from './data-folder.ts';

/** For its owner alone: it tells of somebody's work. */
const EXPORT_MODE = 0o600;

/** Writes a file that was not there before, and answers where. */
export async function writeExport(file: string, text: string): Promise<string> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: EXPORT_MODE });
    return file;
  } catch (error) {
    const code = systemCodeOf(error);
    const detail = code === 'EEXIST' ? 'it exists, and nothing is overwritten' : code === 'ENOENT' ? 'there is no such folder' : `the system refuses it (${code ?? 'unknown'})`;
    throw new KeelsonError('input.invalid', { message: `${file} cannot be written: ${detail}.`, nextStep: 'Name another file.', data: { issues: [{ path: 'file', message: detail }] }, cause: error });
  }
}
