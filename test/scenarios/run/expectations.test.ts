import { describe, expect, it } from 'vitest';
import type { RunEventLine, RunStartReport } from '../../../src/contracts/index.ts';
import type { ReceivedRequest } from '../../../src/models/index.ts';
import { shortfalls } from './expectations.ts';
import { readLine, type Played } from './played.ts';
import { Expected } from './scenario-file.ts';

const event = (type: string, payload: RunEventLine['payload'] = {}): RunEventLine => ({ position: 1, type, at: '2026-01-01T00:00:00.000Z', actor: 'mother', payload }) as RunEventLine;
const verdict = { criterion: 'notes.md holds the word harbour', mode: 'verifiable', required: true, verdict: 'pass', evidence: 'It was read.', evidence_refs: ['step:1'] };

function played(changes: Partial<Played> = {}, termination: object = {}, report: object = {}): Played {
  const account = {
    engine: 'model',
    rounds: 1,
    corrections: 0,
    prompts: 0,
    model_calls: 3,
    consumed: { tool_calls: 1, total_tokens: 900 },
    criteria: [{ subtask_id: null, verdict }],
    result: { directive: 'accept' },
    conflicts: [{ conflict_type: 'test_vs_review', strategy_applied: 'fail_safe', final_decision: 'rejected' }],
    artifacts: [{ type: 'RunSummary' }],
    ...report,
  };
  const started = { run_id: 'run_1', answer: 'The boats lie in the harbour.', termination: { reason: 'success', details: 'All of it was met.', suggested_action: null, can_retry: false, contributing_factors: ['1 action was denied'], unmet_criteria: [], ...termination }, report: account };
  return {
    events: [event('run.directive_issued', { directive: { directive: 'refine' } }), event('run.phase_exited', { gate: {} }), event('run.terminated', { run_id: 'run_1' })],
    report: started as unknown as RunStartReport,
    exitCode: 0,
    output: 'written',
    stderr: 'complained',
    strangeLines: [],
    requests: [{ method: 'POST', body: { tools: [{ function: { name: 'finish' } }], messages: ['the question'] } } as unknown as ReceivedRequest],
    files: new Map([['notes.md', 'harbour']]),
    troubles: [],
    ...changes,
  };
}

const found = (expected: object, result: Played = played()): string[] => shortfalls(Expected.parse({ exit_code: 0, reason: 'success', ...expected }), result);

describe('the expectations of a scenario', () => {
  it.each<object>([
    {},
    { engine: 'model', directive: 'accept', directives: ['refine'], rounds: 1, corrections: 0, prompts: 0, can_retry: false, suggested_action: null },
    { events: { contains: ['run.terminated'], lacks: ['run.steered'], counts: { 'run.terminated': 1 }, in_order: ['run.directive_issued', 'run.terminated'] } },
    { events_hold: [{ type: 'run.directive_issued', text: 'refine' }], criteria: [{ criterion: 'harbour', verdict: 'pass' }], artifacts: ['RunSummary'] },
    { files: { 'notes.md': { exact: 'harbour' }, 'other.md': { absent: true }, 'third.md': { lacks: 'x' } }, model_calls: { exactly: 3 }, tool_calls: { max: 1 }, total_tokens: { min: 900 } },
    { answer_contains: ['boats'], answer_lacks: ['kraken'], output_contains: ['written', 'complained'], output_lacks: ['token'], details_contains: 'met', factors_contain: ['denied'] },
    { conflicts: [{ type: 'test_vs_review', strategy: 'fail_safe', decision: 'rejected' }], asks: { executor: 1, planner: 0 }, asked: [{ as: 'executor', nth: 1, contains: ['the question'], offers: ['finish'], withholds: ['shell'] }] },
  ])('are met by what is so: %j', (expected) => {
    expect(found(expected)).toEqual([]);
  });

  it.each<[object, string]>([
    [{ reason: 'timeout' }, 'reason is "success", not "timeout"'],
    [{ engine: 'offline' }, 'engine is "model", not "offline"'],
    [{ directive: 'abandon' }, 'directive is "accept", not "abandon"'],
    [{ directives: [] }, 'the directives is ["refine"], not []'],
    [{ suggested_action: ['retry'] }, 'suggested null, not ["retry"]'],
    [{ unmet: ['poet'] }, '"poet" is not among what was not met'],
    [{ events: { contains: ['run.steered'] } }, 'there is no run.steered'],
    [{ events: { lacks: ['run.terminated'] } }, 'there is a run.terminated'],
    [{ events: { counts: { 'run.terminated': 2 } } }, 'the number of run.terminated is 1, not 2'],
    [{ events: { in_order: ['run.terminated', 'run.directive_issued'] } }, 'run.directive_issued does not come after run.terminated'],
    [{ events_hold: [{ type: 'run.terminated', text: 'x' }] }, 'no run.terminated holds "x"'],
    [{ criteria: [{ criterion: 'light', verdict: 'pass' }] }, 'the verdict on "light" is undefined, not "pass"'],
    [{ files: { 'notes.md': { absent: true } } }, 'notes.md is there'],
    [{ files: { 'other.md': { contains: 'x' } } }, 'other.md is not there'],
    [{ files: { 'notes.md': { lacks: 'harbour' } } }, 'notes.md holds "harbour"'],
    [{ model_calls: { max: 2 } }, 'model calls were 3, not {"max":2}'],
    [{ answer_lacks: ['boats'] }, 'the answer holds "boats"'],
    [{ output_lacks: ['complained'] }, 'what was written holds "complained"'],
    [{ conflicts: [] }, 'there is a conflict'],
    [{ artifacts: ['CodePatch'] }, 'there is no CodePatch among RunSummary'],
    [{ asks: { executor: 2 } }, 'how often the executor asked is 1, not 2'],
    [{ asked: [{ as: 'planner', nth: 1 }] }, 'the planner did not ask 1 times'],
    [{ asked: [{ as: 'executor', nth: 1, withholds: ['finish'] }] }, 'request 1 of the executor offers finish'],
  ])('name what is not so: %j', (expected, sentence) => {
    expect(found(expected)).toEqual([sentence]);
  });

  it.each<[string, Played]>([
    ['the last line is not the report', played({ report: undefined })],
    ['it ended with 1, and success is 0', played({ exitCode: 1 })],
    ['it ended 2 times', played({ events: [event('run.directive_issued'), event('run.terminated', { run_id: 'run_1' }), event('run.terminated', { run_id: 'run_1' })] })],
    ['a phase was left without the receipt of a gate', played({ events: [event('run.phase_exited', { gate: null })] })],
    ['no RunSummary lies beside the termination record', played({}, {}, { artifacts: [] })],
    ['a criterion passed on no evidence', played({}, {}, { criteria: [{ subtask_id: null, verdict: { ...verdict, evidence_refs: [] } }] })],
    ['a success leaves a required criterion unmet', played({}, {}, { criteria: [{ subtask_id: null, verdict: { ...verdict, verdict: 'unresolved' } }] })],
    ['a success was checked against nothing', played({}, {}, { criteria: [] })],
    ['{"approval":true} never came', played({ troubles: ['{"approval":true} never came'] })],
  ])('hold every run to what holds of all: %s', (sentence, result) => {
    expect(found({}, result)).toContain(sentence);
  });

  it('ask for nothing but the words and the exit code where no run may begin', () => {
    expect(found({ exit_code: 2, reason: null, output_contains: ['complained'] }, played({ exitCode: 2, events: [], report: undefined }))).toEqual([]);
    expect(found({ exit_code: 2, reason: null }, played({ exitCode: 0 }))).toEqual(['it ended with 0', 'it came to a run']);
  });
});

describe('a line for programs', () => {
  it('is an event, the report, or strange', () => {
    const line = { position: 1, type: 'run.started', at: '2026-01-01T00:00:00.000Z', actor: 'mother', payload: { a: 1 } };
    expect(readLine(JSON.stringify(line))).toEqual({ event: line });
    expect(readLine('Understood: …')).toEqual({ strange: 'Understood: …' });
    expect(readLine('{"type":"run.report"}')).toMatchObject({ strange: expect.stringContaining('run_id: ') });
  });
});
