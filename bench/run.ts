import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Benchmark, BenchResult } from './benchmark.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const seed = values.seed === undefined ? undefined : Number(values.seed);

/** Files of this folder that hold the runner and its words, not a benchmark. */
const NOT_A_BENCHMARK = new Set(['run', 'benchmark']);
/** The one whose name this file has. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { 'executor-loop': 'run' };
const fileOf = (name: string): string => Object.entries(NAMED_OTHERWISE).find(([, own]) => own === name)?.[0] ?? name;
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !NOT_A_BENCHMARK.has(name))
  .map((name) => NAMED_OTHERWISE[name] ?? name);

function table(result: BenchResult): string {
  const columns = [...new Set(result.rows.flatMap((row) => Object.keys(row.figures)))];
  const lines = [['', ...columns], ...result.rows.map((row) => [row.label, ...columns.map((column) => String(row.figures[column] ?? ''))])];
  const widths = ['', ...columns].map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) => line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')).join('\n');
}

async function runOne(name: string): Promise<boolean> {
  const { default: benchmark } = (await import(`./${fileOf(name)}.ts`)) as { default: Benchmark };
  const result = await benchmark.run({ quick: values.quick, ...(seed !== undefined && { seed }), ...(values.only !== undefined && { only: values.only }) });
  if (!values.json) {
    console.log(`${benchmark.name}${values.quick ? ' (quick)' : ''}\n${table(result)}\n`);
    for (const goal of result.goals) console.log(`${goal.ok ? 'met   ' : 'MISSED'} ${goal.name}: ${goal.actual} (goal ${goal.limit})`);
  }
  console.log(JSON.stringify({ benchmark: benchmark.name, quick: values.quick, ...result }));
  return result.goals.every((goal) => goal.ok);
}

const [name] = positionals;
if (name === undefined || !names.includes(name) || (seed !== undefined && !Number.isSafeInteger(seed))) {
  console.log(`npm run bench -- NAME [--quick] [--json] [--seed N] [--only PART]\nBenchmarks: ${names.join(', ')}`);
  process.exitCode = 2;
} else if (!(await runOne(name))) process.exitCode = 1;
