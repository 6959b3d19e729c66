import { StepResolution, type RunId } from '../../contracts/index.ts';
import { hasCode, invariant, parseId, type Clock, type Ids, type Random } from '../../kernel/index.ts';
import { CANCEL_GRACE_MS } from '../limits.ts';
import type { LogReader, LogWriter } from '../log/log.ts';
import type { Fence } from '../request.ts';
import { mayHaveHappened } from './decide-step.ts';
import { markInterruption } from './interruption.ts';
import { answerInvalid, nothingToResolve } from './journal-errors.ts';
import { closeNest, openNest, type JournalMode, type JournalState, type Nest } from './journal-state.ts';
import type { EffectHandler, Journal, ResolveStep, RunJournal } from './journal.ts';
import type { BlobPort, Timer } from './ports.ts';
import { readRun } from './read-run.ts';
import { unansweredAtOpening } from './open-questions.ts';
import { createRecorder } from './recorder.ts';
import { runStep } from './run-step.ts';
import { stepKeyOf } from './step-keys.ts';
import type { StepRecord } from './step-record.ts';
import { prepareValue } from './stored-values.ts';
import { missingVersions, versionsUnavailable, type AvailableVersions } from './version-pins.ts';
import { worldEffects, type WorldEffects } from './world-effects.ts';

interface CommonPorts {
  readonly runId: RunId;
  readonly writer: LogWriter;
  readonly reader: LogReader;
  readonly blobs: BlobPort;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  /** When given, a run that is pinned to anything else is refused. */
  readonly available?: AvailableVersions;
  readonly cancelGraceMs?: number;
  /** Another hand for what the steps do, such as one that answers from a record; the effects do it themselves when left out. */
  readonly handleEffect?: EffectHandler;
}

/** Whoever goes on with a run proves with every append that it is the only one to do so. */
type Ownership = { readonly mode: Extract<JournalMode, 'live'>; readonly fence: Fence } | { readonly mode: Extract<JournalMode, 'recorded'>; readonly fence?: Fence };

export type JournalPorts = CommonPorts & Ownership;

const EXECUTION_BYTES = 16;

/** Reads what the run has recorded and goes on from there. */
export async function openJournal(ports: JournalPorts): Promise<RunJournal> {
  const { runId, writer, fence, mode, blobs, clock, ids, random, timer, cancelGraceMs: graceMs = CANCEL_GRACE_MS, handleEffect } = ports;
  const { steps, pins, refusedSettlements, fromBefore } = await readRun(ports.reader, runId);
  const missing = ports.available === undefined ? [] : missingVersions(pins, ports.available);
  if (missing.length > 0) throw versionsUnavailable(runId, missing);
  const recorder = createRecorder({ runId, writer, fence, timer, steps, refusedSettlements });
  const execution = Buffer.from(random.bytes(EXECUTION_BYTES)).toString('hex');
  const state: JournalState = { runId, mode, steps, used: new Set(), fromBefore, unanswered: unansweredAtOpening(steps), recorder, reader: ports.reader, blobs, clock, timer, graceMs, execution, ...(handleEffect !== undefined && { handleEffect }) };
  const nest = openNest(() => ports.signal);
  return {
    ...journalOf(state, worldEffects({ clock, ids, random }), nest, ''),
    runId,
    pins,
    resolve: (key, answer) => resolveStep(state, key, answer),
    refusedSettlements: () => [...refusedSettlements],
    async close() {
      await closeNest(nest);
      // Where that fails, whoever goes on reads again what was only read.
      await recorder.flush().catch(() => undefined);
    },
  };
}

function journalOf(state: JournalState, world: WorldEffects, nest: Nest, prefix: string): Journal {
  const step: Journal['step'] = async (name, effect, request, options = {}) => {
    const run = async () => {
      try {
        const key = stepKeyOf(prefix, name, effect.name);
        const handled = state.handleEffect?.(key, effect) ?? effect;
        const outcome = await runStep(state, nest, { key, effect: handled, request, options, below: (inner) => journalOf(state, world, inner, key) });
        // The key cannot be asked for again, so what was recorded under it need not be kept in memory.
        state.steps.delete(key);
        return outcome;
      } catch (error) {
        markInterruption(error);
        if (!isNobodysLoss(error, options.signal, nest)) nest.interruption ??= { error };
        throw error;
      }
    };
    const running = run();
    nest.underWay.add(running);
    try {
      const outcome = await running;
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
    flush: () => state.recorder.flush(),
    randomBytes: async (key, count) => new Uint8Array(Buffer.from(await step(key, world.randomBytes, { count }), 'hex')),
  };
}

/** Whoever stops one step by its own signal knows of it and may go on without; nor is a step missed that came too late to begin. */
function isNobodysLoss(error: unknown, own: AbortSignal | undefined, nest: Nest): boolean {
  if (!hasCode(error, 'journal.cancelled') || nest.signal.aborted) return false;
  return own?.aborted === true || (nest.isOver && !error.data.may_have_happened);
}

async function resolveStep(state: JournalState, name: string, answer: ResolveStep): Promise<void> {
  invariant(state.mode === 'live', 'a recorded run is only read');
  const { used, steps, blobs } = state;
  const { attempt, decision } = answer;
  const key = stepKeyOf('', name, 'resolve');
  // A step that is under way here cannot be answered for: it would be let begin a second time.
  if (used.has(key)) throw nothingToResolve(key, attempt);
  used.add(key);
  try {
    // Read afresh: the answer must not meet an attempt that was made since this journal was opened.
    const { steps: current } = await readRun(state.reader, state.runId);
    const record = current.get(key);
    if (record === undefined || !isAwaitingPerson(record) || record.intents !== attempt) throw nothingToResolve(key, attempt);
    const { request_hash, execution } = record.intent;
    const base = { key, request_hash, intent_number: attempt, execution, decided_by: answer.decidedBy, reason: answer.reason };
    const value = answer.decision === 'did_happen' ? await prepareValue(blobs, answer.result) : undefined;
    const parsed = StepResolution.safeParse({ ...base, decision, ...(value && { result: value.stored }) });
    if (!parsed.success) throw answerInvalid(key, parsed.error);
    steps.set(key, record);
    const part = `resolved.${attempt}.${execution}.${record.resolutions + 1}`;
    await state.recorder.write(part, { kind: 'resolved', resolution: parsed.data }, { operations: value?.operations ?? [] }, isAnswered);
  } finally {
    used.delete(key);
  }
}

/** Somebody else answered at the same time, which says nothing against the log. */
function isAnswered(error: unknown): boolean {
  return hasCode(error, 'ledger.key_reused');
}

/** An answer may be corrected until the step has gone on from it. */
function isAwaitingPerson(record: StepRecord): boolean {
  return mayHaveHappened(record) || record.standing.is === 'resolved';
}
