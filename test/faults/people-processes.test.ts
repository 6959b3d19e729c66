import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HardCallId } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, hasCode, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type Ledger } from '../../src/ledger/index.ts';
import { answerHardCall, listAttention, requestCancel, steerRun, type HardCallWish } from '../../src/oversight/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import { JOURNAL_RUN, runStartedEvent } from '../support/journal-fixture.ts';
import { hardCall, hardCallAsked, hardCallId } from '../support/oversight-samples.ts';
import { temporaryFolders } from '../support/sqlite-ledger.ts';
import { RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

const PROGRAM = fileURLToPath(new URL('../support/run-at-work.ts', import.meta.url));
const ids = createIds({ clock: systemClock, random: systemRandom });

const folders = temporaryFolders();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  folders.removeAll();
});

function wish(): HardCallWish {
  const { hard_call_id: _id, question_hash: _hash, created_at: _at, schema_version: _version, pending_policy, ...rest } = hardCall(1);
  const { hard_call_id: _of, schema_version: _v, ...policy } = pending_policy;
  return { ...rest, pending_policy: policy };
}

/** A process that works on the run, and everything it says until it ends. */
function work(file: string): { readonly process: ChildProcess; first(): Promise<string>; said(): Promise<string[]> } {
  const child = spawn(process.execPath, [PROGRAM, file, JSON.stringify(wish())], { stdio: ['ignore', 'pipe', 'inherit'] });
  closers.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const begun = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    begun.resolve(line);
  });
  const ended = new Promise<string[]>((resolve) => child.on('close', () => resolve(lines)));
  return { process: child, first: () => begun.promise, said: () => ended };
}

async function openHere(file: string): Promise<Ledger> {
  const ledger = await openLedger({ store: await openSqliteStore({ file }), setup: BUILTIN_SETUP, clock: systemClock, ids });
  closers.push(() => ledger.close());
  return ledger;
}

async function startedRun(): Promise<{ readonly file: string; readonly ledger: Ledger; readonly ports: ReturnType<typeof portsOf> }> {
  const file = join(folders.make(), 'ledger.db');
  const ledger = await openHere(file);
  await ledger.log.writerFor(AUTHOR).append({ key: 'start', events: [runStartedEvent()] });
  return { file, ledger, ports: portsOf(ledger) };
}

function portsOf(ledger: Ledger) {
  return { log: ledger.log.writerFor({ ...AUTHOR, actor: 'owner' }), reader: ledger.log, documents: ledger.documents, clock: systemClock, ids };
}

/** The one question that waits, once it does. */
async function waiting(ledger: Ledger): Promise<HardCallId> {
  for await (const { event } of ledger.bus.tap({ after: 0, signal: AbortSignal.timeout(RIG_TIMEOUT_MS) })) if (event.type === 'hard_call.raised') break;
  const items = await listAttention(ledger.documents, { now: '2026-01-01T00:00:00.000Z' });
  expect(items).toHaveLength(1);
  return HardCallId.parse(items[0]?.item_id);
}

describe('a run in another process', () => {
  it('loses no question when it is killed, and takes the answer that came meanwhile', verifies('KEL-HARDCALL-02'), async () => {
    const { file, ledger, ports } = await startedRun();
    const child = work(file);
    const hardCallId = await waiting(ledger);
    await child.first();
    child.process.kill('SIGKILL');
    expect(await child.said()).toEqual(['at work']);
    expect(await waiting(ledger)).toBe(hardCallId);
    await answerHardCall({ hardCallId, option: 'yes', answeredBy: 'ada', idempotencyKey: 'k' }, ports);
    expect(await work(file).said()).toEqual(['at work', 'heard ', 'answered yes']);
  });

  it('hears answers, messages and the wish to stop while it waits', verifies('KEL-HARDCALL-01', 'KEL-STEER-01', 'KEL-CANCEL-02'), async () => {
    const { file, ledger, ports } = await startedRun();
    const child = work(file);
    await waiting(ledger);
    await steerRun({ runId: JOURNAL_RUN, text: 'Be quick.', sentBy: 'ada', idempotencyKey: 'k' }, ports);
    await requestCancel({ runId: JOURNAL_RUN, requestedBy: 'ada', idempotencyKey: 'k' }, ports);
    expect(await child.said()).toEqual(['at work', 'heard Be quick.', 'stopped run.cancelled']);
    // The question still stands: whoever ends the run leaves it out with a receipt.
    await waiting(ledger);
  });
});

describe('two who answer at the same moment', () => {
  it('are told apart each time: one answer stands, and the other is told which', verifies('KEL-HARDCALL-04'), async () => {
    const { file, ledger, ports } = await startedRun();
    const other = portsOf(await openHere(file));
    for (let round = 1; round <= 10; round += 1) {
      const id = hardCallId(round);
      await ledger.log.writerFor(AUTHOR).append({ key: `asked-${round}`, events: [hardCallAsked(hardCall(round))] });
      const answers = await Promise.allSettled([
        answerHardCall({ hardCallId: id, option: 'yes', answeredBy: 'ada', idempotencyKey: 'a' }, ports),
        answerHardCall({ hardCallId: id, option: 'no', answeredBy: 'bob', idempotencyKey: 'b' }, other),
      ]);
      const winners = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.optionId] : []));
      const losers = answers.flatMap((one) => (one.status === 'rejected' && hasCode(one.reason, 'hard_call.settled') ? [one.reason.data.answer] : []));
      expect([winners.length, losers]).toEqual([1, winners]);
    }
  });
});
