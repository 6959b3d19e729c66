import { documentKey, runBudgetAdjusted, RunState, type BudgetAdjustReport, type BudgetResource, type Name, type RunId } from '../../contracts/index.ts';
import { invariant, KeelsonError } from '../../kernel/index.ts';
import { createCounterOperations, type Ledger, type LogWriter } from '../../ledger/index.ts';
import { RUN_RESOURCES, type RunResource } from './budget-units.ts';
import { spentByShares } from './budget-standing.ts';
import { readCounter } from './counter-reading.ts';
import { terminationOfRun } from '../run-life.ts';

export interface BudgetWish {
  readonly runId: RunId;
  readonly resource: BudgetResource;
  /** The new limit, in the resource's own measure; left out by whoever only takes note of a warning. */
  readonly limit?: number;
  readonly reason: string;
  readonly adjustedBy: Name;
  readonly idempotencyKey: string;
}

export interface AdjustPorts {
  readonly ledger: Pick<Ledger, 'log' | 'blobs' | 'documents'>;
  /** Writes what a person decided; no role is given it. */
  readonly owner: LogWriter;
}

/** Raises a limit of a run, or takes note of how it stands. The event and the counter change in one append, or neither does. */
export async function adjustBudget({ runId, resource, limit, reason, adjustedBy, idempotencyKey }: BudgetWish, { ledger, owner }: AdjustPorts): Promise<BudgetAdjustReport> {
  const { unit, perOne } = RUN_RESOURCES[demandOfRun(resource)];
  const counter = documentKey.runBudget(runId);
  const key = `budget.adjust:${runId}:${idempotencyKey}`;
  const before = await adjustedUnder(key, ledger);
  const state = await readCounter(counter, ledger);
  const shares = await spentByShares(state, ledger);
  const consumed = ((state?.spent[unit] ?? 0) + (shares[unit] ?? 0)) / perOne;
  const held = Math.max(0, (state?.reserved[unit] ?? 0) - (shares[unit] ?? 0)) / perOne;
  const waited = await waitsFor(runId, resource, ledger);
  if (before !== undefined) return { run_id: runId, resource, ...before, consumed, held, waited };
  const ended = await terminationOfRun(runId, { ledger });
  if (ended !== undefined) throw new KeelsonError('run.ended', { message: `The run has ended (${ended.reason}); its limits change nothing any more.`, nextStep: `Start it again with more, in the same folder: what it made is kept there. ${resource === 'tokens' || resource === 'cost' ? `keelson run --max-${resource} AMOUNT and the same words does that.` : 'keelson run --help names the options.'}`, data: { run_id: runId, reason: ended.reason } });
  invariant(state !== undefined, 'a run has a counter from its start');
  const from = (state.limits[unit] ?? 0) / perOne;
  const to = limit ?? from;
  const raised = Math.round(to * perOne);
  if (from === 0 || raised < (state.limits[unit] ?? 0)) throw notRaised(counter, resource, from);
  const raise = raised === state.limits[unit] ? [] : [createCounterOperations(owner).raise(counter, { [unit]: raised }, reason)];
  await owner.append({ key, events: [{ type: runBudgetAdjusted.type, streamId: runId, payload: { run_id: runId, resource, from, to, adjusted_by: adjustedBy, reason } }], operations: raise });
  return { run_id: runId, resource, from, to, consumed, held, waited };
}

/** Whether the run has stopped for want of this. */
async function waitsFor(runId: RunId, resource: BudgetResource, { documents }: AdjustPorts['ledger']): Promise<boolean> {
  const suspension = RunState.safeParse((await documents.get(documentKey.run(runId)))?.body).data?.suspension;
  return suspension?.waiting_for === 'budget' && suspension.resource === resource;
}

function demandOfRun(resource: BudgetResource): RunResource {
  if (resource !== 'queue' && resource !== 'runs') return resource;
  throw new KeelsonError('input.invalid', { message: `A run has no limit of its own on ${resource}.`, nextStep: 'Change it for all runs, under `runs.budget` in the configuration.', data: { issues: [{ path: 'resource', message: 'not a limit of one run' }] } });
}

function notRaised(counter: string, resource: BudgetResource, from: number): KeelsonError<'counter.invalid'> {
  return new KeelsonError('counter.invalid', { message: `The limit on ${resource} stands at ${from} and is never lowered.`, nextStep: 'Name a higher one; to spend less, cancel the run.', data: { counter, detail: 'a raise would lower it' } });
}

async function adjustedUnder(key: string, { log }: Pick<Ledger, 'log'>): Promise<{ from: number; to: number } | undefined> {
  const written = (await log.appended(key)).find(({ event }) => event.type === runBudgetAdjusted.type);
  if (written === undefined) return undefined;
  const { from, to } = runBudgetAdjusted.payload.parse(written.event.payload);
  return { from, to };
}
