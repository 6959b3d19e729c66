import { runVersionsAccepted, type LogEntry, type RunId, type StepKey, type StepOutcome, type StoredValue } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import type { LogReader } from '../log/log.ts';
import { markInterruption } from './interruption.ts';
import { diverged } from './journal-errors.ts';
import type { EffectDefinition, EffectHandler } from './journal.ts';
import { readOutcome } from './outcome.ts';
import type { BlobPort } from './ports.ts';
import { entriesOfStream, payloadOf } from './read-run.ts';
import { factOf, isStepEvent, keyOf } from './step-facts.ts';
import { foldStep, type StepRecord } from './step-record.ts';
import { readValue } from './stored-values.ts';

/** What a run had recorded up to a place. */
export interface Past {
  readonly steps: ReadonlyMap<StepKey, StepRecord>;
  /** The events of each step, in order. */
  readonly entries: ReadonlyMap<StepKey, readonly LogEntry[]>;
  /** The ids that it had made. */
  readonly minted: readonly string[];
  /** What was recorded under versions that a person let the run leave behind. */
  readonly fromBefore: ReadonlySet<StepKey>;
}

export async function readPast(runId: RunId, upTo: number, reader: LogReader): Promise<Past> {
  const steps = new Map<StepKey, StepRecord>();
  const entries = new Map<StepKey, LogEntry[]>();
  let fromBefore: ReadonlySet<StepKey> = new Set();
  for await (const entry of entriesOfStream(reader, runId)) {
    if (entry.event.sequence > upTo) break;
    if (entry.event.type === runVersionsAccepted.type) fromBefore = new Set(steps.keys());
    if (!isStepEvent(entry.event.type)) continue;
    const fact = factOf(entry.event.type, payloadOf(entry.event));
    const key = keyOf(fact);
    steps.set(key, foldStep(steps.get(key), fact));
    entries.set(key, [...(entries.get(key) ?? []), entry]);
  }
  return { steps, entries, minted: [...steps.values()].flatMap(mintedIn), fromBefore };
}

function mintedIn({ intent, standing }: StepRecord): string[] {
  if (intent.effect !== 'id.mint' || standing.is !== 'completed' || !standing.outcome.ok) return [];
  const { result } = standing.outcome;
  return 'value' in result && typeof result.value === 'string' ? [result.value] : [];
}

export interface PastPorts {
  readonly blobs: BlobPort;
  /** The same value with the names that things have here. */
  asHere(value: unknown): unknown;
  /** Told before each answer is given, with what was recorded below the step. */
  onAnswer(key: StepKey, below: readonly LogEntry[]): Promise<void>;
}

/**
 * Answers each step that another run had completed with what that one recorded, and does all others. Nothing that the other
 * did is done again, so none of it is destructive any more.
 */
export function goingOnFrom({ steps, entries, fromBefore }: Past, { blobs, asHere, onAnswer }: PastPorts): EffectHandler {
  const answer = async <Request, Result>(record: StepRecord, outcome: StepOutcome, effect: EffectDefinition<Request, Result>, request: Request): Promise<Result> => {
    const { key, effect: recorded } = record.intent;
    const asked = withoutHashes(asHere(await readValue(blobs, record.intent.request)));
    if (recorded !== effect.name || (asked !== withoutHashes(request) && !fromBefore.has(key))) throw otherQuestion(record, effect.name);
    const below = [...entries].filter(([one]) => one.startsWith(`${key}/`)).flatMap(([, found]) => found).toSorted((one, other) => one.position - other.position);
    const renamed = async (stored: StoredValue): Promise<StoredValue> => ({ value: asHere(await readValue(blobs, stored)) ?? null });
    const read = await readOutcome(blobs, key, effect, outcome.ok ? { ok: true, result: await renamed(outcome.result) } : { ok: false, error: await renamed(outcome.error) });
    await onAnswer(key, below);
    if (read.ok) return read.result;
    throw read.error;
  };
  return (key, effect) => {
    const record = steps.get(key);
    if (record?.standing.is !== 'completed') return effect;
    const { outcome } = record.standing;
    return { ...effect, sideEffect: effect.sideEffect === 'destructive' ? 'idempotent_write' : effect.sideEffect, perform: (request) => answer(record, outcome, effect, request) };
  };
}

const HASH = /[0-9a-f]{64}/g;

/** What a hash stands for has other names here, so that it is another hash of the same. */
function withoutHashes(value: unknown): string {
  return canonicalJson(value).replace(HASH, '#');
}

function otherQuestion({ intent: { key, effect, request_hash: hash } }: StepRecord, met: string): Error {
  const error = diverged(key, `${effect} ${hash}`, `${met} with something else`);
  markInterruption(error);
  return error;
}
