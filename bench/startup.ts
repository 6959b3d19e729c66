import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, rounded, type Benchmark } from './benchmark.ts';

const LAUNCHER = fileURLToPath(new URL('../bin/keelson.cjs', import.meta.url));
/** `keelson --version` may take at most this many times as long as starting Node and doing nothing. */
const VERSION_LIMIT = 2;

function timeMs(args: readonly string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - started;
}

const benchmark: Benchmark = {
  name: 'startup',
  async run({ quick }) {
    const rounds = quick ? 11 : 41;
    const commands: Record<string, string[]> = {
      'node -e 0': ['-e', '0'],
      'keelson --version': [LAUNCHER, '--version'],
      'keelson --help': [LAUNCHER, '--help'],
    };
    const times = new Map<string, number[]>(Object.keys(commands).map((label) => [label, []]));
    // Interleaved, so that a slow moment of the machine falls on all of them alike.
    for (let round = 0; round < rounds; round += 1) {
      for (const [label, args] of Object.entries(commands)) times.get(label)?.push(timeMs(args));
    }
    const floor = median(times.get('node -e 0') ?? []);
    const ratio = (label: string): number => rounded(median(times.get(label) ?? []) / floor);
    const version = ratio('keelson --version');
    return {
      rows: Object.keys(commands).map((label) => ({
        label,
        figures: { 'median ms': rounded(median(times.get(label) ?? []), 1), ratio: ratio(label) },
      })),
      goals: [{ name: 'keelson --version against node -e 0', actual: version, limit: `≤ ${VERSION_LIMIT}`, ok: version <= VERSION_LIMIT }],
    };
  },
};

export default benchmark;
