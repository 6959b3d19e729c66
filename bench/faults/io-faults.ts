import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledgedIn } from './acknowledgements.ts';
import { workloadIn } from './campaign.ts';
import { createChance, roundSeed, type Chance } from './chance.ts';
import { checkLedger, checkRuns } from './check-ledger.ts';
import { inParallel, runChild } from './child.ts';
import { addFindings, noFindings, type Findings } from './findings.ts';
import { exactly, findingsResult, skippedResult, type FaultPart } from './part.ts';
import { cutPower, historyOf } from './power-cuts.ts';
import { diskFolder, scratchFolder } from './scratch.ts';
import { readTraceText, tracedWithFault, whyNoStrace, type InjectedFault } from './strace.ts';

const LABEL = 'injected I/O faults';
/** How often one process opens the ledger again after the disk failed it. */
const REOPENINGS = 4;
/** After each process the power is cut this often: what was acknowledged after a fault must have been synced again. */
const CUTS_PER_CHILD = 6;
const SIZE = { runs: 2, groups: 3 };

function drawFault(chance: Chance): InjectedFault {
  const call = chance.pick(['fsync', 'fsync', 'pwrite64', 'pwrite64', 'ftruncate'] as const);
  const error = chance.pick(['EIO', 'ENOSPC'] as const);
  if (call === 'ftruncate') return { call, error, first: 1 + chance.below(3), step: 1 + chance.below(3) };
  return call === 'fsync' ? { call, error, first: 1 + chance.below(25), step: 3 + chance.below(20) } : { call, error, first: 1 + chance.below(160), step: 15 + chance.below(90) };
}

interface FaultRound {
  readonly injected: number;
  readonly failed: number;
  readonly cuts: number;
  readonly findings: Findings;
}

/** A process whose disk fails now and then; then power cuts into what it did; then a process on a sound disk that finishes. */
async function runRound(folder: string, scratch: string, seed: number): Promise<FaultRound> {
  mkdirSync(folder, { recursive: true });
  const findings = noFindings();
  const chance = createChance(seed);
  const fault = drawFault(chance);
  const order = { ...workloadIn(folder, SIZE), acknowledgeTo: join(folder, 'acknowledged') };
  const output = join(folder, 'trace');
  const files = [order.file, `${order.file}-wal`, `${order.file}-journal`, order.file.replace('.db', '.head'), order.acknowledgeTo];
  const end = await runChild({ ...order, reopenings: REOPENINGS }, { under: tracedWithFault(output, files, fault) });
  if (end.isHung) findings.stuck.push('the process hung');
  const lines = (): string[] => (existsSync(order.acknowledgeTo) ? readFileSync(order.acknowledgeTo, 'utf8').split('\n') : []);
  const failures = lines().filter((line) => line.startsWith('failed '));
  findings.other.push(...failures.filter((line) => !line.startsWith('failed ledger.')));
  const text = readTraceText([output]);
  const history = historyOf(text, order.file, order.acknowledgeTo);
  let cuts = 0;
  for (; cuts < CUTS_PER_CHILD && history.trace.calls.length > 0; cuts += 1) {
    addFindings(findings, await cutPower(history, { seed: roundSeed(seed, 'cut', cuts), scratch, isThorough: false, namesAreSure: true }), `cut ${cuts}`);
  }
  const sound = await runChild(order);
  if (sound.code !== 0) findings.stuck.push(`a process on a sound disk ended with ${sound.code ?? sound.signal}: ${lines().at(-2) ?? ''}`);
  const { appends, findings: contradictions } = acknowledgedIn(lines());
  findings.doubled.push(...contradictions);
  const checked = await checkLedger(order.file, appends);
  addFindings(findings, checked.findings, 'at the end');
  checkRuns(order, checked.rows, findings);
  rmSync(folder, { recursive: true, force: true });
  const named = noFindings();
  addFindings(named, findings, `${fault.error} from ${fault.call} at ${fault.first}+${fault.step}`);
  return { injected: text.split('(INJECTED)').length - 1, failed: failures.length, cuts, findings: named };
}

export const ioFaults: FaultPart = {
  name: 'io',
  full: 500,
  quick: 30,
  short: 1,
  async run({ seed, rounds, width }) {
    const reason = whyNoStrace();
    if (reason !== undefined) return skippedResult(LABEL, rounds, reason);
    const findings = noFindings();
    const folder = diskFolder();
    const scratch = scratchFolder();
    let injected = 0;
    let failed = 0;
    let cuts = 0;
    let children = 0;
    const isWanted = (child: number): boolean => injected < rounds && child <= Math.max(20, 4 * rounds);
    await inParallel(width, isWanted, async (child) => {
      const round = await runRound(join(folder, String(child)), join(scratch, String(child)), roundSeed(seed, 'io', child));
      injected += round.injected;
      failed += round.failed;
      cuts += round.cuts;
      children += 1;
      addFindings(findings, round.findings, `seed ${seed} child ${child}`);
    });
    return findingsResult(LABEL, { rounds: injected, processes: children, 'failures seen': failed, cuts }, findings, [
      exactly(`${LABEL}: faults injected`, Math.min(injected, rounds), rounds),
    ]);
  },
};
