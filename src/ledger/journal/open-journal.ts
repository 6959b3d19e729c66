import { StepResolution, type RunId } from '../../contracts/index.ts';
import { invariant, parseId, type Clock, type Ids, type Random } from '../../kernel/index.ts';
import { CANCEL_GRACE_MS } from '../limits.ts';
import type { LogReader, LogWriter } from '../log/log.ts';
import type { Fence } from '../request.ts';
import { mayHaveHappened } from './decide-step.ts';
import { markInterruption } from './interruption.ts';
import { answerInvalid, nothingToResolve } from './journal-errors.ts';
import { closeNest, type JournalMode, type JournalState, type Nest } from './journal-state.ts';
import type { Journal, ResolveStep, RunJournal } from './journal.ts';
import type { BlobPort, Timer } from './ports.ts';
import { readRun } from './read-run.ts';
import { createRecorder } from './recorder.ts';
import { runStep } from './run-step.ts';
import { stepKeyOf } from './step-keys.ts';
import type { StepRecord } from './step-record.ts';
import { prepareValue } from './stored-values.ts';
import { missingVersions, versionsUnavailable, type AvailableVersions } from './version-pins.ts';
import { worldEffects, type WorldEffects } from './world-effects.ts';

export interface JournalPorts {
  readonly runId: RunId;
  readonly writer: LogWriter;
  readonly reader: LogReader;
  readonly blobs: BlobPort;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly timer: Timer;
  readonly mode: JournalMode;
  readonly signal: AbortSignal;
  /** Proof that this process owns the run; every append carries it. */
  readonly fence?: Fence;
  /** When given, a run that is pinned to anything else is refused. */
  readonly available?: AvailableVersions;
  readonly cancelGraceMs?: number;
}

const EXECUTION_BYTES = 16;

/** Reads what the run has recorded and goes on from there. */
export async function openJournal(ports: JournalPorts): Promise<RunJournal> {
  const { runId, writer, fence, mode, blobs, clock, ids, random, timer, cancelGraceMs: graceMs = CANCEL_GRACE_MS } = ports;
  const { steps, pins } = await readRun(ports.reader, runId);
  const missing = ports.available === undefined ? [] : missingVersions(pins, ports.available);
  if (missing.length > 0) throw versionsUnavailable(runId, missing);
  const recorder = createRecorder({ runId, writer, fence, steps });
  const execution = Buffer.from(random.bytes(EXECUTION_BYTES)).toString('hex');
  const state: JournalState = { runId, mode, steps, used: new Set(), recorder, blobs, clock, timer, graceMs, execution };
  const nest: Nest = { signal: ports.signal, underWay: new Set(), isOver: false };
  return {
    ...journalOf(state, worldEffects({ clock, ids, random }), nest, ''),
    runId,
    pins,
    resolve: (key, answer) => resolveStep(state, key, answer),
    close: () => closeNest(nest),
  };
}

function journalOf(state: JournalState, world: WorldEffects, nest: Nest, prefix: string): Journal {
  const step: Journal['step'] = async (name, effect, request, options = {}) => {
    const run = async () => {
      const key = stepKeyOf(prefix, name, effect.name);
      return runStep(state, nest, { key, effect, request, options, below: (inner) => journalOf(state, world, inner, key) });
    };
    const running = run();
    nest.underWay.add(running);
    try {
      const outcome = await running.catch((error: unknown) => {
        markInterruption(error);
        throw error;
      });
      if (outcome.ok) return outcome.result;
      throw outcome.error;
    } finally {
      nest.underWay.delete(running);
    }
  };
  return {
    step,
    scope: (inner) => journalOf(state, world, nest, prefix === '' ? inner : `${prefix}/${inner}`),
    now: (key) => step(key, world.now, {}),
    mint: async (key, idPrefix) => parseId(idPrefix, await step(key, world.mint, { prefix: idPrefix })),
    randomBytes: async (key, count) => new Uint8Array(Buffer.from(await step(key, world.randomBytes, { count }), 'hex')),
  };
}

async function resolveStep(state: JournalState, name: string, answer: ResolveStep): Promise<void> {
  invariant(state.mode === 'live', 'a recorded run is only read');
  const key = stepKeyOf('', name, 'resolve');
  const record = state.steps.get(key);
  // A step that is under way here cannot be answered for: it would be let begin a second time.
  if (record === undefined || !isAwaitingPerson(record) || state.used.has(key)) throw nothingToResolve(key);
  state.used.add(key);
  try {
    const base = { key, request_hash: record.intent.request_hash, decided_by: answer.decidedBy, reason: answer.reason };
    const value = answer.decision === 'did_happen' ? await prepareValue(state.blobs, answer.result) : undefined;
    const parsed = StepResolution.safeParse({ ...base, decision: answer.decision, ...(value && { result: value.stored }) });
    if (!parsed.success) throw answerInvalid(key, parsed.error);
    await state.recorder.write(`resolved.${record.resolutions + 1}`, { kind: 'resolved', resolution: parsed.data }, { operations: value?.operations ?? [] });
  } finally {
    state.used.delete(key);
  }
}

/** An answer may be corrected until the step has gone on from it. */
function isAwaitingPerson(record: StepRecord): boolean {
  return mayHaveHappened(record) || record.standing.is === 'resolved';
}
