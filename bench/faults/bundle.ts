/**
 * The programs of the rig in a few files instead of hundreds: a process is then up in half the time, and a rig that
 * kills a thousand of them is worth running. It is the same code, threads and all.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { scratchFolder } from './scratch.ts';

export type Program = 'workload-child' | 'append-child' | 'lease-child' | 'auditing-child';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Whatever is named by its address at run time has to lie beside the programs, under its own name. */
const INPUTS: Readonly<Record<Program | 'kill-points' | 'writer-thread' | 'builtin-setup', string>> = {
  'workload-child': fromHere('workload-child.ts'),
  'append-child': fromHere('append-child.ts'),
  'lease-child': fromHere('lease-child.ts'),
  'auditing-child': fromHere('../audit/auditing-child.ts'),
  'kill-points': fromHere('kill-points.ts'),
  'writer-thread': fromHere('../../src/drivers/sqlite/writer-thread.ts'),
  'builtin-setup': fromHere('../../src/drivers/sqlite/builtin-setup.ts'),
};

let bundled: Promise<string> | undefined;

export async function programFile(program: Program): Promise<string> {
  // Folders are removed after each part; the next one bundles anew.
  if (bundled === undefined || !existsSync(await bundled)) bundled = bundle();
  return join(await bundled, `${program}.ts`);
}

function bundle(): Promise<string> {
  return bundlePrograms(join(scratchFolder(), 'programs'));
}

/** The programs in a folder of one's own, for a rig that runs for long. */
export async function bundlePrograms(dir: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  const build = await rolldown({ platform: 'node', input: { ...INPUTS } });
  await build.write({ dir, format: 'esm', entryFileNames: '[name].ts', chunkFileNames: '[name].js' });
  await build.close();
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  return dir;
}
