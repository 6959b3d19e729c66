import { describe, expect, it } from 'vitest';
import { fail, open, outcomeOf, pass } from '../../../test/support/loop-samples.ts';
import { accepted, counted, counting, done, found, lost, nice, refusedWith, seeking, told, whole } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SubtaskOutcome } from '../../contracts/index.ts';
import { chargesOf } from './accountability.ts';

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

  it('is the solver for directions that led away or nowhere', verifies('ART-ACC-08'), () => {
    const outcomes = [outcomeOf(seeking, { verdicts: [pass(found)] })];
    const charged = (['divergence', 'replans', 'time', 'all_met', 'close_enough', 'stopped'] as const).map((because) => chargesOf({ outcomes, judged: accepted(outcomes), because }));
    const spent = [{ role: 'solver', why: 'The budget was used up before a direction was found that led to the goal.' }];
    expect(charged).toEqual([[{ role: 'solver', why: 'Two rounds in a row took the task further from its goal.' }], spent, spent, [], [], []]);
  });
});
