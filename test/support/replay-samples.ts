/** What the operations of replay answer, for one run. */
export function replayAnswers(runId: string, asOf: string): Readonly<Record<string, unknown>> {
  const request = { replay_request_id: 'cmd_01JFGWZ0000000000000000001', task_id: 'task_01JFGWZ0000000000000000001', source_run_id: runId, replay_mode: 'audit_reconstruction', allow_external_side_effects: false, allow_external_queries: false, model_reexecution_policy: 'reuse_recorded_outputs', created_at: asOf, schema_version: '1.0' };
  return {
    'task_replay.preview': { source_run_id: runId, replay_mode: 'audit_reconstruction', steps: 0, not_repeatable: [], side_effects_not_repeated: [] },
    'task_replay.run': { request, verdict: 'reconstructed', ended: { original: null, replayed: null }, steps: { recorded: 0, answered: 0 }, events: { compared: 0, identical: 0, from_outside: 0 }, divergences: [], story: [], faults: [] },
  };
}
