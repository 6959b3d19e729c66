import { describe, expect, it } from 'vitest';
import { fail, needed, open, outcomeOf, pass, planOf, task } from '../../../test/support/loop-samples.ts';
import { accepted, counted, counting, done, found, lost, nice, play, refusedWith, resultOf, seeking, told, whole } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { FinalResult, SubtaskOutcome, TaskSpec } from '../../contracts/index.ts';
import { chargesOf } from './accountability.ts';
import type { EndCause } from './final-result.ts';

describe('who answers for a failure', () => {
  it('is the executor for a subtask that was gone about in the wrong way, and nobody for what the world prevented', verifies('ART-ACC-05', 'ART-ACC-06'), () => {
    const wrong = [lost('logical'), done.counting];
    expect(chargesOf({ outcomes: wrong, judged: refusedWith(wrong) })).toEqual([{ role: 'executor', why: '“all are found” was gone about in the wrong way.' }]);
    const prevented = [lost('environmental'), outcomeOf(counting, { verdicts: [open(counted), pass(told)] })];
    expect(chargesOf({ outcomes: prevented, judged: refusedWith(prevented) })).toEqual([]);
    const optional = [done.seeking, outcomeOf(counting, { verdicts: [pass(counted), fail(told)] })];
    expect(chargesOf({ outcomes: optional, judged: accepted(optional) })).toEqual([]);
    const besides = [outcomeOf(counting, { verdicts: [fail(counted, 'environmental'), fail(told)] })];
    expect(chargesOf({ outcomes: besides, judged: refusedWith(besides) })).toEqual([]);
  });

  it('is the agent validator for a gap that it does not report', verifies('ART-ACC-06', 'ART-ACC-05'), () => {
    const hidden = { ...lost('environmental'), gap_trajectory: [{ attempt: 1, score: 1, unmet_criteria: [], failure_class: null }] } as SubtaskOutcome;
    expect(chargesOf({ outcomes: [hidden], judged: refusedWith([hidden]) })).toEqual([{ role: 'agent_validator', why: '“all are found” is not met, and the gap does not say so.' }]);
    const mislaid = { ...lost('environmental'), gap_trajectory: [] } as unknown as SubtaskOutcome;
    expect(chargesOf({ outcomes: [mislaid], judged: refusedWith([mislaid]) })).toHaveLength(1);
  });

  it('is the meta-validator for a failed subtask that it let through', verifies('ART-ACC-07', 'ART-ACC-11'), () => {
    const outcomes = [lost('environmental'), done.counting];
    expect(chargesOf({ outcomes, judged: accepted(outcomes) })).toEqual([{ role: 'meta_validator', why: 'A failed subtask was accepted.' }]);
    expect(chargesOf({ outcomes: [done.seeking], judged: accepted([done.seeking]) })).toEqual([]);
    expect(chargesOf({ outcomes: [done.seeking], judged: refusedWith([done.seeking], [fail(whole), pass(nice)]) })).toEqual([]);
  });

  it('is the meta-validator for a task that nobody decided about', verifies('ART-ACC-11', 'ART-ACC-07'), () => {
    expect(chargesOf({ outcomes: [done.seeking] })).toEqual([{ role: 'meta_validator', why: 'The outcomes were neither accepted nor sent back.' }]);
    expect(chargesOf({ outcomes: [] })).toEqual([]);
  });

  it('is the perceiver for what the person named and nobody understood', verifies('ART-ACC-01'), () => {
    const outcomes = [lost('environmental')];
    const said = (raw: string, intent: string, scope: string | null = null, deadline: string | null = null) => ({ ...task, raw_input: raw, intent, constraints: { scope, deadline } });
    const charged = (spec: TaskSpec, because: EndCause = 'stopped') => chargesOf({ task: spec, outcomes, judged: refusedWith(outcomes), because });
    expect(charged(said('sort names.txt by 2024, pls', 'Sort the names'))).toEqual([{ role: 'perceiver', why: 'The person named “names.txt”, “2024”, and what was understood does not.' }]);
    expect(charged(said('sort names.txt by 2024, pls', 'Sort the names', 'only names.txt', 'in 2024'))).toEqual([]);
    expect(charged(said('sort names.txt', 'Sort the names'), 'all_met')).toEqual([]);
    expect(chargesOf({ outcomes, judged: refusedWith(outcomes), because: 'stopped' })).toEqual([]);
  });

  it('is the planner for a plan that is about something else', verifies('ART-ACC-02'), () => {
    const outcomes = [lost('environmental')];
    const about = (intent: string) => ({ task: { ...task, raw_input: intent, intent }, plan: planOf([seeking], [needed('a.csv is added up')]), outcomes, judged: refusedWith(outcomes) });
    expect(chargesOf({ ...about('Add up a.csv and b.csv'), because: 'stopped' })).toEqual([{ role: 'planner', why: 'The task is about “b.csv”, and the plan is not.' }]);
    expect(chargesOf({ ...about('Add up a.csv'), because: 'stopped' })).toEqual([]);
    expect(chargesOf({ ...about('Add up b.csv'), because: 'close_enough' })).toEqual([]);
  });

  it('is the planner where every subtask came to what it should and the goal is missed', verifies('ART-ACC-03'), () => {
    const outcomes = [done.seeking, done.counting];
    const missed = [{ role: 'planner', why: 'Every subtask came to what it should, and the task is still not done.' }];
    expect(chargesOf({ outcomes, judged: refusedWith(outcomes, [fail(whole), pass(nice)]), because: 'stopped' })).toEqual(missed);
    expect(chargesOf({ outcomes, judged: accepted(outcomes), because: 'stopped' })).toEqual([]);
    const broken = [done.counting, lost('environmental')];
    expect(chargesOf({ outcomes: broken, judged: refusedWith(broken), because: 'stopped' })).toEqual([]);
    expect(chargesOf({ outcomes: [], judged: refusedWith([]), because: 'stopped' })).toEqual([]);
  });

  it('is the planner where a task that is given up leaves the person without what was reached', verifies('ART-ACC-04'), () => {
    const outcomes = [done.counting, lost('environmental')];
    const result = resultOf(play([{ outcomes, judged: refusedWith(outcomes, [], true) }]).decisions[0]);
    const bare = [{ role: 'planner', why: 'Something was reached, and the person was handed a failure without it.' }];
    const given = (output: FinalResult['output'], of: readonly SubtaskOutcome[] = outcomes) => chargesOf({ outcomes: of, judged: refusedWith(of), result: { ...result, output } });
    expect([result.directive, given(result.output), given(null), given(''), given({}), given([])]).toEqual(['abandon', [], bare, bare, bare, bare]);
    expect([given(null, [lost('environmental')]), chargesOf({ outcomes, judged: refusedWith(outcomes), result: { ...result, directive: 'success', output: null } as FinalResult })]).toEqual([[], []]);
  });

  it('is the solver for directions that led away or nowhere', verifies('ART-ACC-08'), () => {
    const outcomes = [outcomeOf(seeking, { verdicts: [pass(found)] })];
    const charged = (['divergence', 'replans', 'time', 'all_met', 'close_enough', 'stopped'] as const).map((because) => chargesOf({ outcomes, judged: accepted(outcomes), because }));
    const spent = [{ role: 'solver', why: 'The budget was used up before a direction was found that led to the goal.' }];
    expect(charged).toEqual([[{ role: 'solver', why: 'Two rounds in a row took the task further from its goal.' }], spent, spent, [], [], []]);
  });
});
