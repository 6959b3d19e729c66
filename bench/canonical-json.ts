import { canonicalHash, canonicalJson, sha256Hex } from '../src/kernel/index.ts';
import { ES6_NUMBER_CHECKSUMS, es6NumbersDigest } from '../test/fixtures/canonical-json/es6-numbers.ts';
import { type Benchmark, type BenchRow, median, rounded } from './benchmark.ts';

/** The platform's own serialiser is the floor. It sorts nothing, checks nothing and is written in C++. */
const RATIO_MAX = 10;

const SAMPLES: Readonly<Record<string, unknown>> = {
  'events with sorted names': Array.from({ length: 2_000 }, (_, index) => event(index)),
  'events with unsorted names': Array.from({ length: 2_000 }, (_, index) => reversedMembers(event(index))),
  'long texts': Array.from({ length: 200 }, (_, index) => `${index}: ${'A line of plain text, with "quotes" and é.\n'.repeat(100)}`),
  numbers: Array.from({ length: 50_000 }, (_, index) => index * 0.37),
};

function event(index: number): Record<string, unknown> {
  return {
    data_class: 'internal',
    id: `evt_${index}`,
    payload: { cost: index * 0.37, nested: { none: null, ok: true }, note: 'some words that say what happened', tags: ['alpha', 'beta'] },
    tenant: 'default',
    type: 'run.started',
    version: 1,
  };
}

function reversedMembers(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).reverse());
}

function elapsedMs(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

/** Hashing reads the whole text, so that a text built lazily does not count as written. */
function measure(label: string, value: unknown, rounds: number): BenchRow {
  const floorMs: number[] = [];
  const canonicalMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floorMs.push(elapsedMs(() => sha256Hex(JSON.stringify(value))));
    canonicalMs.push(elapsedMs(() => canonicalHash(value)));
  }
  const megabytes = canonicalJson(value).length / 1e6;
  return {
    label,
    figures: {
      'ratio to JSON.stringify': rounded(median(canonicalMs) / median(floorMs)),
      'MB/s': rounded(megabytes / (median(canonicalMs) / 1_000), 1),
    },
  };
}

const benchmark: Benchmark = {
  name: 'canonical-json',
  async run({ quick }) {
    const rows = Object.entries(SAMPLES).map(([label, value]) => measure(label, value, quick ? 9 : 31));
    const worst = Math.max(...rows.map((row) => Number(row.figures['ratio to JSON.stringify'])));
    const count = quick ? 100_000 : 1_000_000;
    const digest = es6NumbersDigest(count, canonicalJson);
    return {
      rows,
      goals: [
        {
          name: 'writing and hashing, worst ratio to JSON.stringify and hashing',
          actual: worst,
          limit: `at most ${RATIO_MAX}`,
          ok: worst <= RATIO_MAX,
        },
        {
          name: `SHA-256 of the first ${count} numbers of the public sequence`,
          actual: digest,
          limit: ES6_NUMBER_CHECKSUMS[count],
          ok: digest === ES6_NUMBER_CHECKSUMS[count],
        },
      ],
    };
  },
};

export default benchmark;
