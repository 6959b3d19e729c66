import type { Benchmark, BenchOptions, BenchResult } from './benchmark.ts';
import { passthrough } from './server/passthrough.ts';
import { streams } from './server/streams.ts';

const PARTS: Readonly<Record<string, (options: BenchOptions) => Promise<BenchResult>>> = { streams, passthrough };

/** What a server bears: many who follow one log, and what it adds to asking a model. */
const benchmark: Benchmark = {
  name: 'server',
  async run(options) {
    const names = Object.keys(PARTS).filter((name) => options.only === undefined || name === options.only);
    const results: BenchResult[] = [];
    for (const name of names) results.push(await (PARTS[name] as (typeof PARTS)[string])(options));
    return { rows: results.flatMap(({ rows }) => rows), goals: results.flatMap(({ goals }) => goals) };
  },
};

export default benchmark;
