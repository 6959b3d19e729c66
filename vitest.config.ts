import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './scripts/slow-first.ts';
import { mutantPlugin } from './scripts/mutation/mutant-plugin.ts';

export default defineConfig({
  // One mutated file per run, named by the environment; without it the plug-in does nothing.
  plugins: [mutantPlugin(process.env['KEELSON_MUTANT'])],
  test: {
    projects: [
      // Parts share what was loaded before them: loading it anew for each file took longer than most of their tests.
      { extends: true, test: { name: 'parts', include: ['src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'], isolate: false } },
      { extends: true, test: { name: 'wholes', include: ['test/**/*.test.ts'] } },
    ],
    // Threads start faster than processes, and no test changes process-wide state.
    pool: 'threads',
    // One for each core: left to itself the runner keeps one core back, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SlowFirst },
    // Ends what hangs, and nothing else: on a machine that others keep busy a race of two threads took a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
