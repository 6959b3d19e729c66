import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Citation } from '../../test/requirements/citations.ts';
import type { Trial } from './plan.ts';

/** A mutant that makes its tests run longer than this has been noticed: they hang. */
const TRIAL_TIMEOUT_MS = 120_000;
const BASELINE_TIMEOUT_MS = 900_000;

/** Runs the citing tests, and no other, against the mutated source. True when they fail, as they must. */
export async function isKilled(root: string, trial: Trial): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-mutant-'));
  try {
    const file = join(folder, 'mutant.json');
    await writeFile(file, JSON.stringify(trial.mutant));
    return !(await testsPass(root, trial.citations, file));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether the citing tests pass; without a mutant, on the source as it is. */
export function testsPass(root: string, citations: readonly Citation[], mutantFile = ''): Promise<boolean> {
  // A mutant may loop for ever; on the source as it is every citing test runs at once, which takes its time.
  const timeout = mutantFile === '' ? BASELINE_TIMEOUT_MS : TRIAL_TIMEOUT_MS;
  const files = [...new Set(citations.map(({ file }) => file))];
  const names = [...new Set(citations.map(({ namePattern }) => namePattern))];
  // One computed name among them means that the names cannot be told apart, so the whole files run.
  const filter = names.includes('') ? [] : ['-t', names.map((name) => `(${name})`).join('|')];
  return new Promise((resolve, reject) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    // vitest's cache of transformed files knows nothing of mutants: it would serve the original.
    const child = spawn(process.execPath, [vitest, 'run', '--fsModuleCache=false', '--bail=1', ...filter, ...files], {
      cwd: root,
      env: { ...process.env, KEELSON_MUTANT: mutantFile },
      stdio: 'ignore',
      timeout,
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Works through a list with a few at a time, in order of arrival. */
export async function inParallel<Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
