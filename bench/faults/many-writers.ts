import { join } from 'node:path';
import type { AppendOrder } from './append-child.ts';
import { acknowledgedIn } from './acknowledgements.ts';
import { checkLedger } from './check-ledger.ts';
import { runProgram } from './child.ts';
import { addFindings, noFindings } from './findings.ts';
import { exactly, findingsResult, type FaultPart } from './part.ts';
import { diskFolder } from './scratch.ts';

const LABEL = 'processes that append to one stream';
const PROCESSES = 8;
const AT_ONCE = 4;

/** A round is one append of each process. */
export const manyWriters: FaultPart = {
  name: 'writers',
  full: 250,
  quick: 50,
  short: 10,
  async run({ seed, rounds }) {
    const findings = noFindings();
    const file = join(diskFolder(), 'ledger.db');
    const orders = Array.from({ length: PROCESSES }, (_, at): AppendOrder => ({ file, name: `process-${at + 1}`, appends: rounds, atOnce: AT_ONCE }));
    const ends = await Promise.all(orders.map((order) => runProgram('append-child', order)));
    for (const { code, signal, lines, errors } of ends) if (code !== 0) findings.other.push(`a process ended with ${code ?? signal} after ${lines.length} lines: ${errors}`);
    const lines = ends.flatMap((end) => end.lines);
    const { appends, findings: contradictions } = acknowledgedIn(lines);
    findings.doubled.push(...contradictions);
    const checked = await checkLedger(file, appends);
    addFindings(findings, checked.findings, `seed ${seed}`);
    const wanted = PROCESSES * rounds;
    return findingsResult(LABEL, { rounds: wanted, processes: PROCESSES, 'told to wait': lines.filter((line) => line === 'busy').length }, findings, [
      exactly(`${LABEL}: acknowledged`, appends.size, wanted),
      exactly(`${LABEL}: entries of the stream`, checked.rows.filter(({ stream }) => stream.startsWith('session/')).length, wanted),
    ]);
  },
};
