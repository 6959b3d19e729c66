import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { AT, RUN } from '../../../test/support/run-samples.ts';
import type { TaskReplayReport } from '../../contracts/index.ts';
import { renderExport, renderPreview, renderReplay } from './replay.ts';

const REPORT: TaskReplayReport = {
  request: { replay_request_id: 'cmd_01JCQZ9Y5D0000000000000001' as never, task_id: 'task_01JCQZ9Y5D0000000000000001' as never, source_run_id: RUN, replay_mode: 'simulation_from_recorded_outputs', allow_external_side_effects: false, allow_external_queries: false, model_reexecution_policy: 'reuse_recorded_outputs', created_at: AT, schema_version: '1.0' },
  verdict: 'identical',
  ended: { original: 'success', replayed: 'success' },
  steps: { recorded: 36, answered: 36 },
  events: { compared: 30, identical: 30, from_outside: 0 },
  divergences: [],
  story: [{ at: AT, what: 'A run was started.' }],
  faults: [],
};

describe('what a replay came to', () => {
  it('is one sentence when all is the same, a list of what is not, and a story when the log is read', verifies('KEL-REPLAY-06'), () => {
    expect(renderReplay(REPORT)).toBe(`${RUN} comes out the same: 36 of 36 steps were answered from the record, and 30 of 30 events are identical. It ends with success.\n`);
    expect(renderReplay({ ...REPORT, request: { ...REPORT.request, replay_mode: 'deterministic_reexecution' } })).toBe(`${RUN} comes out the same: 36 of 36 steps were answered from the record, and 30 of 30 events are identical. What its tools did and what was looked at in the folder was done again, on a copy, and came out as recorded. It ends with success.\n`);
    const divergence = { divergence_id: 'rcp_01JCQZ9Y5D0000000000000001' as never, replay_request_id: REPORT.request.replay_request_id, divergence_kind: 'policy_changed' as const, source_step_ref: { kind: 'event' as const, key: 'evt_1' }, explanation: 'run.plan_made differs at payload.why.\u001b[2J', created_at: AT, schema_version: '1.0' as const };
    expect(renderReplay({ ...REPORT, verdict: 'diverged', ended: { original: 'success', replayed: null }, events: { ...REPORT.events, identical: 29 }, divergences: [divergence] })).toBe(
      `${RUN} does not come out the same: 29 of 30 events are identical. It ended with success, and now ends with nothing.\n  policy_changed: run.plan_made differs at payload.why.\\u{1b}[2J\n`,
    );
    expect(renderReplay({ ...REPORT, verdict: 'damaged', faults: ['a hole'] })).toBe('The log is damaged, so what it tells cannot be relied on:\n  a hole\n');
    expect(renderReplay({ ...REPORT, request: { ...REPORT.request, replay_mode: 'audit_reconstruction' }, verdict: 'reconstructed' })).toBe(`${RUN} ended with success. The log is whole; this is what it tells:\n  ${AT}  A run was started.\n`);
  });
});

describe('what a rerun came to', () => {
  const rerun: TaskReplayReport = { ...REPORT, request: { ...REPORT.request, replay_mode: 'best_effort_rerun', model_reexecution_policy: 'same_model_if_available' }, verdict: 'agrees', events: { compared: 0, identical: 0, from_outside: 0 }, verdicts: [{ criterion: 'The tests pass', original: 'pass', replayed: null }], spent: { tokens: 1200, cost_usd: 0.01234 } };

  it('tells how each criterion was judged then and now, and what asking again cost', verifies('KEL-REPLAY-06'), () => {
    expect(renderReplay(rerun)).toBe(`${RUN} comes to the same when its models are asked again. It ends with success.\nHow the criteria were judged, then and now:\n  The tests pass: pass, not at all\nAsking again took 1200 tokens and $0.0123.\n`);
    expect(renderReplay({ ...rerun, verdict: 'diverged', verdicts: [], divergences: [] }).split('\n')[0]).toBe(`${RUN} does not come out the same. It ended with success, and now ends with success.`);
  });
});

describe('an exported bundle', () => {
  it('is told with how much was taken out and what is not in it', verifies('KEL-REPLAY-06'), () => {
    const receipt = { source_run_id: RUN, file: '/somewhere/bundle.json', bytes: 10, redactions: 0, left_out: [] };
    expect(renderExport(receipt)).toBe(`What a replay of ${RUN} needs was written to /somewhere/bundle.json. Nothing had to be taken out of it.\n`);
    expect(renderExport({ ...receipt, redactions: 1 })).toContain('1 place that tells a secret or somebody’s data was taken out');
    expect(renderExport({ ...receipt, redactions: 2, left_out: ['art_1 was erased'] })).toBe(`What a replay of ${RUN} needs was written to /somewhere/bundle.json. 2 places that tell secrets or somebody’s data were taken out of it.\nLeft out:\n  art_1 was erased\n`);
  });
});

describe('a preview of a replay', () => {
  it('shows the mode, the steps that nobody can repeat and those that are not done again', verifies('KEL-REPLAY-06', 'ELN-G-16'), () => {
    expect(renderPreview({ source_run_id: RUN, replay_mode: 'deterministic_reexecution', steps: 1, not_repeatable: [], side_effects_not_repeated: [] })).toBe(`${RUN} in the mode deterministic_reexecution: 1 recorded step.\nEvery step could be repeated.\nIt changed nothing.\n`);
    const many = Array.from({ length: 22 }, (_, at) => `turn-${at + 1} (tool.call)`);
    expect(renderPreview({ source_run_id: RUN, replay_mode: 'audit_reconstruction', steps: 40, not_repeatable: many, side_effects_not_repeated: ['turn-1 (tool.call)'] }).split('\n')).toEqual([
      `${RUN} in the mode audit_reconstruction: 40 recorded steps.`,
      'These may come out otherwise each time, so that they are only read from the record:',
      ...many.slice(0, 20).map((line) => `  ${line}`),
      '  and 2 more',
      'These changed or cost something, and are not done again:',
      '  turn-1 (tool.call)',
      '',
    ]);
  });
});
