import { describe, expect, it } from 'vitest';
import { callOf, fail, needed, open, outcomeOf, pass, planOf, solverParts, subtaskOf, task, wished } from '../../../test/support/loop-samples.ts';
import { whole, nice, found, counted, told, seeking, counting, plan, done, refusedWith, accepted, inputOf, play, failing, directiveOf, resultOf } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Criterion, CriterionVerdict, FailedOutcome } from '../../contracts/index.ts';
import type { TaskDecision } from '../validators/meta-validator.ts';
import { type Experience } from './experience.ts';
import { withWords } from './final-result.ts';
import { createSolver } from './solver.ts';

describe('a result that was accepted', () => {
  it('is an accept when everything is met, whatever the budget', verifies('ART-R7-09', 'ART-INV-10', 'ART-INV-13', 'ART-LAW-2', 'KEL-CTRL-06'), () => {
    const judged = accepted();
    const { decisions } = play([{ outcomes: [done.seeking, done.counting], judged }], {}, 10_000_000);
    expect(resultOf(decisions[0])).toEqual({
      task_id: task.task_id,
      loss: { D: 0, P: 0, Omega: 0.4, L: expect.closeTo(0.16) },
      grad_l: 0,
      grad_q: 0,
      prev_directive: 'init',
      directive: 'accept',
      summary: 'Seven are open.',
      output: [{ subtask: 'Do part 1', output: 'seven' }, { subtask: 'Do part 2', output: '7' }],
      replans: 0,
      unmet_criteria: [],
    });
    expect(decisions[0]).toMatchObject({ because: 'all_met', charges: [] });
    const spent = createSolver(solverParts()).round(inputOf({ outcomes: [done.seeking, done.counting], judged, replans: 3, activeElapsedMs: 10_000_000 }));
    expect(resultOf(spent)).toMatchObject({ directive: 'accept', loss: { Omega: 1 } });
  });

  it('is a success that lists what a subtask left unmet, however spent the budget is', verifies('ART-R7-09', 'KEL-CTRL-06', 'ART-LAW-2', 'ART-INV-13'), () => {
    const outcomes = [done.seeking, outcomeOf(counting, { verdicts: [pass(counted), fail(told)] })];
    const decision = createSolver(solverParts()).round(inputOf({ outcomes, judged: accepted(outcomes), replans: 3, activeElapsedMs: 10_000_000 }));
    expect(resultOf(decision)).toMatchObject({ directive: 'success', unmet_criteria: [told], summary: 'Seven are open. Not met: “it is told briefly” (not required).' });
    expect(decision).toMatchObject({ because: 'close_enough' });
  });
});

describe('a result that is close enough', () => {
  const rejected = { outcomes: [done.seeking, done.counting], judged: refusedWith([done.seeking, done.counting], [pass(whole), fail(nice)]) };

  it('is a success when all that is required is met, and lists the rest', verifies('ART-INV-11', 'ART-MS-02', 'ART-INV-13', 'ART-R7-NOT-4', 'ART-LAW-2', 'ART-R7-NOT-3'), () => {
    const [decision] = play([rejected]).decisions;
    expect(resultOf(decision)).toEqual({
      task_id: task.task_id,
      loss: { D: 0.2, P: 1, Omega: 0, L: expect.closeTo(0.42) },
      grad_l: 0,
      grad_q: 0,
      prev_directive: 'init',
      directive: 'success',
      summary: 'Close enough: everything required is met. Not met: “the whole reads well” (not required).',
      output: [{ subtask: 'Do part 1', output: 'seven' }, { subtask: 'Do part 2', output: '7' }],
      replans: 0,
      unmet_criteria: [nice],
    });
  });

  it('is a success too when no replan is left', verifies('ART-INV-11', 'ART-LAW-2'), () => {
    expect(resultOf(createSolver(solverParts()).round(inputOf({ ...rejected, replans: 3, judged: refusedWith(rejected.outcomes, [pass(whole), fail(nice)], true) })))).toMatchObject({ directive: 'success', loss: { Omega: expect.closeTo(0.6) } });
  });

  it('goes on to the action grid when something required failed, is open, or was never come to', verifies('ART-INV-11', 'ART-MS-02', 'ART-R7-NOT-4', 'ART-LAW-2'), () => {
    for (const verdict of [fail(whole), open(whole)]) {
      const [decision] = play([{ outcomes: rejected.outcomes, judged: refusedWith(rejected.outcomes, [verdict, pass(nice)]) }]).decisions;
      expect(directiveOf(decision)).toMatchObject({ failed_criterion: whole.criterion, loss: { D: 0.2 } });
    }
    const many = subtaskOf(3, ['a', 'b', 'c', 'd'].map(wished));
    const early = outcomeOf(many, { verdicts: many.success_criteria.map((criterion, at) => (at === 0 ? fail(criterion) : pass(criterion))) });
    const unfinished = planOf([many, { ...counting, sequence: 2 }], [whole]);
    const [unjudged] = [createSolver(solverParts()).round(inputOf({ plan: unfinished, outcomes: [early], judged: refusedWith([early], [fail(nice)], false, unfinished) }))];
    expect(directiveOf(unjudged).loss.D).toBeLessThan(0.5);
  });

  it('is no success where nothing of the whole is met, although the plan required nothing of it', verifies('KEL-CTRL-12'), () => {
    const kind = wished('the whole is kind');
    const decided = (ofTask: readonly Criterion[], verdicts: readonly CriterionVerdict[]) => {
      const taste = planOf([seeking, counting], [...ofTask]);
      return createSolver(solverParts()).round(inputOf({ plan: taste, outcomes: rejected.outcomes, judged: refusedWith(rejected.outcomes, verdicts, false, taste) }));
    };
    expect(directiveOf(decided([nice], [fail(nice)]))).toMatchObject({ failed_criterion: nice.criterion, loss: { D: 0.25 } });
    expect(directiveOf(decided([nice], [])).loss.D).toBeLessThan(0.3);
    expect(resultOf(decided([nice, kind], [pass(nice), fail(kind)]))).toMatchObject({ directive: 'success', loss: { D: 0.2 }, unmet_criteria: [kind] });
  });

  it('is no success while a subtask failed, although nothing that it missed was required', verifies('ART-INV-11', 'ART-ACC-07', 'ART-LAW-2', 'ART-INV-08', 'ART-P-05', 'ART-R7-NOT-1'), () => {
    const optional = planOf([subtaskOf(1, [told])], [nice]);
    const failed = { ...outcomeOf(subtaskOf(1, [told]), { verdicts: [pass(told)] }), status: 'failed', failure_reason: 'cut off' } as FailedOutcome;
    const decision = createSolver(solverParts()).round(inputOf({ plan: optional, outcomes: [failed], judged: refusedWith([failed], [], false, optional) }));
    expect(directiveOf(decision)).toMatchObject({ loss: { D: 0 }, failed_criterion: 'cut off', failure_class: 'environmental' });
  });
});

describe('a task that is given up', () => {
  it('is abandoned when the budget is spent, with what was reached and where to go on', verifies('ART-MS-01', 'ART-INV-10', 'ART-V09-04', 'ART-INV-13', 'termination.retries_exhausted', 'ART-LAW-2', 'ART-R7-NOT-3', 'ART-R7-NOT-4'), () => {
    const calls = [callOf(1, 'fetch_page', { url: 'https://example.org/list' }, 'failed')];
    const { outcomes, judged } = failing('environmental', calls);
    const decision = createSolver(solverParts()).round(inputOf({ outcomes, judged, replans: 3, activeElapsedMs: 900_000 }));
    expect(resultOf(decision)).toEqual({
      task_id: task.task_id,
      loss: { D: expect.closeTo(1 / 3), P: 0, Omega: expect.closeTo(0.8), L: expect.closeTo(0.52) },
      grad_l: 0,
      grad_q: 0,
      prev_directive: 'init',
      directive: 'abandon',
      summary: 'Given up: planning it anew as often as is allowed did not bring it. 1 of 2 subtasks came to what they should. Not met: “the whole is right”; “the whole reads well” (not required); “all are found”.',
      output: '7',
      replans: 3,
      unmet_criteria: [whole, nice, found],
      next_moves: ['Make https://example.org/list available to fetch_page, or name another in its place, and run it again.', 'Say how “all are found” should be reached from here, or that it is not needed (no call shows it)'],
    });
    expect(decision).toMatchObject({ because: 'replans', charges: [{ role: 'solver' }] });
  });

  it('names time as the cause when more of it is gone than of the replans', verifies('termination.retries_exhausted', 'ART-LAW-2'), () => {
    const { outcomes, judged } = failing('logical');
    const slow = createSolver(solverParts({ hyperparameters: { time_budget_ms: 1_000, abandon_threshold: 0.5 } })).round(inputOf({ outcomes, judged, replans: 1, activeElapsedMs: 990 }));
    expect(slow).toMatchObject({ because: 'time', charges: [{ role: 'executor' }, { role: 'solver' }] });
    const even = createSolver(solverParts({ hyperparameters: { time_budget_ms: 3_000, abandon_threshold: 0.3 } })).round(inputOf({ outcomes, judged, replans: 1, activeElapsedMs: 1_000 }));
    expect(even).toMatchObject({ because: 'replans' });
  });

  it('is abandoned at the fourth request, by its mark or by its count', verifies('ART-R4B-07', 'ART-LAW-2', 'termination.retries_exhausted'), () => {
    const { outcomes, judged } = failing('logical');
    const solver = createSolver(solverParts());
    const marked = solver.round(inputOf({ outcomes, judged: { ...judged, isLastRound: true } as TaskDecision }));
    const counted3 = solver.round(inputOf({ outcomes, judged, replans: 3 }));
    const third = solver.round(inputOf({ outcomes, judged, replans: 2 }));
    expect([marked, counted3].map((decision) => [resultOf(decision).directive, decision.kind === 'result' && decision.because])).toEqual([['abandon', 'replans'], ['abandon', 'replans']]);
    expect(third.kind).toBe('directive');
  });

  it('takes the words of a model beside the facts, and only for what was given up', verifies('ART-V09-04'), () => {
    const { outcomes, judged } = failing('logical');
    const answer = { summary: 'Everything went well!', next_moves: ['Give me the list.'] };
    const given = resultOf(createSolver(solverParts()).round(inputOf({ outcomes, judged, replans: 3 })));
    expect(withWords(given, answer)).toEqual({ ...given, summary: `${given.summary}\n\nEverything went well!`, next_moves: ['Give me the list.'] });
    const kept = resultOf(createSolver(solverParts()).round(inputOf({ outcomes: [done.seeking, done.counting], judged: accepted() })));
    expect(withWords(kept, answer)).toEqual(kept);
  });

  it('hands back what was reached when a run is stopped from outside, and blames and learns nothing', verifies('KEL-CTRL-07', 'ART-LAW-3', 'ART-V09-04'), () => {
    const learnt: Experience[] = [];
    const solver = createSolver(solverParts({ memory: { write: (experience) => learnt.push(experience) } }));
    const standing = { task, plan, round: 1, outcomes: [done.seeking], replans: 0, activeElapsedMs: 5, history: [] };
    const stopped = solver.stop(standing, 'seven', 'the person stopped it.');
    expect(resultOf(stopped)).toMatchObject({ directive: 'abandon', output: 'seven', loss: { D: 0 }, unmet_criteria: [whole, nice, counted, told], summary: expect.stringContaining('Given up: the person stopped it. 1 of 2 subtasks') });
    expect(stopped).toMatchObject({ because: 'stopped', charges: [] });
    const both = [done.seeking, done.counting];
    const judgedWhole = resultOf(solver.stop({ ...standing, outcomes: both, judged: refusedWith(both, [fail(whole), pass(nice)]) }, 'seven', 'nothing else can be tried.'));
    expect([judgedWhole.unmet_criteria, judgedWhole.loss.D]).toEqual([[whole], 0.2]);
    const early = resultOf(solver.stop({ ...standing, outcomes: [] }, null, 'time is over.'));
    expect([early.loss.D, early.directive === 'abandon' && early.next_moves]).toEqual([1, ['Run it again with more time or a larger budget: it was stopped before anything could be judged.']]);
    expect(learnt).toEqual([]);
  });

  it('asks a person to look at what nobody could judge, and names no more than five moves', verifies('ART-V09-04'), () => {
    const six = subtaskOf(1, ['a', 'b', 'c', 'd', 'e', 'f'].map(needed));
    const outcome = outcomeOf(six, { verdicts: six.success_criteria.map((criterion, at) => (at === 0 ? open(criterion) : fail(criterion))) });
    const only = planOf([six]);
    const result = resultOf(createSolver(solverParts()).round(inputOf({ plan: only, outcomes: [outcome], judged: refusedWith([outcome], [], true, only) })));
    expect(result.directive === 'abandon' && [result.next_moves.length, result.next_moves.slice(0, 2)]).toEqual([5, ['Look at “a” yourself: nobody could judge it (the judge did not answer)', 'Say how “b” should be reached, or that it is not needed (no call shows it)']]);
  });
});
