import { approvalRequested, OversightSection, ToolId, type ApprovalId, type RunId, type ToolApprovalPending } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom, sha256Hex, type FixedClock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createBus, createDocuments, rulesOf, type LedgerStore, type Log, type LogWriter } from '../../src/ledger/index.ts';
import { answerApproval, type ApprovalAnswer, type AnswerPorts } from '../../src/oversight/approvals/answer-approval.ts';
import { createApprovalKey, type ApprovalKey } from '../../src/oversight/approvals/approval-key.ts';
import type { RunApprovalOptions, RunApprovalPorts } from '../../src/oversight/approvals/approval-ports.ts';
import { approvalsForRun, type RunApprovals } from '../../src/oversight/approvals/approvals-for-run.ts';
import { appendKeyOf, type CallToApprove } from '../../src/oversight/approvals/call-to-approve.ts';
import { logOver, runId } from '../contract-suites/ledger-samples.ts';
import { manualTimer, quiet, type ManualTimer } from './journal-fixture.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';

export const APPROVAL_RUN: RunId = runId(7);

/** What comes before the 32 bytes of an Ed25519 key in PKCS#8. */
const PKCS8_PREFIX = '302e020100300506032b657004220420';

/** A key that is the same for the same name; made for tests and used for nothing else. */
export function sampleKeyPem(name: string): string {
  const der = Buffer.from(`${PKCS8_PREFIX}${sha256Hex(name)}`, 'hex').toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
}

const START_MS = 1_800_000_000_000;

/** How often it is looked whether a question is there. */
const LOOKS_MAX = 20;

/** A call that a person is asked about: it can be taken back and stays in the workspace. */
export function sampleCall(changes: Partial<CallToApprove> = {}, decision: Partial<CallToApprove['decision']> = {}): CallToApprove {
  return {
    runId: APPROVAL_RUN,
    call: 'execute/1/tool-1',
    idempotencyKey: 'key-1',
    decision: {
      tool_id: ToolId.parse('shell'),
      role_id: 'coder',
      arguments: { script: 'rm -r build' },
      workspace: '/home/ada/lease',
      definition_hash: sha256Hex('shell'),
      action_hash: sha256Hex('rm -r build'),
      intentions: [{ kind: 'script', subject: 'rm -r build (in /home/ada/lease)', verdict: { decision: 'ask', rule: 'command.remove', explanation: 'It removes a folder.' } }],
      ...decision,
    },
    reasons: ['command.remove: It removes a folder.'],
    isUndoable: true,
    origins: [],
    touches: ['programs', 'workspace_write'],
    ...changes,
  };
}

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
