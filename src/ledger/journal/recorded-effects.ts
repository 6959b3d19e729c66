import { ErrorBody, type EffectName, type LogEntry, type RunId, type Sha256, type StepKey, type StepOutcome, type Timestamp } from '../../contracts/index.ts';
import { canonicalHash, canonicalJson } from '../../kernel/index.ts';
import { blobRefsOf } from '../decide/blob-refs.ts';
import type { LogReader } from '../log/log.ts';
import { markInterruption } from './interruption.ts';
import { diverged, notRecorded } from './journal-errors.ts';
import type { EffectDefinition, EffectHandler } from './journal.ts';
import { readOutcome } from './outcome.ts';
import type { BlobPort } from './ports.ts';
import { readPast } from './recorded-past.ts';
import type { StepRecord } from './step-record.ts';

/** A step that was answered from the record of another execution. */
export interface AnsweredStep {
  readonly key: StepKey;
  /** When its outcome was recorded. */
  readonly at: Timestamp;
  /** Contents that its outcome names; whoever keeps the answer has to keep them too. */
  readonly blobs: readonly Sha256[];
  /** What was recorded below it, which nobody will ask for again. */
  readonly below: readonly LogEntry[];
}

export interface RecordedEffectsPorts {
  readonly runId: RunId;
  readonly reader: LogReader;
  readonly blobs: BlobPort;
  /** Told before each answer is given. */
  onAnswer(answered: AnsweredStep): Promise<void>;
}

/** A step as it stands in the record. */
export interface RecordedStep {
  readonly key: StepKey;
  readonly effect: EffectName;
  readonly sideEffect: StepRecord['intent']['side_effect'];
  readonly isCompleted: boolean;
  /** Of what was asked. */
  readonly requestHash: Sha256;
}

export interface RecordedEffects {
  readonly handle: EffectHandler;
  readonly steps: readonly RecordedStep[];
  /** How often a step had begun and come to nothing before the attempt that gave its outcome. */
  lostAttempts(key: StepKey): number;
  /** Where in the log the last word of a step stands; behind all others when there is none. */
  positionOf(key: StepKey): number;
}

/**
 * Answers every step with what another execution of the run recorded, and does nothing anew. A step that was not recorded,
 * or was asked something else then, interrupts the run: going on from an invented answer would show nothing. What was recorded
 * before a person let the run go on under other versions answers other words too, as it did when the run went on.
 */
export async function recordedEffects({ runId, reader, blobs, onAnswer }: RecordedEffectsPorts): Promise<RecordedEffects> {
  const { steps: records, entries, fromBefore } = await readPast(runId, Number.POSITIVE_INFINITY, reader);
  const belowOf = (key: StepKey): LogEntry[] => [...entries].filter(([one]) => one.startsWith(`${key}/`)).flatMap(([, found]) => found).toSorted((a, b) => a.position - b.position);
  const answer = async <Request, Result>(key: StepKey, effect: EffectDefinition<Request, Result>, request: Request): Promise<Result> => {
    const record = records.get(key);
    const requestHash = canonicalHash(request);
    if (record === undefined || record.standing.is !== 'completed') throw interrupted(notRecorded(key));
    if (record.intent.effect !== effect.name || (record.intent.request_hash !== requestHash && !fromBefore.has(key))) throw interrupted(diverged(key, `${record.intent.effect} ${record.intent.request_hash}`, `${effect.name} ${requestHash}`));
    const outcome = await readOutcome(blobs, key, effect, record.standing.outcome);
    const said = outcome.ok ? outcome.result : outcome.error.toBody();
    await onAnswer({ key, at: entries.get(key)?.at(-1)?.event.recorded_at ?? '', blobs: said === undefined ? [] : [...blobRefsOf(canonicalJson(said))], below: belowOf(key) });
    if (outcome.ok) return outcome.result;
    throw outcome.error;
  };
  return {
    handle: (key, effect) => ({ ...effect, perform: (request) => answer(key, effect, request) }),
    steps: [...records].map(([key, { intent, standing }]) => ({ key, effect: intent.effect, sideEffect: intent.side_effect, isCompleted: standing.is === 'completed', requestHash: intent.request_hash })),
    lostAttempts: (key) => lostAttemptsOf(records.get(key)),
    positionOf: (key) => entries.get(key)?.at(-1)?.position ?? Number.POSITIVE_INFINITY,
  };
}

/** The last attempt gave the outcome, unless its budget was refused: then it never began, and has no intent of its own. */
function lostAttemptsOf(record: StepRecord | undefined): number {
  if (record?.standing.is !== 'completed') return 0;
  return wasRefusedItsBudget(record.standing.outcome) ? record.intents : Math.max(0, record.intents - 1);
}

function wasRefusedItsBudget(outcome: StepOutcome): boolean {
  const error = !outcome.ok && 'value' in outcome.error ? ErrorBody.safeParse(outcome.error.value).data : undefined;
  return error?.code.startsWith('counter.') === true;
}

function interrupted(error: Error): Error {
  markInterruption(error);
  return error;
}
