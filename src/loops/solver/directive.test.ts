import { describe, expect, it } from 'vitest';
import { callOf, fail, needed, open, outcomeOf, pass, planOf, solverParts, subtaskOf, task, wished } from '../../../test/support/loop-samples.ts';
import { whole, nice, found, counted, told, seeking, counting, done, lost, refusedWith, inputOf, play, failing, directiveOf } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { FailedOutcome, ReplanRequest, SubtaskOutcome } from '../../contracts/index.ts';
import type { PastRound } from './round-input.ts';
import { createSolver, type SolverParts } from './solver.ts';

describe('a directive', () => {
  it('measures the round, names what failed and says which way to go', verifies('ART-P-04', 'ART-R7-01', 'ART-INV-08', 'ART-INV-21', 'ART-R7-10', 'ART-MS-03', 'ART-P-05', 'ART-R7-NOT-1', 'ART-V09-02', 'ART-MS-04'), () => {
    const [decision] = play([failing('logical', [callOf(1, 'search_web', { query: 'open questions' })])], {}, 180_000).decisions;
    expect(directiveOf(decision)).toEqual({
      task_id: task.task_id,
      loss: { D: expect.closeTo(1 / 3), P: 1, Omega: expect.closeTo(0.04), L: expect.closeTo(0.6 / 3 + 0.3 * 0.96 + 0.4 * 0.04) },
      grad_l: 0,
      grad_q: 0,
      prev_directive: 'init',
      directive: 'break_symmetry',
      blocked_tools: ['search_web'],
      blocked_targets: [],
      failed_criterion: found.criterion,
      failure_class: 'logical',
      budget_pressure: expect.closeTo(0.04),
      rationale:
        '“all are found” was not met in 1 of 1 attempts: no call shows it. Take a class of tools that was not used yet: the method is wrong and nothing has moved since the round before. Do without search_web. The distance to what was asked is 0.33 and has to fall.',
    });
    expect(decision?.receipts.map(({ formula_id: id, formula_semantic_version: version, outcome }) => [id, version, outcome])).toEqual([
      ['loss.distance', '1.0.0', 'value'],
      ['loss.process', '1.0.0', 'value'],
      ['loss.resource', '1.0.0', 'value'],
      ['loss.total', '1.0.0', 'value'],
      ['solver.gradient', '0.8.0', 'value'],
      ['solver.gradient', '1.0.0', 'value'],
    ]);
    expect(decision?.receipts.every((receipt) => receipt.task_id === task.task_id && receipt.producer_ref === 'solver')).toBe(true);
  });

  it('leaves tools alone and blocks targets when only the world stood in the way', verifies('ART-MS-05', 'ART-R7-11', 'ART-P-04', 'ART-V09-02', 'ART-R7-NOT-2', 'ART-MS-06'), () => {
    const calls = [callOf(1, 'read_file', { path: 'gone.md' }, 'failed'), callOf(2, 'read_file', { path: 'late.md' }, 'failed'), callOf(3, 'read_file', { path: 'late.md' }), callOf(4, 'search_web', { query: 'x' }, 'interrupted')];
    const later = [callOf(5, 'read_file', { path: 'early.md' }), callOf(6, 'read_file', { path: 'early.md' }, 'failed'), callOf(7, 'read_file', { path: 'other.md' }, 'failed'), callOf(8, 'look_at', { path: 'other.md' }), callOf(9, 'read_file', { path: '.' }, 'failed')];
    const outcomes = [lost('environmental', [...calls, ...later]), outcomeOf(counting, { verdicts: [fail(counted, 'environmental'), pass(told)], calls: [callOf(10, 'count', { path: 'list.csv' }, 'failed')] })];
    const directive = directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }]).decisions[0]);
    expect([directive.directive, directive.blocked_tools, directive.blocked_targets, directive.failure_class]).toEqual(['change_path', [], ['gone.md', 'early.md', 'other.md', 'list.csv'], 'environmental']);
    expect(directive.rationale).toContain('Keep the approach and turn to other targets');
    expect(directive.rationale).toContain('Leave alone what did not respond: gone.md, early.md, other.md, list.csv.');
  });

  it('merges all failures of a round into one', verifies('ART-P-05', 'KEL-CTRL-08'), () => {
    const outcomes = [lost('environmental', [callOf(1, 'read_file', { path: 'gone.md' }, 'failed')]), outcomeOf(counting, { verdicts: [fail(counted), fail(told)], calls: [callOf(2, 'run_script', { command: 'wc' })] })];
    const directive = directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }]).decisions[0]);
    expect([directive.failure_class, directive.loss.D, directive.blocked_tools, directive.blocked_targets]).toEqual(['mixed', 1, ['read_file', 'run_script'], ['gone.md']]);
    expect(directive.loss.P).toBeCloseTo(2 / 3);
    expect(directive.rationale).toContain('With it, 2 more of what was judged are not met.');
  });

  it('counts a rejected merge as far and as a wrong approach', verifies('ART-P-05', 'KEL-CTRL-08'), () => {
    const outcomes = [done.seeking, done.counting];
    const directive = directiveOf(play([{ outcomes, judged: refusedWith(outcomes, [fail(whole), fail(nice)]) }]).decisions[0]);
    expect([directive.directive, directive.loss, directive.failed_criterion, directive.blocked_tools]).toEqual(['break_symmetry', { D: 0.4, P: 1, Omega: 0, L: expect.closeTo(0.54) }, whole.criterion, []]);
    expect(directive.rationale).toContain('in 1 of 1 judgements of the whole');
  });

  it('counts what nobody could judge in the distance, but as no one’s fault', verifies('KEL-CTRL-08'), () => {
    const outcomes = [outcomeOf(seeking, { verdicts: [open(found)] }), done.counting];
    expect(directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }]).decisions[0])).toMatchObject({ directive: 'change_path', failure_class: 'environmental', loss: { D: expect.closeTo(1 / 3), P: 0 } });
  });

  it('names the criterion that fails most steadily: required first, then over rounds, then over attempts', verifies('ART-P-06'), () => {
    const [steady, shaky, optional] = [needed('steady'), needed('shaky'), wished('optional')];
    const three = subtaskOf(1, [optional, shaky, steady]);
    const base = outcomeOf(three, { verdicts: [fail(optional), fail(shaky), fail(steady)], earlierScores: [0, 0] });
    const outcome = { ...base, gap_trajectory: base.gap_trajectory.map((point, at) => (at === 0 ? { ...point, unmet_criteria: ['optional', 'steady'] } : point)) } as SubtaskOutcome;
    const only = planOf([three]);
    const solver = createSolver(solverParts());
    const first = directiveOf(solver.round(inputOf({ plan: only, outcomes: [outcome], judged: refusedWith([outcome], [], false, only) })));
    expect([first.failed_criterion, first.rationale.includes('in 3 of 3 attempts')]).toEqual(['steady', true]);
    const past = outcomeOf(three, { verdicts: [fail(optional), fail(shaky), pass(steady)] }) as FailedOutcome;
    const history = [{ directive: first, request: { task_id: task.task_id, failed_outcomes: [past], criteria_verdicts: [], gap_summary: 'not yet' } }];
    const second = directiveOf(solver.round(inputOf({ plan: only, outcomes: [outcome], judged: refusedWith([outcome], [], false, only), history })));
    expect([second.failed_criterion, second.rationale.includes('nor in 1 earlier round:')]).toEqual(['shaky', true]);
  });

  it('names what fails in all of few attempts before what fails in some of many', verifies('ART-P-06'), () => {
    const base = outcomeOf(seeking, { verdicts: [fail(found)], earlierScores: [0, 0] });
    const often = { ...base, gap_trajectory: base.gap_trajectory.map((point, at) => (at === 0 ? { ...point, unmet_criteria: [] } : point)) } as SubtaskOutcome;
    const outcomes = [often, outcomeOf(counting, { verdicts: [fail(counted), pass(told)] })];
    expect(directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }]).decisions[0]).failed_criterion).toBe(counted.criterion);
  });

  it('counts a failure that its trajectory hides as one', verifies('ART-P-06'), () => {
    const hidden = { ...lost('logical'), gap_trajectory: [{ attempt: 1, score: 1, unmet_criteria: [], failure_class: null }] } as SubtaskOutcome;
    const outcomes = [hidden, done.counting];
    expect(directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }]).decisions[0])).toMatchObject({ loss: { D: expect.closeTo(1 / 3) }, rationale: expect.stringContaining('in 1 of 1 attempts') });
  });

  it('remembers in how many rounds a criterion of the whole failed', verifies('ART-P-06'), () => {
    const both = [done.seeking, done.counting];
    const refused = { outcomes: both, judged: refusedWith(both, [fail(whole), pass(nice)]) };
    expect(directiveOf(play([refused, refused, refused]).decisions[2]).rationale).toContain('“the whole is right” was not met in 3 of 3 judgements of the whole, nor in 2 earlier rounds: ');
  });

  it('weighs a plausible criterion by how often it failed, over attempts and over rounds', verifies('ART-P-06'), () => {
    const base = outcomeOf(counting, { verdicts: [fail(counted), fail(told)], earlierScores: [0.5] });
    const varying = { ...base, gap_trajectory: base.gap_trajectory.map((point, at) => (at === 0 ? { ...point, unmet_criteria: [counted.criterion] } : point)) } as SubtaskOutcome;
    const outcomes = [done.seeking, varying];
    expect(directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }]).decisions[0]).loss.D).toBeCloseTo(1.5 / 3);
    const both = [done.seeking, done.counting];
    const { decisions } = play([{ outcomes: both, judged: refusedWith(both, [fail(whole), pass(nice)]) }, { outcomes: both, judged: refusedWith(both, [fail(whole), fail(nice)]) }]);
    expect(directiveOf(decisions[1]).loss.D).toBeCloseTo(1.5 / 5);
  });

  it('keeps the gap of every round: both gradients, the order before, and which way the distance went', verifies('ART-P-06', 'ART-INV-21', 'ART-R7-01', 'ART-P-04', 'ART-INV-08', 'ART-P-05', 'ART-R7-NOT-1', 'KEL-CTRL-11'), () => {
    const all = [lost('logical'), outcomeOf(counting, { verdicts: [fail(counted), fail(told)] })];
    const { decisions } = play([{ outcomes: all, judged: refusedWith(all) }, failing('logical'), failing('logical')]);
    expect(decisions.map((decision) => [directiveOf(decision).prev_directive, directiveOf(decision).directive, directiveOf(decision).grad_q])).toEqual([
      ['init', 'break_symmetry', 0],
      ['break_symmetry', 'change_approach', -0.4],
      ['change_approach', 'break_symmetry', 0],
    ]);
    expect(directiveOf(decisions[1]).grad_l).toBeCloseTo(0.6 / 3 + 0.24 + 0.08 - 0.9);
    expect(decisions.map((decision) => directiveOf(decision).rationale.split('. ').at(-1))).toEqual([
      'The distance to what was asked is 1.00 and has to fall.',
      'The distance to what was asked fell from 1.00 to 0.33.',
      'The distance to what was asked stayed at 0.33.',
    ]);
    const worse = play([failing('logical'), { outcomes: all, judged: refusedWith(all) }]).decisions[1];
    expect(directiveOf(worse).rationale).toMatch(/rose from 0\.33 to 1\.00\.$/u);
  });

  it('accumulates blocked targets over rounds, each once', verifies('ART-INV-12', 'ART-R7-11'), () => {
    const gone = (path: string) => failing('environmental', [callOf(1, 'read_file', { path }, 'failed')]);
    const { decisions } = play([gone('a.md'), gone('b.md'), gone('a.md')]);
    expect(decisions.map((decision) => directiveOf(decision).blocked_targets)).toEqual([['a.md'], ['a.md', 'b.md'], ['a.md', 'b.md']]);
  });
});

describe('two rounds in a row that get worse', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(needed) as [ReturnType<typeof needed>, ReturnType<typeof needed>, ReturnType<typeof needed>, ReturnType<typeof needed>];
  const four = subtaskOf(1, [a, b, c, d]);
  const only = planOf([four]);
  const missing = (count: number) => {
    const outcomes = [outcomeOf(four, { verdicts: four.success_criteria.map((criterion, at) => (at < count ? fail(criterion, 'environmental') : pass(criterion))) })];
    return { plan: only, outcomes, judged: refusedWith(outcomes, [], false, only) };
  };

  it('end it, whatever budget is left', verifies('ART-INV-22', 'ART-LAW-2', 'ART-LAW-3', 'termination.retries_exhausted'), () => {
    const { decisions } = play([missing(1), missing(2), missing(3)]);
    expect(decisions.map((decision) => decision.kind)).toEqual(['directive', 'directive', 'result']);
    expect(decisions[2]).toMatchObject({ because: 'divergence', result: { directive: 'abandon', summary: expect.stringContaining('got worse in two rounds in a row') }, charges: [{ role: 'solver' }] });
  });

  it('are counted anew after one that did not', verifies('ART-INV-22', 'ART-LAW-2'), () => {
    expect(play([missing(1), missing(2), missing(2), missing(3)], { hyperparameters: { max_replans: 9 } }).decisions.map(({ kind }) => kind)).toEqual(['directive', 'directive', 'directive', 'directive']);
  });

  it('are read from the gradient that was chosen: of quality, or of the whole loss', verifies('ART-INV-22', 'KEL-CTRL-09', 'ART-LAW-2', 'ART-INV-08', 'ART-P-05', 'ART-R7-NOT-1', 'ART-HYP-08'), () => {
    const plateau = [missing(2), missing(2), missing(2)];
    const elapsed = [40_000, 80_000, 120_000];
    const kinds = (gradientVersion: '0.8.0' | '1.0.0') => {
      const solver = createSolver(solverParts({ gradientVersion, hyperparameters: { time_budget_ms: 300_000 } }));
      const history: PastRound[] = [];
      return plateau.map((round, at) => {
        const decision = solver.round(inputOf({ ...round, history: [...history], activeElapsedMs: elapsed[at] as number }));
        if (decision.kind === 'directive') history.push({ directive: decision.directive, request: (round.judged as { replan: ReplanRequest }).replan });
        return decision.kind === 'directive' ? `${decision.directive.directive} ${decision.urgency}` : decision.because;
      });
    };
    expect([kinds('1.0.0'), kinds('0.8.0')]).toEqual([
      ['change_path normal', 'change_path normal', 'change_path normal'],
      ['change_path normal', 'refine higher', 'divergence'],
    ]);
  });
});

describe('thresholds', () => {
  it('can be set for a kind of task, for the run, or not at all', verifies('ART-HYP-08', 'KEL-CTRL-09'), () => {
    const outcomes = [lost('environmental'), outcomeOf(counting, { verdicts: [fail(counted), pass(told)] })];
    const stateWith = (parts: Partial<SolverParts>) => directiveOf(play([{ outcomes, judged: refusedWith(outcomes) }], parts).decisions[0]).directive;
    expect([stateWith({}), stateWith({ hyperparameters: { process_threshold: 0.4 } }), stateWith({ processThresholdByKind: { count_the_open: 0.4 } }), stateWith({ processThresholdByKind: { draw_a_map: 0.4 } }), stateWith({ hyperparameters: { process_threshold: 0.4 }, processThresholdByKind: { count_the_open: 0.5 } })]).toEqual([
      'change_path',
      'break_symmetry',
      'break_symmetry',
      'change_path',
      'change_path',
    ]);
  });
});
