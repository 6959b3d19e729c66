import { spawn } from 'node:child_process';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../faults/child.ts';
import { bundlePrograms } from '../faults/bundle.ts';
import { appendMessages, auditorOver, openedLedger, untilDone } from './audited-ledger.ts';

/** Long enough for a child to be anywhere in a batch, a report or between two. */
const KILL_WITHIN_MS = 60;

export interface KilledAudits {
  /** Kills of a process that had begun to audit; any other would pass for a kill that did no harm. */
  readonly at_work: number;
  readonly events: number;
  readonly lines: number;
  readonly gaps: number;
  readonly doubles: number;
  readonly faults: number;
  /** Events that reports count, all together. */
  readonly reported: number;
}

/**
 * Kills the auditing process so often while events are appended, then says what the audit lacks or holds twice. The load
 * goes on for as long as a process audits and rests while the next one starts: what is appended before it can audit makes
 * the ledger larger and no kill harder.
 */
export async function killAudits(root: string, kills: number, random: () => number): Promise<KilledAudits> {
  const { store, writer, close } = await openedLedger(root);
  const [ledger, path] = [join(root, 'ledger.db'), join(root, 'audit')];
  const program = join(await bundlePrograms(join(root, 'programs')), 'auditing-child.ts');
  let [appended, atWork] = [0, 0];
  for (let kill = 0; kill < kills; kill += 1) {
    await appendMessages(writer, appended++);
    const child = spawn(process.execPath, [program, ledger, path], { stdio: ['ignore', 'pipe', 'inherit'], env: childEnvironment() });
    const over = new AbortController();
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => over.abort());
    const hasBegun = await Promise.race([new Promise<boolean>((resolve) => child.stdout.once('data', () => resolve(true))), gone.then(() => false)]);
    if (!hasBegun) continue;
    atWork += 1;
    setTimeout(() => child.kill('SIGKILL'), random() * KILL_WITHIN_MS);
    while (!over.signal.aborted) await appendMessages(writer, appended++);
  }
  const last = auditorOver(store, path);
  await last.auditor.report(untilDone());
  const { faults, events } = await last.auditor.verify({});
  const { reports } = await last.auditor.reports({ limit: Number.MAX_SAFE_INTEGER });
  await last.close();
  await close();
  const { lines, distinct } = await countLines(path);
  return { at_work: atWork, events, lines, gaps: events - distinct, doubles: lines - distinct, faults: faults.length, reported: reports.reduce((sum, report) => sum + report.events, 0) };
}

/** Read apart from the auditor, line by line: what it says of itself is not what is asked here. */
async function countLines(path: string): Promise<{ readonly lines: number; readonly distinct: number }> {
  const positions = new Set<number>();
  let lines = 0;
  for (const name of readdirSync(path).filter((one) => one.endsWith('.jsonl')).sort()) {
    for await (const line of createInterface({ input: createReadStream(join(path, name)) })) {
      lines += 1;
      positions.add((JSON.parse(line) as { position: number }).position);
    }
  }
  return { lines, distinct: positions.size };
}
