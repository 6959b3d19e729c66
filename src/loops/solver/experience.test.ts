import { describe, expect, it } from 'vitest';
import { callOf, fail, outcomeOf, pass, task } from '../../../test/support/loop-samples.ts';
import { whole, nice, found, counted, told, seeking, counting, done, lost, refusedWith, accepted, play, failing, directiveOf, resultOf } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { TaskDecision } from '../validators/meta-validator.ts';
import { intentSlug, noMemory } from './experience.ts';

describe('what the solver teaches the memory', () => {
  it('is one memory of the intent for every end, with the loss that came with it', verifies('ART-R7-12', 'ART-INV-15', 'KEL-CTRL-10'), () => {
    const { outcomes, judged } = failing('logical');
    const ends = [
      play([{ outcomes: [done.seeking, done.counting], judged: accepted() }]),
      play([{ outcomes: [done.seeking, done.counting], judged: refusedWith([done.seeking, done.counting], [pass(whole), fail(nice)]) }]),
      play([{ outcomes, judged: { ...judged, isLastRound: true } as TaskDecision }]),
    ];
    expect(ends.map(({ learnt }) => learnt.map(({ state, f, sigma, k, space, entity }) => [state, f, sigma, k, space, entity]))).toEqual([
      [['accept', 0.9, 1, 0.05, 'intent:count_the_open', 'env:local']],
      [['success', 0.8, 1, 0.05, 'intent:count_the_open', 'env:local']],
      [['abandon', 0.95, -1, 0.05, 'intent:count_the_open', 'env:local']],
    ]);
    for (const { learnt, decisions } of ends) expect(learnt[0]).toMatchObject({ key: `${task.task_id}/1/end`, taskId: task.task_id, content: resultOf(decisions[0]).summary, loss: resultOf(decisions[0]).loss });
  });

  it('is one memory against each target when it is blocked, and never again', verifies('ART-INV-16', 'ART-LAW-3', 'KEL-CTRL-10', 'ART-INV-12'), () => {
    const gone = (...paths: string[]) => failing('environmental', paths.map((path, at) => callOf(at + 1, 'read_file', { path }, 'failed')));
    const { learnt, decisions } = play([gone('a.md', 'b.md'), gone('b.md', 'c.md')]);
    expect(learnt.map(({ key, state, f, sigma, k, space, entity }) => [key.slice(task.task_id.length), state, f, sigma, k, space, entity])).toEqual([
      ['/1/target-1', 'change_path', 0.3, 0, 0.2, 'tool:read_file', 'path:a.md'],
      ['/1/target-2', 'change_path', 0.3, 0, 0.2, 'tool:read_file', 'path:b.md'],
      ['/2/target-1', 'change_path', 0.3, 0, 0.2, 'tool:read_file', 'path:c.md'],
    ]);
    expect(learnt[0]).toMatchObject({ taskId: task.task_id, content: directiveOf(decisions[0]).rationale, loss: directiveOf(decisions[0]).loss });
  });

  it('is against a tool only where it was shown to be wrong, and only for this kind of task', verifies('ART-LAW-3', 'KEL-CTRL-10', 'ART-INV-16', 'ART-INV-12'), () => {
    const outcomes = [lost('environmental', [callOf(1, 'read_file', { path: 'a.md' })]), outcomeOf(counting, { verdicts: [fail(counted), fail(told)], calls: [callOf(2, 'guess', { query: 'n' })] })];
    const { learnt, decisions } = play([{ outcomes, judged: refusedWith(outcomes) }]);
    expect(directiveOf(decisions[0])).toMatchObject({ directive: 'break_symmetry', blocked_tools: ['read_file', 'guess'] });
    expect(learnt).toMatchObject([{ key: `${task.task_id}/1/tool-1`, state: 'break_symmetry', f: 0.75, sigma: -1, k: 0.05, space: 'tool:guess', entity: 'intent:count_the_open' }]);
  });

  it('gives the plus of a broken symmetry to the tools that came after it and did their work', verifies('KEL-CTRL-10'), () => {
    const stuck = failing('logical', [callOf(1, 'guess', { query: 'n' })]);
    const outcomes = [outcomeOf(seeking, { verdicts: [pass(found)], calls: [callOf(1, 'search_text', { pattern: '?' }), callOf(2, 'guess', { query: 'n' }), callOf(3, 'draw', { path: 'x' }, 'failed')] }), done.counting];
    const { learnt } = play([stuck, { outcomes, judged: accepted(outcomes) }]);
    expect(learnt.map(({ key, state, f, sigma, space, entity }) => [key.slice(task.task_id.length), state, f, sigma, space, entity])).toEqual([
      ['/1/tool-1', 'break_symmetry', 0.75, -1, 'tool:guess', 'intent:count_the_open'],
      ['/2/end', 'accept', 0.9, 1, 'intent:count_the_open', 'env:local'],
      ['/2/novel-1', 'break_symmetry', 0.75, 1, 'tool:search_text', 'intent:count_the_open'],
    ]);
    const { learnt: inARow } = play([stuck, stuck]);
    expect(inARow.filter(({ sigma }) => sigma > 0)).toEqual([]);
  });

  it('is for what memory spoke against when a person allowed it and it did its work', verifies('KEL-DREAM-11'), () => {
    const doubted = [{ toolId: 'read_file', target: 'old/a.md' }, { toolId: 'read_file', target: 'b.md' }, { toolId: 'guess' }, { toolId: 'draw' }];
    const outcomes = [outcomeOf(seeking, { verdicts: [pass(found)], calls: [callOf(1, 'read_file', { path: './old/a.md' }), callOf(2, 'read_file', { path: 'b.md' }, 'failed'), callOf(3, 'guess', { query: 'n' })] }), done.counting];
    const { learnt } = play([{ outcomes, judged: accepted(outcomes), doubted }]);
    expect(learnt.slice(1).map(({ key, state, f, sigma, space, entity }) => [key.slice(task.task_id.length), state, f, sigma, space, entity])).toEqual([
      ['/1/after-all-1', 'break_symmetry', 0.75, 1, 'tool:read_file', 'path:old/a.md'],
      ['/1/after-all-2', 'break_symmetry', 0.75, 1, 'tool:guess', 'intent:count_the_open'],
    ]);
    const missed = [lost('logical', [callOf(1, 'guess', { query: 'n' })]), done.counting];
    expect(play([{ outcomes: missed, judged: refusedWith(missed), doubted }]).learnt.filter(({ sigma }) => sigma > 0)).toEqual([]);
  });

  it('is counted where there is no memory yet', verifies('ART-INV-15'), () => {
    const memory = noMemory();
    play([{ outcomes: [done.seeking, done.counting], judged: accepted() }], { memory });
    expect(memory.dropped()).toBe(1);
  });

  it.each([['Count the open questions, please', 'count_the_open'], ['  Öffne,  die Tür! ', 'öffne_die_tür'], ['… — !', 'unnamed'], ['one', 'one']])('knows the kind of “%s”', verifies('KEL-CTRL-10'), (intent, slug) => {
    expect(intentSlug(intent)).toBe(slug);
  });
});
