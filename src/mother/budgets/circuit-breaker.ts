import { documentKey, runCircuitOpened, type CounterState, type Name, type ResourceBudget, type RunId, type StreamId } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { createCounterOperations, isAlive, leaseOf, recordOnce, type HeldLease, type Ledger, type LogWriter } from '../../ledger/index.ts';
import { dayCounterLimits, globalCounterLimits } from './budget-units.ts';
import { reachedShare, warnOnce } from './budget-warnings.ts';
import { ensureCounter, readCounter } from './counter-reading.ts';

export interface AdmissionPorts {
  readonly ledger: Pick<Ledger, 'log' | 'documents' | 'store'>;
  readonly writer: LogWriter;
}

export interface ToAdmit {
  readonly runId: RunId;
  /** Under which the run is worked on; its slot is gone when this is. */
  readonly held: Pick<HeldLease, 'token'>;
  readonly budget: Pick<ResourceBudget, 'per_user_daily' | 'global'>;
  /** What this process holds in memory now. */
  readonly memoryMb: number;
  /** Whose day it counts for, as `2026-11-15`. */
  readonly day?: { readonly userId: Name; readonly date: string };
}

/** A place among the runs at work. */
export interface Slot {
  giveBack(): Promise<void>;
}

const admittedKey = (runId: RunId): string => `${runId}:admitted`;

/** Whether the circuit breaker let this run in before; it is then never ended for want of a place, only told to wait. */
export async function wasAdmitted(runId: RunId, { ledger }: Pick<AdmissionPorts, 'ledger'>): Promise<boolean> {
  return (await ledger.log.appended(admittedKey(runId))).length > 0;
}

/**
 * Asked before anything else happens to a run. It gives the run a place, or refuses with `run.circuit_open`; nothing is
 * taken then. A place belongs to the lease under which it was taken: when the process is killed the lease runs out, and
 * whoever asks next takes the place back.
 */
export async function admitRun(asked: ToAdmit, ports: AdmissionPorts): Promise<Slot> {
  const { runId, held, budget, memoryMb, day } = asked;
  const { writer } = ports;
  const global = documentKey.globalBudget();
  await ensureCounter(global, globalCounterLimits(budget.global), ports);
  await reclaimSlots(global, ports);
  const full = fullResource((await readCounter(global, ports.ledger)) as CounterState, budget.global, memoryMb);
  if (full !== undefined) throw await refused(asked, full, ports);
  const operations = createCounterOperations(writer);
  const slot = `${runId}:${held.token}`;
  const isFirst = !(await wasAdmitted(runId, ports));
  const daily = day === undefined ? undefined : documentKey.userDailyBudget(day.userId, day.date);
  if (daily !== undefined) await ensureCounter(daily, dayCounterLimits(budget.per_user_daily), ports);
  const counted = isFirst && daily !== undefined ? [operations.reserve(daily, runId, { runs: 1 }), operations.commit(daily, runId, { runs: 1 })] : [];
  try {
    await writer.append({ key: isFirst ? admittedKey(runId) : `${runId}:slot:${held.token}`, events: [], operations: [operations.reserve(global, slot, { concurrent_runs: 1, redis_memory_mb: memoryMb }), ...counted] });
  } catch (error) {
    // Somebody took the last place since it was looked at.
    if (!hasCode(error, 'counter.exhausted')) throw error;
    const { counter, unit } = error.data as { counter: StreamId; unit: string };
    const state = (await readCounter(counter, ports.ledger)) as CounterState;
    throw await refused(asked, { resource: counter === global ? unit : `${unit} of a day`, limit: state.limits[unit] ?? 1, current: (state.spent[unit] ?? 0) + (state.reserved[unit] ?? 0) }, ports);
  }
  const { limits, reserved } = (await readCounter(global, ports.ledger)) as CounterState;
  await warnOnce(runId, reachedShare('global', { limits, used: reserved }), new Set(), writer);
  return { giveBack: () => releaseSlot(global, slot, ports) };
}

export interface FullResource {
  readonly resource: string;
  readonly limit: number;
  readonly current: number;
}

/** The first of the global limits that leaves no room for one run more; undefined when there is room. */
export function fullResource({ reserved }: Pick<CounterState, 'reserved'>, limits: ResourceBudget['global'], memoryMb: number): FullResource | undefined {
  const counted = globalCounterLimits(limits);
  const stands = (resource: string, room: number): FullResource[] => {
    const current = reserved[resource] ?? 0;
    const limit = counted[resource] ?? 0;
    return current + room > limit ? [{ resource, limit, current }] : [];
  };
  return [...stands('concurrent_runs', 1), ...stands('queue_depth', 1), ...stands('redis_memory_mb', memoryMb), ...stands('docling_jobs', 1)][0];
}

async function refused({ runId, held }: ToAdmit, full: FullResource, { writer }: AdmissionPorts): Promise<KeelsonError<'run.circuit_open'>> {
  await recordOnce(writer, 'run', `${runId}:circuit_opened:${held.token}`, [{ type: runCircuitOpened.type, streamId: runId, payload: { run_id: runId, ...full } }]);
  return new KeelsonError('run.circuit_open', { message: `No further run begins now: ${full.resource} stands at ${full.current} of ${full.limit}.`, nextStep: 'Try again later, when others have ended, or have the limit raised in the configuration.', data: { ...full } });
}

/** Takes back the places of runs whose process is gone. */
async function reclaimSlots(global: StreamId, ports: AdmissionPorts): Promise<void> {
  const state = await readCounter(global, ports.ledger);
  for (const [id, amounts] of Object.entries(state?.reservations ?? {})) {
    if ((amounts['concurrent_runs'] ?? 0) > 0 && !(await isHeldNow(id, ports))) await releaseSlot(global, id, ports);
  }
}

async function isHeldNow(slot: string, { ledger: { store } }: AdmissionPorts): Promise<boolean> {
  const at = slot.lastIndexOf(':');
  const lease = leaseOf((await store.record({ space: 'lease', key: `run:${slot.slice(0, at)}` }))?.body);
  return isAlive(lease, store.time()) && String(lease.token) === slot.slice(at + 1);
}

async function releaseSlot(global: StreamId, slot: string, { writer }: AdmissionPorts): Promise<void> {
  try {
    await writer.append({ key: `${slot}:slot_given_back`, events: [], operations: [createCounterOperations(writer).release(global, slot)] });
  } catch (error) {
    // Somebody else gave it back first.
    if (!hasCode(error, 'counter.reservation_unknown') && !hasCode(error, 'ledger.key_reused')) throw error;
  }
}
