/** What the operations of replay answer, for one run. */
export function replayAnswers(runId: string, asOf: string): Readonly<Record<string, unknown>> {
  const request = { replay_request_id: 'cmd_01JFGWZ0000000000000000001', task_id: 'task_01JFGWZ0000000000000000001', source_run_id: runId, replay_mode: 'audit_reconstruction', allow_external_side_effects: false, allow_external_queries: false, model_reexecution_policy: 'reuse_recorded_outputs', created_at: asOf, schema_version: '1.0' };
  return {
    'task_replay.preview': { source_run_id: runId, replay_mode: 'audit_reconstruction', steps: 0, not_repeatable: [], side_effects_not_repeated: [] },
    'task_replay.export': { source_run_id: runId, file: '/home/ada/bundle.json', bytes: 1200, redactions: 2, left_out: [] },
    'task_replay.run': { request, verdict: 'reconstructed', ended: { original: null, replayed: null }, steps: { recorded: 0, answered: 0 }, events: { compared: 0, identical: 0, from_outside: 0 }, divergences: [], story: [], faults: [] },
  };
}

const place = { event_seq: 13, phase: 'execute', workspace: '/home/ada/work-fork-000001', recorded_steps: 9 };

/** What the operations of checkpoints and forks answer, for one run. */
export function forkAnswers(runId: string, asOf: string): Readonly<Record<string, unknown>> {
  const checkpointId = 'ckp_01JFGWZ0000000000000000001';
  const event = { kind: 'event', key: 'evt_01JFGWZ0000000000000000001' };
  const effect = { side_effect_id: 'execute/1/1/attempt-1/turn-1/tool-1', kind: 'POST https://example.com/orders', executed_at: asOf, note: 'not_reversible_in_fork', receipt_ref: event };
  const fork = { fork_id: 'frk_01JFGWZ0000000000000000001', parent_run_id: runId, forked_from_checkpoint_ref: checkpointId, new_run_id: runId, fork_reason: 'To try another way.', irrevocable_side_effects_at_fork: [effect], created_at: asOf, schema_version: '1.0' };
  return {
    'checkpoint.create': { checkpoint_id: checkpointId, task_id: 'task_01JFGWZ0000000000000000001', run_id: runId, label: 'the tests pass', artifact_head_refs: [], artifact_version_refs: [], source_workspace_snapshot_refs: [], graph_topology_snapshot_ref: event, policy_snapshot_ref: event, capability_snapshot_ref: event, event_seq: 13, irreversible_side_effect_refs: [event], created_by_ref: 'owner', created_at: asOf, schema_version: '1.0' },
    'checkpoint.list': { run_id: runId, checkpoints: [{ checkpoint_id: null, event_id: event.key, event_seq: 13, label: 'plan was left, execute follows', created_by_ref: 'mother', created_at: asOf, irreversible_side_effects: 0 }, { checkpoint_id: checkpointId, event_id: event.key, event_seq: 13, label: 'the tests pass', created_by_ref: 'owner', created_at: asOf, irreversible_side_effects: 1 }] },
    'task_replay.preview_fork': { parent_run_id: runId, ...place, restored: ['out.txt'], irrevocable_side_effects: [effect], confirmation: 'cmd_01JFGWZ0000000000000000001' },
    'task_replay.create_fork': { parent_run_id: runId, ...place, fork },
  };
}
