import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApprovalId, documentKey, ToolApprovalAnswer } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, type Ledger } from '../../src/ledger/index.ts';
import { answerApproval, type ApprovalAnswer } from '../../src/oversight/approvals/answer-approval.ts';
import { createApprovalKey } from '../../src/oversight/approvals/approval-key.ts';
import { readApproval } from '../../src/oversight/approvals/read-approval.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';
import type { ApprovalOrder } from '../support/approval-child.ts';
import { sampleCall, sampleKeyPem } from '../support/approval-samples.ts';
import { temporaryFolders } from '../support/sqlite-ledger.ts';
import { RIG_TIMEOUT_MS } from './expect-part.ts';

vi.setConfig({ testTimeout: RIG_TIMEOUT_MS });

const PROGRAM = fileURLToPath(new URL('../support/approval-child.ts', import.meta.url));

const folders = temporaryFolders();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  folders.removeAll();
});

interface Child {
  readonly process: ChildProcess;
  /** The next lines that begin with this word, so many; rejects when it ends before. */
  lines(word: string, count: number): Promise<string[]>;
  ended(): Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

function start(order: ApprovalOrder): Child {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'inherit'] });
  closers.push(() => child.kill('SIGKILL'));
  const said: string[] = [];
  let wake = (): void => undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    wake();
  });
  let isOver = false;
  const end = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => {
      isOver = true;
      wake();
      resolve({ code, signal });
    });
  });
  return {
    process: child,
    async lines(word, count) {
      for (;;) {
        const found = said.filter((line) => line.startsWith(`${word} `) || line === word);
        if (found.length >= count) return found.map((line) => line.slice(word.length + 1));
        if (isOver) throw new Error(`the process ended after ${said.length} lines: ${said.join(' | ')}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    ended: () => end,
  };
}

async function openHere(file: string): Promise<Ledger> {
  const store = await openSqliteStore({ file });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock: systemClock, ids: createIds({ clock: systemClock, random: systemRandom }) });
  closers.push(() => ledger.close());
  return ledger;
}

function answerHere(ledger: Ledger, approvalId: ApprovalId, answer: Pick<ApprovalAnswer, 'answer' | 'arguments' | 'reason'>): ReturnType<typeof answerApproval> {
  const ports = { log: ledger.log.writerFor(AUTHOR), reader: ledger.log, documents: ledger.documents, key: async () => createApprovalKey(sampleKeyPem('this installation')), approvers: { owner: ['ada'], admin: [], security: [] }, clock: systemClock };
  return answerApproval({ approvalId, actionHash: sampleCall().decision.action_hash, remember: 'once', answeredBy: 'ada', idempotencyKey: approvalId, ...answer }, ports);
}

/** Which question belongs to which call, as the log tells. */
async function questions(ledger: Ledger): Promise<Map<string, ApprovalId>> {
  const entries = await ledger.log.readAll({ limit: 10_000 });
  const records = entries.flatMap(({ event }) => (event.type === 'approval.requested' ? [event.payload?.['record'] as { call: string; approval_id: ApprovalId }] : []));
  return new Map(records.map(({ call, approval_id }) => [call, approval_id]));
}

describe('a process that is killed while approvals wait', () => {
  it('loses none of them and grants none, and takes the answers that came meanwhile', verifies('MAH-10C-2', 'MAH-10C-3', 'KEL-APPROVAL-04'), async () => {
    const file = join(folders.make(), 'ledger.db');
    const order = { does: 'wait', file, calls: 6 } as const;
    for (let kill = 1; kill <= 3; kill += 1) {
      const child = start(order);
      await child.lines('told', 6);
      child.process.kill('SIGKILL');
      expect(await child.ended()).toEqual({ code: null, signal: 'SIGKILL' });
    }
    const ledger = await openHere(file);
    const asked = await questions(ledger);
    const idOf = (at: number): ApprovalId => ApprovalId.parse(asked.get(`execute/1/tool-${at}`));
    const states = async () => Promise.all(Array.from({ length: 6 }, async (_, at) => [(await readApproval(idOf(at), ledger.documents))?.settled, await ledger.documents.get(documentKey.approvalUse(idOf(at)))]));
    expect([asked.size, await states()]).toEqual([6, Array.from({ length: 6 }, () => [null, undefined])]);

    await answerHere(ledger, idOf(0), { answer: 'approved', reason: '' });
    await answerHere(ledger, idOf(1), { answer: 'denied', reason: 'not today' });
    await answerHere(ledger, idOf(2), { answer: 'edited', reason: '', arguments: { script: 'ls build' } });
    const again = start(order);
    await again.lines('told', 3);
    await again.lines('answer', 3);
    await answerHere(ledger, idOf(3), { answer: 'denied', reason: 'nor this' });
    await answerHere(ledger, idOf(4), { answer: 'approved', reason: '' });
    await answerHere(ledger, idOf(5), { answer: 'approved', reason: '' });
    expect(await again.ended()).toEqual({ code: 0, signal: null });
    const answers = (await again.lines('answer', 6)).map((line) => [Number(line.slice(0, 1)), ToolApprovalAnswer.parse(JSON.parse(line.slice(2)))] as const);
    expect(answers.toSorted(([one], [other]) => one - other).map(([, answer]) => answer)).toEqual([
      { answer: 'approved', approval_id: idOf(0) },
      { answer: 'denied', reason: 'not today' },
      { answer: 'edited', approval_id: idOf(2), arguments: { script: 'ls build' } },
      { answer: 'denied', reason: 'nor this' },
      { answer: 'approved', approval_id: idOf(4) },
      { answer: 'approved', approval_id: idOf(5) },
    ]);
    expect([(await questions(ledger)).size, (await ledger.documents.list('approval_use:')).map(({ body }) => body['approval_id']).toSorted()]).toEqual([6, [idOf(0), idOf(2), idOf(4), idOf(5)].toSorted()]);
  });
});

describe('two terminals that answer at once', () => {
  it('are told which of them was first, fifty times over', verifies('KEL-APPROVAL-09'), async () => {
    const rounds = 50;
    const file = join(folders.make(), 'ledger.db');
    const waiting = start({ does: 'wait', file, calls: rounds });
    const ids = await waiting.lines('told', rounds);
    const ada = start({ does: 'answer', file, answer: 'approved', userId: 'ada' });
    const grace = start({ does: 'answer', file, answer: 'denied', userId: 'grace' });
    await Promise.all([ada.lines('ready', 1), grace.lines('ready', 1)]);
    for (const id of ids) for (const terminal of [ada, grace]) terminal.process.stdin?.write(`${id}\n`);
    for (const terminal of [ada, grace]) terminal.process.stdin?.end('end\n');
    expect([await ada.ended(), await grace.ended(), await waiting.ended()]).toEqual(Array.from({ length: 3 }, () => ({ code: 0, signal: null })));

    const wonBy = { ada: await ada.lines('won', 0), grace: await grace.lines('won', 0) };
    const told = { ada: await ada.lines('approval.settled', 0), grace: await grace.lines('approval.settled', 0) };
    expect([...wonBy.ada, ...wonBy.grace].toSorted()).toEqual(ids.toSorted());
    const winnersAsTold = (lines: string[]) => lines.map((line) => [line.slice(0, line.indexOf(' ')), JSON.parse(line.slice(line.indexOf(' ') + 1)) as unknown]);
    expect(winnersAsTold(told.ada)).toEqual(wonBy.grace.map((id) => [id, { approval_id: id, answer: 'denied', answered_by: 'grace', at: expect.any(String) as string }]));
    expect(winnersAsTold(told.grace)).toEqual(wonBy.ada.map((id) => [id, { approval_id: id, answer: 'approved', answered_by: 'ada', at: expect.any(String) as string }]));
    const granted = (await waiting.lines('answer', rounds)).filter((line) => line.includes('"approved"'));
    expect(granted.length).toBe(wonBy.ada.length);
  });
});
