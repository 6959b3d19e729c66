import { z } from 'zod';
import { CounterState, CounterUnit, type CounterAmounts, type StreamId } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { counterDocument, createCounters, type Ledger, type LogWriter } from '../../ledger/index.ts';

export type CounterLedger = Pick<Ledger, 'documents'>;

/** A counter as it stands; undefined when there is none. One that cannot be read is refused: nothing may be given from it. */
export async function readCounter(counter: StreamId, { documents }: CounterLedger): Promise<CounterState | undefined> {
  const stored = await documents.get(counterDocument(counter));
  return stored === undefined ? undefined : readAs(CounterState, stored.body, counter);
}

/** What of a counter is limited, spent and set aside in all. Who has set what aside is not looked at: of a day that may be many. */
export type CounterStanding = Pick<CounterState, 'limits' | 'spent' | 'reserved'>;
const { limits, spent, reserved } = CounterState.shape;
const Standing = z.object({ limits, spent, reserved });

/** By the document, which is the same for everybody as long as nothing is counted. */
const standings = new WeakMap<object, CounterStanding>();

export async function readStanding(counter: StreamId, { documents }: CounterLedger): Promise<CounterStanding | undefined> {
  const stored = await documents.get(counterDocument(counter));
  if (stored === undefined) return undefined;
  const known = standings.get(stored.body) ?? (isStanding(stored.body) ? stored.body : readAs(Standing, stored.body, counter));
  standings.set(stored.body, known);
  return known;
}

/** What every call looks at several times is looked through by hand; whatever is unusual is left to the schema, which tells what is wrong. */
function isStanding(body: object): body is CounterStanding {
  return ['limits', 'spent', 'reserved'].every((part) => isAmounts((body as Record<string, unknown>)[part]));
}

function isAmounts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.entries(value).every(([unit, amount]) => isKnownUnit(unit) && Number.isSafeInteger(amount) && amount >= 0);
}

/** As many as a program counts, and room to spare. */
const KNOWN_UNITS_MAX = 200;
const knownUnits = new Set<string>();

function isKnownUnit(unit: string): boolean {
  if (knownUnits.has(unit)) return true;
  if (knownUnits.size >= KNOWN_UNITS_MAX || !CounterUnit.safeParse(unit).success) return false;
  knownUnits.add(unit);
  return true;
}

function readAs<State>(schema: z.ZodType<State>, body: unknown, counter: StreamId): State {
  const state = schema.safeParse(body);
  if (state.success) return state.data;
  throw new KeelsonError('counter.invalid', { message: `The counter "${counter}" cannot be read, so nothing is taken from it.`, nextStep: 'Have the projections rebuilt from the log, then try again.', data: { counter, detail: 'its document cannot be read' } });
}

/**
 * Makes sure that a shared counter is there with at least these limits, whoever opens it first. Configured limits that grew
 * since are raised; a limit that was lowered holds from the next counter on, and the circuit breaker looks at it at once.
 */
export async function ensureCounter(counter: StreamId, limits: CounterAmounts, { ledger, writer }: { readonly ledger: CounterLedger; readonly writer: LogWriter }): Promise<CounterState> {
  const counters = createCounters(writer);
  let state = await readCounter(counter, ledger);
  if (state === undefined) {
    await unlessDone(counters.open(`${counter}:opened`, counter, limits));
    state = await readCounter(counter, ledger);
  }
  if (state === undefined) throw new KeelsonError('counter.unknown', { message: `The counter "${counter}" was opened and is not there.`, nextStep: 'Have the projections rebuilt from the log, then try again.', data: { counter } });
  const { limits: counted } = state;
  const grown = Object.fromEntries(Object.entries(limits).filter(([unit, limit]) => limit > (counted[unit] ?? 0)));
  if (Object.keys(grown).length === 0) return state;
  const named = Object.entries(grown).toSorted().map(([unit, limit]) => `${unit}.${limit}`);
  await unlessDone(counters.raise(`${counter}:raised:${named.join(':')}`, counter, grown, 'The configuration allows more.'));
  return { ...state, limits: { ...counted, ...grown } };
}

/** Somebody who did the same at the same moment has done it for all. */
async function unlessDone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!hasCode(error, 'ledger.key_reused') && !hasCode(error, 'counter.exists')) throw error;
  }
}
