import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { allEntries, logFaults } from '../../test/contract-suites/ledger-samples.ts';
import { acknowledgedIn } from './acknowledgements.ts';
import { workloadIn } from './campaign.ts';
import { createChance, roundSeed } from './chance.ts';
import { checkLedger, lostAppends, verified } from './check-ledger.ts';
import { runChild } from './child.ts';
import { addFindings, countFindings, noFindings, type Findings } from './findings.ts';
import { killAt } from './kill-points.ts';
import { exactly, findingsResult, skippedResult, type FaultPart } from './part.ts';
import { diskFolder, scratchFolder } from './scratch.ts';
import { imageAt, type Image } from './simulated-disk.ts';
import { readTraceText, tracedTo, whyNoStrace } from './strace.ts';
import { openThreadless } from './threadless-store.ts';
import { parseTrace, type Trace } from './trace.ts';

/** A recorded history with what was acknowledged when. */
export interface RecordedHistory {
  readonly trace: Trace;
  readonly file: string;
  readonly acknowledgements: readonly { readonly moment: number; readonly line: string }[];
}

const LABEL = 'simulated power cuts';
/** Enough to fill the write-ahead log, so that it is carried over into the database while the work goes on. */
const CHECKPOINTED = { runs: 4, groups: 20 };
/** Everything takes longer when it is traced. */
const TRACED_LEASE_MS = 2_000;
/** Each trace serves this many cuts: more of them see more ways in which threads and the disk interleave. */
const CUTS_PER_TRACE = 250;
/** One cut in so many is looked at with everything there is; the others as a start of the ledger sees them. */
const THOROUGH_EVERY = 25;

/** Two lives of one ledger: the first is killed while it works, the second goes on and closes it. A short one may end before its kill. */
export async function recordHistory(folder: string, killTime: number, size: { readonly runs: number; readonly groups: number }): Promise<RecordedHistory | string> {
  mkdirSync(folder, { recursive: true });
  const acknowledgeTo = join(folder, 'acknowledged');
  const order = { ...workloadIn(folder, size), acknowledgeTo, leaseMs: TRACED_LEASE_MS };
  const outputs: string[] = [];
  for (const environment of [killAt('commit.after', killTime), {}]) {
    const output = join(folder, `trace-${outputs.length + 1}`);
    const end = await runChild(order, { under: tracedTo(output), environment });
    outputs.push(output);
    if (end.code === 0) return historyOf(readTraceText(outputs), order.file, acknowledgeTo);
    if (end.isHung) break;
  }
  return 'the workload did not come to its end';
}

export function historyOf(text: string, file: string, acknowledgeTo: string): RecordedHistory {
  const { calls, moments } = parseTrace(text);
  const acknowledgements = calls.flatMap((call) =>
    call.kind === 'write' && call.path === acknowledgeTo
      ? call.bytes.toString().split('\n').filter((line) => line !== '').map((line) => ({ moment: call.doneAt, line }))
      : [],
  );
  const isOurs = (path: string): boolean => path === dirname(file) || (path.startsWith(dirname(file)) && basename(path).startsWith('ledger.') && !path.endsWith('-shm'));
  return { trace: { calls: calls.filter(({ path }) => isOurs(path)), moments }, file, acknowledgements };
}

export interface Cut {
  readonly seed: number;
  /** Where the files are laid out again. */
  readonly scratch: string;
  readonly isThorough: boolean;
  /** For traces without the syncs of folders. */
  readonly namesAreSure?: boolean;
}

/** Cuts the power somewhere around a call, and opens what is left. */
export async function cutPower(history: RecordedHistory, { seed, scratch, isThorough, namesAreSure = false }: Cut): Promise<Findings> {
  const chance = createChance(seed);
  const moment = chance.pick(history.trace.calls).doneAt + chance.below(2);
  const image = imageAt(history.trace, moment, chance, { namesAreSure });
  const file = restore(image, history.file, scratch);
  const { appends } = acknowledgedIn(history.acknowledgements.filter((said) => said.moment < moment).map(({ line }) => line));
  const findings = isThorough ? (await checkLedger(file, appends)).findings : await checkQuickly(file, appends);
  const named = noFindings();
  addFindings(named, findings, `moment ${moment} of ${history.trace.moments} (${image.manner} of what was not synced)`);
  return named;
}

function restore({ files }: Image, file: string, scratch: string): string {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  for (const [path, content] of files) writeFileSync(join(scratch, basename(path)), content);
  return join(scratch, basename(file));
}

/** The driver's own opening, with all its checks, in this thread; then the whole log. */
async function checkQuickly(file: string, acknowledged: ReadonlyMap<string, number>): Promise<Findings> {
  const findings = noFindings();
  try {
    const store = openThreadless(file);
    const rows = await allEntries(store, 1_000);
    const { faults } = await verified(store);
    await store.close();
    findings.broken.push(...logFaults(rows), ...faults.map(({ code, position, detail }) => `${code} at ${position}: ${detail}`));
    findings.lost.push(...lostAppends(rows, acknowledged));
  } catch (error) {
    findings.broken.push(`does not open: ${String(error)}`);
  }
  return findings;
}

export const powerCuts: FaultPart = {
  name: 'power',
  full: 2_000,
  quick: 200,
  short: 40,
  async run({ seed, rounds }) {
    const reason = whyNoStrace();
    if (reason !== undefined) return skippedResult(LABEL, rounds, reason);
    const findings = noFindings();
    const folder = diskFolder();
    const scratch = scratchFolder();
    let made = 0;
    let traces = 0;
    let calls = 0;
    let faulty = 0;
    while (made < rounds) {
      const chance = createChance(roundSeed(seed, 'trace', traces));
      const size = traces % 4 === 3 ? CHECKPOINTED : { runs: 1 + chance.below(3), groups: 2 + chance.below(3) };
      const history = await recordHistory(join(folder, String(traces)), 3 + chance.below(20), size);
      traces += 1;
      if (typeof history === 'string') {
        findings.other.push(`seed ${seed} trace ${traces}: ${history}`);
        break;
      }
      calls += history.trace.calls.length;
      for (let cut = 0; cut < CUTS_PER_TRACE && made < rounds; cut += 1, made += 1) {
        const round = `seed ${seed} trace ${traces} cut ${cut}`;
        const found = await cutPower(history, { seed: roundSeed(seed, 'cut', traces, cut), scratch: join(scratch, 'ledger'), isThorough: made % THOROUGH_EVERY === 0 });
        if (countFindings(found) > 0) faulty += 1;
        addFindings(findings, found, round);
      }
      rmSync(join(folder, String(traces - 1)), { recursive: true, force: true });
    }
    return findingsResult(LABEL, { rounds: made, traces, calls }, findings, [exactly(`${LABEL}: cuts made`, made, rounds), exactly(`${LABEL}: cuts with any fault`, faulty, 0)]);
  },
};
