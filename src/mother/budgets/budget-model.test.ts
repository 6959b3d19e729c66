import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { budgetRig, DAY, DAY_COUNTER } from '../../../test/support/budget-rig.ts';
import { DEFAULT_BUDGET, documentKey, type CounterAmounts, type RunId, type StreamId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { HeldLease } from '../../ledger/index.ts';
import { admitRun, type Slot } from './circuit-breaker.ts';
import type { PaidFrom } from './paying.ts';
import type { BegunRole, RunBudget } from './run-budget.ts';

const BUDGET = { per_user_daily: { max_runs: 3, max_cloud_calls: 6, max_total_tokens: 150 }, global: { ...DEFAULT_BUDGET.global, max_concurrent_runs: 2 } };

interface Call {
  readonly id: string;
  readonly paid: PaidFrom;
  readonly amounts: CounterAmounts;
}

/** One process at work on one run, until it ends or is killed. */
interface Work {
  readonly runId: RunId;
  readonly held: HeldLease;
  readonly slot: Slot;
  readonly budget: RunBudget;
  readonly roles: { readonly base: string; readonly role: BegunRole }[];
  readonly calls: Call[];
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const) }),
  fc.record({ kind: fc.constant('role' as const), at: fc.nat(2), among: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('role_ends' as const), at: fc.nat(2) }),
  fc.record({ kind: fc.constant('reserve' as const), at: fc.nat(2), tokens: fc.nat(40), calls: fc.nat(2), isInRole: fc.boolean() }),
  fc.record({ kind: fc.constant('commit' as const), at: fc.nat(2), share: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant('killed' as const), at: fc.nat(2) }),
  fc.record({ kind: fc.constant('ends' as const), at: fc.nat(2) }),
);

describe('the budgets of several runs together', () => {
  it('never pass a limit of any scope, whatever is reserved, committed, given back or killed in whichever order', verifies('KEL-BUD-01', 'KEL-BUD-05', 'MH4-5-11', 'MH4-5-12'), async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const rig = await budgetRig();
        const works: Work[] = [];
        const counters = new Set<StreamId>();
        let names = 0;
        for (const one of steps) {
          const work = 'at' in one ? works[one.at % Math.max(1, works.length)] : undefined;
          await doStep(one, work).catch((error: unknown) => {
            if (!(error instanceof KeelsonError) || !['counter.exhausted', 'run.circuit_open', 'counter.closed'].includes(error.code)) throw error;
          });
          for (const counter of counters) {
            const { limits, spent, reserved } = await rig.state(counter);
            for (const [unit, limit] of Object.entries(limits)) expect((spent[unit] ?? 0) + (reserved[unit] ?? 0), `${unit} of ${counter}`).toBeLessThanOrEqual(limit);
          }
        }

        async function doStep(one: (typeof steps)[number], work: Work | undefined): Promise<void> {
          if (one.kind === 'begin') return begin();
          if (work === undefined) return undefined;
          const name = `n${(names += 1)}`;
          switch (one.kind) {
            case 'role': {
              const base = `execute/1/${name}`;
              work.roles.push({ base, role: await work.budget.beginRole(base, one.among) });
              return;
            }
            case 'role_ends':
              return work.roles.shift()?.role.end();
            case 'reserve': {
              const base = one.isInRole ? work.roles[0]?.base : undefined;
              const paid = work.budget.payingFor(`${base ?? 'plan'}/${name}`);
              const amounts = { tokens: one.tokens, cloud_calls: one.calls, cost_microusd: one.tokens };
              await rig.writer.append({ key: name, events: [], operations: paid.counters.map((counter) => paid.operations.reserve(counter, name, amounts)) });
              return void work.calls.push({ id: name, paid, amounts });
            }
            case 'commit': {
              const call = work.calls.shift();
              if (call === undefined) return;
              const used = Object.fromEntries(Object.entries(call.amounts).map(([unit, amount]) => [unit, Math.floor((amount * one.share) / 4)]));
              return void (await rig.writer.append({ key: name, events: [], operations: call.paid.counters.map((counter) => call.paid.operations.commit(counter, call.id, used)) }));
            }
            case 'killed':
              works.splice(works.indexOf(work), 1);
              rig.time.pass(60_000);
              return;
            case 'ends':
              works.splice(works.indexOf(work), 1);
              return work.slot.giveBack();
          }
        }

        async function begin(): Promise<void> {
          const runId = await rig.start({ max_total_tokens: 100, max_cloud_calls: 4, max_cost_usd: 0.0001, max_parallel_agents: 2 });
          const held = await rig.held(runId);
          const slot = await admitRun({ runId, held, budget: BUDGET, memoryMb: 1, day: DAY }, rig);
          works.push({ runId, held, slot, budget: await rig.open(runId), roles: [], calls: [] });
          for (const counter of [documentKey.runBudget(runId), DAY_COUNTER, documentKey.globalBudget()]) counters.add(counter);
        }
      }),
      { numRuns: 40, seed: 11 },
    );
  });
});
