import { describe, expect, it } from 'vitest';
import { planned, plannerAnswer, toPlan } from '../../../test/support/plan-samples.ts';
import { recordedDesk } from '../../../test/support/recorded-desk.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Plan, PlannedCheck, PlannedCriterion } from '../../contracts/index.ts';
import { droppedDemands } from './dropped-demands.ts';
import { makePlan } from './make-plan.ts';

const ASKED = 'node size.mjs must end with 0, npm test must pass, and the total must lie between 350 and 360. Put "Harbour" on the page, and no "Quay".';
const checked = (check: PlannedCheck, criterion = 'It can be seen', required = true): PlannedCriterion => ({ criterion, mode: 'verifiable', required, check });
const planWith = (...criteria: readonly PlannedCriterion[]): Plan => ({ task_id: toPlan().task.task_id, task_criteria: criteria.map(({ check, ...rest }) => ({ ...rest, ...(check !== null && { check }) })), subtasks: [] });
const range = (min: number | null, max: number | null): PlannedCheck => ({ kind: 'number_in_range', subject: { of: 'output' }, pointer: '/total', min, max });
const dropped = (before: PlannedCriterion, now: readonly PlannedCriterion[], met: readonly string[] = [], blocked: readonly string[] = []): number =>
  droppedDemands(plannerAnswer({ task_criteria: [...now], subtasks: [planned()] }), { previous: planWith(before), met: new Set(met), asked: ASKED, mustNot: blocked.map((what) => ({ from: 'directive', kind: 'target', what, why: 'it did not respond' })) }).length;

describe('a plan after one that missed', () => {
  it.each<readonly [string, PlannedCheck]>([
    ['a command', { kind: 'exit_code', command: 'node size.mjs', code: 0 }],
    ['a run of the tests', { kind: 'tests_pass', command: 'npm test' }],
    ['a range', range(350, 360)],
    ['a text', { kind: 'text_contains', subject: { of: 'file', path: 'page.html' }, text: 'Harbour' }],
    ['the absence of a text', { kind: 'text_lacks', subject: { of: 'output' }, text: 'Quay' }],
  ])('may not drop %s that the person named', verifies('KEL-LIE-46'), (_, check) => {
    expect(dropped(checked(check), [])).toBe(1);
    expect(dropped(checked(check), [checked(check, 'In other words', false)])).toBe(1);
    expect(dropped(checked(check), [checked(check, 'In other words')])).toBe(0);
    expect(dropped(checked(check), [], ['It can be seen'])).toBe(0);
  });

  it('may narrow a range, and not widen it', verifies('KEL-LIE-46'), () => {
    const to = (min: number | null, max: number | null): number => dropped(checked(range(350, 360)), [checked(range(min, max))]);
    expect([to(350, 360), to(355, 358), to(0, 1_000), to(350, null), to(null, 360), to(349, 360), to(350, 361)]).toEqual([0, 0, 1, 1, 1, 1, 1]);
    expect([dropped(checked(range(350, null)), [checked(range(350, null))]), dropped(checked(range(null, 360)), [checked(range(null, 360))]), dropped(checked(range(350, null)), [])]).toEqual([0, 0, 1]);
    expect([dropped(checked(range(350, 360)), [checked({ ...range(350, 360), pointer: '/other' } as PlannedCheck)]), dropped(checked(range(350, 360)), [checked({ ...range(350, 360), subject: { of: 'file', path: 'a.json' } } as PlannedCheck)])]).toEqual([1, 1]);
  });

  it('may drop what the planner thought of by itself, what was never required, and what it must not use', verifies('KEL-LIE-46'), () => {
    expect(dropped(checked({ kind: 'exit_code', command: 'node other.mjs', code: 0 }), [])).toBe(0);
    expect([range(1, 9), range(350, 999), range(1, 360)].map((check) => dropped(checked(check), []))).toEqual([0, 0, 0]);
    expect(dropped(checked({ kind: 'tests_pass', command: null }), [])).toBe(0);
    expect(dropped(checked({ kind: 'file_changed', path: 'size.mjs' }), [])).toBe(0);
    expect(dropped(checked(range(350, 360), 'It lies there', false), [])).toBe(0);
    expect(dropped(checked({ kind: 'exit_code', command: 'node size.mjs', code: 0 }), [], [], ['size.mjs'])).toBe(0);
    expect(droppedDemands(plannerAnswer({ decision: 'impossible', task_criteria: [], subtasks: [] }), { previous: planWith(checked(range(350, 360))), met: new Set(), asked: ASKED, mustNot: [] })).toEqual([]);
  });

  it('is told what it dropped, and is taken when it demands it again', verifies('KEL-LIE-46'), async () => {
    const demand = checked(range(350, 360), 'The total lies between 350 and 360');
    const desk = recordedDesk(plannerAnswer(), plannerAnswer({ task_criteria: [demand] }));
    const input = toPlan();
    const outcome = await makePlan({ ...input, task: { ...input.task, raw_input: ASKED }, previous: { plan: planWith(demand), outcomes: [] } }, desk);
    expect(outcome.decision).toBe('plan');
    expect(desk.asked[1]?.body).toContain('The last plan demanded "The total lies between 350 and 360", as the person asked for it, and this one does not. Demand it again, as required and with the same check.');
  });
});
