import { invariant, systemRandom } from '../src/kernel/index.ts';
import { rounded, type Benchmark } from './benchmark.ts';
import { bitFlips } from './faults/bit-flips.ts';
import { clockJumps } from './faults/clock-jumps.ts';
import { ioFaults } from './faults/io-faults.ts';
import { namedKills, randomKills } from './faults/kills.ts';
import { manyWriters } from './faults/many-writers.ts';
import type { FaultPart, PartResult } from './faults/part.ts';
import { powerCuts } from './faults/power-cuts.ts';
import { recoverers } from './faults/recoverers.ts';
import { removeFolders } from './faults/scratch.ts';

/** Every kind of fault. `--only` takes one of their names. */
export const FAULT_PARTS: readonly FaultPart[] = [randomKills, namedKills, powerCuts, ioFaults, bitFlips, manyWriters, recoverers, clockJumps];

const WIDTH = 2;
/** Enough to see what is wrong and to repeat it. */
const DETAILS_MAX = 20;

function freshSeed(): number {
  return new DataView(systemRandom.bytes(4).buffer).getUint32(0);
}

async function runPart(part: FaultPart, quick: boolean, seed: number): Promise<PartResult> {
  const startedMs = performance.now();
  const result = await part.run({ seed, rounds: quick ? part.quick : part.full, width: WIDTH }).finally(removeFolders);
  const seconds = rounded((performance.now() - startedMs) / 1_000, 1);
  const rows = result.rows.map((row, at) => (at === 0 ? { ...row, figures: { ...row.figures, seconds } } : row));
  console.log(`  ${part.name}: ${seconds} s, ${result.goals.filter(({ ok }) => !ok).length} of ${result.goals.length} goals missed`);
  return { ...result, rows };
}

function shown(details: readonly string[]): string[] {
  const rest = details.length - DETAILS_MAX;
  return [...details.slice(0, DETAILS_MAX), ...(rest > 0 ? [`… and ${rest} more of the same part`] : [])];
}

const benchmark: Benchmark = {
  name: 'faults',
  async run({ quick, seed = freshSeed(), only }) {
    const parts = FAULT_PARTS.filter(({ name }) => only === undefined || name === only);
    invariant(parts.length > 0, `--only takes one of ${FAULT_PARTS.map(({ name }) => name).join(', ')}`);
    console.log(`seed ${seed}: repeat with --seed ${seed}${quick ? ' --quick' : ''}${only === undefined ? '' : ` --only ${only}`}`);
    const results: PartResult[] = [];
    for (const part of parts) results.push(await runPart(part, quick, seed));
    for (const { details } of results) for (const line of shown(details)) console.log(`  ${line}`);
    return { rows: results.flatMap(({ rows }) => rows), goals: results.flatMap(({ goals }) => goals) };
  },
};

export default benchmark;
