import { describe, expect, it } from 'vitest';
import { callOf, fail, needed, outcomeOf, pass, planOf, solverParts, subtaskOf } from '../../../test/support/loop-samples.ts';
import { whole, found, counted, told, counting, done, lost, refusedWith, inputOf, play, directiveOf } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { PlanDirective, FailureClass, ReplanRequest, SubtaskOutcome, ToolCallEvidence } from '../../contracts/index.ts';
import { createSolver } from './solver.ts';

describe('urgency', () => {
  const rest = outcomeOf(counting, { verdicts: [fail(counted), fail(told)], calls: [callOf(9, 'count', { path: 'c' })] });
  /** Two subtasks that fail in the way named, one steadily and one not, after a round that was better or worse. */
  function after(previous: readonly SubtaskOutcome[], outcomes: readonly SubtaskOutcome[]) {
    const decision = play([{ outcomes: previous, judged: refusedWith(previous) }, { outcomes, judged: refusedWith(outcomes) }]).decisions[1];
    return { urgency: decision?.kind === 'directive' && decision.urgency, ...directiveOf(decision) };
  }

  const first = subtaskOf(1, [found]);
  const second = subtaskOf(2, [counted, told]);
  const third = subtaskOf(3, [needed('c'), needed('d'), needed('e'), needed('f')]);
  const wide = planOf([first, second, third], [whole]);
  const doneThird = outcomeOf(third, { verdicts: third.success_criteria.map(pass) });

  function twoRounds(before: readonly SubtaskOutcome[], now: readonly SubtaskOutcome[]) {
    const solver = createSolver(solverParts());
    const start = directiveOf(solver.round(inputOf({ plan: wide, outcomes: before, judged: refusedWith(before, [], false, wide) })));
    const request = (refusedWith(before, [], false, wide) as { replan: ReplanRequest }).replan;
    const decision = solver.round(inputOf({ plan: wide, outcomes: now, judged: refusedWith(now, [], false, wide), history: [{ directive: { ...start, blocked_targets: [] }, request }] }));
    const { directive, blocked_tools, blocked_targets, rationale } = directiveOf(decision);
    return { directive, urgency: decision.kind === 'directive' && decision.urgency, blocked_tools, blocked_targets, rationale };
  }

  const allLost = (failureClass: FailureClass) => [first, second, third].map((subtask) => outcomeOf(subtask, { verdicts: subtask.success_criteria.map((criterion) => fail(criterion, failureClass)) }));
  const logical = [
    outcomeOf(first, { verdicts: [fail(found)], calls: [callOf(1, 'seek', { path: 'a' })], earlierScores: [0] }),
    outcomeOf(second, { verdicts: [fail(counted), pass(told)], calls: [callOf(2, 'count', { path: 'b' })], earlierScores: [0] }),
    doneThird,
  ];

  it('leaves tools of other criteria alone while a wrong approach gets better', verifies('ART-V09-02', 'ART-MS-04', 'ART-R7-10', 'ART-MS-03'), () => {
    expect(twoRounds(allLost('logical'), logical)).toMatchObject({ directive: 'change_approach', urgency: 'lower', blocked_tools: ['seek'], rationale: expect.stringContaining('only what concerns this criterion is blocked') });
  });

  it('blocks the tools of all that failed logically, and of what stagnated, while it gets worse', verifies('ART-V09-02', 'ART-MS-04', 'ART-R7-10', 'ART-MS-03'), () => {
    const slight = [outcomeOf(first, { verdicts: [pass(found)] }), outcomeOf(second, { verdicts: [fail(counted, 'environmental'), pass(told)] }), doneThird];
    const mixed = [
      outcomeOf(first, { verdicts: [fail(found)], calls: [callOf(1, 'seek', { path: 'a' })] }),
      outcomeOf(second, { verdicts: [fail(counted, 'environmental'), pass(told)], calls: [callOf(2, 'count', { path: 'b' })], earlierScores: [0.5] }),
      outcomeOf(third, { verdicts: [fail(needed('c')), fail(needed('d')), pass(needed('e')), fail(needed('f'), 'environmental')], calls: [callOf(3, 'draw', { path: 'c' })], earlierScores: [0] }),
    ];
    expect(twoRounds(slight, mixed)).toMatchObject({ directive: 'change_approach', urgency: 'higher', blocked_tools: ['seek', 'count', 'draw'], rationale: expect.stringContaining('everything that did not help is blocked') });
    const improving = mixed.map((outcome, at) => (at === 1 ? { ...outcome, gap_trajectory: outcome.gap_trajectory.map((point) => ({ ...point, score: point.attempt === 1 ? 0.25 : 0.5 })) } : outcome)) as SubtaskOutcome[];
    expect(twoRounds(slight, improving).blocked_tools).toEqual(['seek', 'draw']);
    const untried = mixed.map((outcome, at) => (at === 1 ? { ...outcome, gap_trajectory: outcome.gap_trajectory.slice(-1) } : outcome)) as SubtaskOutcome[];
    expect(twoRounds(slight, untried).blocked_tools).toEqual(['seek', 'draw']);
  });

  it('is normal at exactly ε: all tools of what failed logically, and no others', verifies('ART-V09-02', 'ART-R7-10', 'ART-MS-04', 'ART-MS-03'), () => {
    const solver = createSolver(solverParts());
    const outcomes = [logical[0], logical[1], outcomeOf(third, { verdicts: third.success_criteria.map((criterion, at) => (at === 0 ? fail(criterion, 'environmental') : pass(criterion))), calls: [callOf(3, 'draw', { path: 'c' })], earlierScores: [0.75] })] as SubtaskOutcome[];
    const judged = refusedWith(outcomes, [], false, wide);
    const flat = directiveOf(solver.round(inputOf({ plan: wide, outcomes, judged })));
    const before: PlanDirective = { ...flat, loss: { ...flat.loss, D: flat.loss.D - 0.1 / 0.6 } };
    const decision = solver.round(inputOf({ plan: wide, outcomes, judged, history: [{ directive: before, request: (judged as { replan: ReplanRequest }).replan }] }));
    expect([directiveOf(decision).grad_q, decision.kind === 'directive' && decision.urgency, directiveOf(decision).directive, directiveOf(decision).blocked_tools]).toEqual([0.1, 'normal', 'change_approach', ['seek', 'count']]);
  });

  const unreachable = (outcome: ToolCallEvidence['outcome'], status: 'failed' | 'matched') => [
    outcomeOf(first, { verdicts: [fail(found, 'environmental')], calls: [callOf(1, 'seek', { path: 'a' }, 'failed'), callOf(2, 'seek', { path: 'cut' }, outcome)] }),
    outcomeOf(second, { verdicts: [status === 'failed' ? fail(counted, 'environmental') : pass(counted), fail(told, 'environmental')], calls: [callOf(3, 'count', { path: 'b' }, 'failed')] }),
  ];

  it('blocks only the targets of the criterion that is named while a sound approach gets better', verifies('ART-V09-02', 'ART-MS-06', 'ART-R7-11'), () => {
    expect(twoRounds(allLost('environmental'), [...unreachable('interrupted', 'failed'), doneThird])).toMatchObject({ directive: 'refine', urgency: 'lower', blocked_tools: [], blocked_targets: ['a'] });
  });

  it('also blocks what was broken off, and what failed in matched subtasks, while it gets worse', verifies('ART-V09-02', 'ART-MS-06', 'ART-R7-11'), () => {
    const good = [outcomeOf(first, { verdicts: [pass(found)] }), outcomeOf(second, { verdicts: [fail(counted, 'environmental'), pass(told)] }), doneThird];
    const now = [...unreachable('truncated', 'matched'), outcomeOf(third, { verdicts: third.success_criteria.map((criterion) => fail(criterion, 'environmental')) })];
    expect(twoRounds(good, now)).toMatchObject({ directive: 'refine', urgency: 'higher', blocked_tools: [], blocked_targets: ['a', 'cut', 'b'] });
  });

  it('sends a wrong approach back although it gets better', verifies('ART-MS-04'), () => {
    const better = after([lost('logical'), rest], [lost('logical'), done.counting]);
    expect([better.directive, better.urgency, better.grad_q < 0]).toEqual(['change_approach', 'lower', true]);
  });
});
