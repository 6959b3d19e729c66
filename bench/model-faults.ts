import { faultRows } from '../test/support/fault-turns.ts';
import { FORMATS } from '../test/support/gateway-rig.ts';
import { faultsFound } from '../test/model-faults/judge-fault.ts';
import { runFault } from '../test/model-faults/run-fault.ts';
import type { Benchmark } from './benchmark.ts';

const SEEDS = 20;
const LABEL_CHARS_MAX = 300;
/** Every fault of the list against every wire format, seed by seed: what a model server may do wrong, and what we must not. */
const benchmark: Benchmark = {
  name: 'model-faults',
  async run({ quick, seed: first = 1 }) {
    const cases = FORMATS.flatMap((format) => faultRows().flatMap((row) => Array.from({ length: quick ? 1 : SEEDS }, (_, at) => ({ format, row, seed: first + at }))));
    const wrong: string[] = [];
    // One after the other: what is measured is which limit runs out first, and company would decide that.
    for (const { format, row, seed } of cases) {
      const found = faultsFound(row, format, await runFault(row, format, seed));
      wrong.push(...found.map((what) => `${row.id} over ${format}, seed ${seed}: ${what}`.slice(0, LABEL_CHARS_MAX)));
    }
    return {
      rows: [{ label: 'faults', figures: { runs: cases.length, wrong: wrong.length } }, ...wrong.slice(0, 20).map((label) => ({ label, figures: {} }))],
      goals: [{ name: 'runs that hang, act on half an answer, overspend or leave a socket open', actual: wrong.length, limit: '0', ok: wrong.length === 0 }],
    };
  },
};

export default benchmark;
