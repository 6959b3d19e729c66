import { approvalRequested, OversightSection, type ApprovalId, type ToolApprovalPending } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom, type FixedClock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createBus, createDocuments, rulesOf, type LedgerStore, type Log, type LogWriter } from '../../src/ledger/index.ts';
import { answerApproval, type ApprovalAnswer, type AnswerPorts } from '../../src/oversight/approvals/answer-approval.ts';
import { createApprovalKey, type ApprovalKey } from '../../src/oversight/approvals/approval-key.ts';
import type { RunApprovalOptions, RunApprovalPorts } from '../../src/oversight/approvals/approval-ports.ts';
import { approvalsForRun, type RunApprovals } from '../../src/oversight/approvals/approvals-for-run.ts';
import { appendKeyOf, type CallToApprove } from '../../src/oversight/approvals/call-to-approve.ts';
import { logOver } from '../contract-suites/ledger-samples.ts';
import { APPROVAL_RUN, sampleCall, sampleKeyPem } from './approval-samples.ts';
import { manualTimer, quiet, type ManualTimer } from './journal-fixture.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';

const START_MS = 1_800_000_000_000;

/** How often it is looked whether a question is there. */
const LOOKS_MAX = 20;

export interface ApprovalRig {
  readonly ports: RunApprovalPorts;
  readonly answering: AnswerPorts;
  readonly log: Log;
  readonly writer: LogWriter;
  readonly clock: FixedClock;
  readonly timer: ManualTimer;
  readonly key: ApprovalKey;
  readonly told: ToolApprovalPending[];
  approvals(options?: Partial<RunApprovalOptions>, ports?: Partial<RunApprovalPorts>): RunApprovals;
  /** Asks, and resolves when the question is in the log. */
  asked(call?: CallToApprove, options?: Partial<RunApprovalOptions>, signal?: AbortSignal): Promise<{ readonly approvalId: ApprovalId; readonly answer: ReturnType<RunApprovals['request']> }>;
  answer(approvalId: ApprovalId, changes?: Partial<ApprovalAnswer>, ports?: Partial<AnswerPorts>): ReturnType<typeof answerApproval>;
  /** Payloads of one type of event, in order. */
  events(type: string): Promise<Readonly<Record<string, unknown>>[]>;
}

export interface RigStore {
  readonly store: LedgerStore;
  readonly log: Log;
  readonly writer: LogWriter;
}

export async function approvalRig(settings: object = {}, over?: RigStore): Promise<ApprovalRig> {
  const { store, log, writer } = over ?? (await inMemory());
  const clock = fixedClock(START_MS);
  const timer = manualTimer();
  const random = seededRandom(1);
  const key = createApprovalKey(sampleKeyPem('this installation'));
  const told: ToolApprovalPending[] = [];
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const approvals = OversightSection.parse({ approvals: settings }).approvals;
  const ports: RunApprovalPorts = {
    log: writer,
    person: { userId: 'owner', log: writer },
    reader: log,
    documents,
    bus: createBus({ store, reader: log, catalogue: rulesOf(BUILTIN_SETUP).catalogue }),
    key: async () => key,
    settings: approvals,
    clock,
    ids: createIds({ clock, random }),
    random,
    timer,
    notify: [(notification) => void told.push(notification)],
  };
  const answering: AnswerPorts = { log: writer, reader: log, documents, key: ports.key, approvers: approvals.approvers, clock };
  const rig: ApprovalRig = {
    ports,
    answering,
    log,
    writer,
    clock,
    timer,
    key,
    told,
    approvals: (options = {}, changed = {}) => approvalsForRun({ runId: APPROVAL_RUN, attendance: 'attended', mode: 'ask', triggersOf: () => [], confinement: 'offline', ...options }, { ...ports, ...changed }),
    async asked(call = sampleCall(), options = {}, signal = new AbortController().signal) {
      const answer = rig.approvals(options).request(call, signal);
      answer.catch(() => undefined);
      for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
        await quiet();
        const [entry] = await log.appended(appendKeyOf(call));
        if (entry !== undefined) return { approvalId: approvalRequested.payload.parse(entry.event.payload).record.approval_id, answer };
      }
      throw new Error(`nothing was asked: ${JSON.stringify(await answer)}`);
    },
    answer: (approvalId, changes = {}, changed = {}) =>
      answerApproval({ approvalId, answer: 'approved', actionHash: sampleCall().decision.action_hash, remember: 'once', reason: '', answeredBy: 'owner', idempotencyKey: `answer to ${approvalId}`, ...changes }, { ...answering, ...changed }),
    events: async (type) => (await allEvents(log)).flatMap(({ event }) => (event.type === type && event.payload !== null ? [event.payload] : [])),
  };
  return rig;
}

async function allEvents(log: Log): ReturnType<Log['readAll']> {
  return log.readAll({ limit: 10_000 });
}

async function inMemory(): Promise<RigStore> {
  const { store } = await ledgerInMemory();
  return { store, ...logOver(store, BUILTIN_SETUP) };
}
