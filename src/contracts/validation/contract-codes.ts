import type { ValidationCodeTable } from './code-table.ts';

/** ELN §4: findings, chains, outcomes, feedback, type ownership, snapshots. */
export const CONTRACT_CODES = {
  'validation.finding_state_mutated_inside_immutable_envelope': {
    section: 'A-01', level: 'error', module: 'evaluation',
    meaning: 'The state of a finding was changed inside the event that first reported it.',
  },
  'validation.finding_current_projection_without_event': {
    section: 'A-01', level: 'error', module: 'evaluation',
    meaning: 'A finding has a current record but no event it was folded from.',
  },
  'validation.blocking_finding_without_authority': {
    section: 'A-05', level: 'error', module: 'evaluation',
    meaning: 'A finding blocks the work although none of the accepted grounds for blocking holds.',
  },
  'validation.model_judgment_only_blocker_without_permission': {
    section: 'A-05', level: 'error', module: 'evaluation',
    meaning: 'Work is blocked by the opinion of a model alone and nobody permitted subjective blocking.',
  },
  'validation.feedback_finding_view_authority_drift': {
    section: 'A-01', level: 'error', module: 'evaluation',
    meaning: 'The view of a finding shows another right to block than the finding itself carries.',
  },
  'validation.progress_signal_match_key_drift': {
    section: 'A-01', level: 'error', module: 'evaluation',
    meaning: 'A progress signal compares failures by another key than the one stored with the finding.',
  },
  'validation.artifact_targeted_finding_missing_version_ref': {
    section: 'A-01', level: 'error', module: 'evaluation',
    meaning: 'A finding about an artifact names neither the version it looked at nor why there is none.',
  },
  'validation.envelope_target_projection_drift': {
    section: 'A-02', level: 'error', module: 'evaluation',
    meaning: 'The separate target fields of a result disagree with the target it says it evaluated.',
  },
  'validation.envelope_basis_missing': {
    section: 'A-02', level: 'error', module: 'evaluation',
    meaning: 'A result does not say on what basis its target was judged.',
  },
  'validation.chain_id_name_drift': {
    section: 'A-25', level: 'error', module: 'contracts',
    meaning: 'The identifier of an evaluation chain appears under a field name that is not the agreed one.',
  },
  'validation.pattern_c_chain_id_mismatch': {
    section: 'A-03', level: 'error', module: 'evaluation',
    meaning: 'Evaluator and judge reported on one piece of work under different chain identifiers.',
  },
  'validation.pattern_c_chain_without_resolution_receipt': {
    section: 'A-04', level: 'error', module: 'evaluation',
    meaning: 'Evaluator and judge are both done and no receipt says what follows from them together.',
  },
  'validation.pattern_c_route_conflict_unresolved': {
    section: 'A-04', level: 'error', module: 'evaluation',
    meaning: 'Evaluator and judge recommend different routes and the work went on without a decision between them.',
  },
  'validation.pattern_c_snapshot_mismatch': {
    section: 'A-03', level: 'error', module: 'evaluation',
    meaning: 'Evaluator and judge looked at different snapshots of the work.',
  },
  'validation.pattern_c_missing_expected_producer': {
    section: 'A-03', level: 'error', module: 'evaluation',
    meaning: 'A chain was closed although a required evaluator or judge never reported.',
  },
  'validation.runtime_state_emitted_to_envelope': {
    section: 'A-06', level: 'error', module: 'evaluation',
    meaning: 'A result was sent out with a state that only describes work in progress.',
  },
  'validation.disposition_without_verdict_mapping': {
    section: 'A-06', level: 'error', module: 'evaluation',
    meaning: 'The way an outcome ended has no verdict assigned to it in the state matrix.',
  },
  'validation.indeterminate_without_cause': {
    section: 'A-07', level: 'error', module: 'evaluation',
    meaning: 'A result says it could not be decided and does not say why.',
  },
  'validation.evaluation_decision_boolean_pass_legacy': {
    section: 'A-07', level: 'error', module: 'contracts',
    meaning: 'A decision is written as pass true or false where one of four verdicts belongs.',
  },
  'validation.feedback_branch_missing_handler': {
    section: 'A-08', level: 'error', module: 'evaluation',
    meaning: 'Feedback took a branch for which nobody is registered to act.',
  },
  'validation.feedback_branch_unregistered': {
    section: 'A-08', level: 'error', module: 'evaluation',
    meaning: 'Feedback was sent along a branch that the routing policy does not know.',
  },
  'validation.feedback_delivery_duplicate_without_idempotency': {
    section: 'A-08', level: 'error', module: 'evaluation',
    meaning: 'The same feedback reached a consumer twice because its delivery had no key to recognise it by.',
  },
  'validation.feedback_consumed_without_receipt': {
    section: 'A-08', level: 'error', module: 'evaluation',
    meaning: 'A consumer took feedback in and left no receipt of having done so.',
  },
  'validation.feedback_bundle_absence_unexplained': {
    section: 'A-08', level: 'error', module: 'evaluation',
    meaning: 'A result came without a feedback bundle and gives no reason for that.',
  },
  'validation.type_owner_drift': {
    section: 'A-09', level: 'error', module: 'contracts',
    meaning: 'A stored type is defined in another place than the registry names as its owner.',
  },
  'validation.pending_owner_without_degraded_behavior': {
    section: 'A-22', level: 'error', module: 'contracts',
    meaning: 'A type waits for its owner or consumer and nothing says how the product behaves until then.',
  },
  'validation.build_ready_gate_failed': {
    section: 'A-15', level: 'error', module: 'contracts',
    meaning: 'The build is called ready although a check that readiness depends on has failed.',
  },
  'validation.phantom_type_reference': {
    section: 'A-09', level: 'error', module: 'contracts',
    meaning: 'A schema refers to a type that is defined nowhere.',
  },
  'validation.positive_observation_missing_for_passed_criteria_when_required': {
    section: 'A-09', level: 'error', module: 'evaluation',
    meaning: 'Criteria were met and the record of what went well, which was asked for, is missing.',
  },
  'validation.learning_mode_value_drift': {
    section: 'A-11', level: 'error', module: 'contracts',
    meaning: 'A learning mode is something other than production, signal_generation or calibration.',
  },
  'validation.learning_mode_redeclared_outside_owner': {
    section: 'A-11', level: 'error', module: 'contracts',
    meaning: 'A second list of learning modes is declared beside the one that owns them.',
  },
  'validation.repair_routed_to_non_revision_port': {
    section: 'A-16', level: 'error', module: 'evaluation',
    meaning: 'A repair that changes meaning was sent for execution to a port that only takes advice or data.',
  },
  'validation.revisor_declares_revision_in': {
    section: 'A-17', level: 'error', module: 'evaluation',
    meaning: 'The planner of revisions offers a port through which it could itself be told to change the work.',
  },
  'validation.meaning_bearing_repair_without_revision_capability': {
    section: 'A-16', level: 'error', module: 'evaluation',
    meaning: 'A repair that changes meaning went to a port whose module never declared that it can revise.',
  },
  'validation.feedback_bundle_emitted_against_matrix': {
    section: 'A-18', level: 'error', module: 'evaluation',
    meaning: 'A feedback bundle was sent for a producer and verdict that the emission matrix says send none.',
  },
  'validation.envelope_missing_for_result': {
    section: 'A-18', level: 'error', module: 'evaluation',
    meaning: 'A result is referred to and no envelope was ever emitted for it.',
  },
  'validation.legal_payload_authority_level_legacy': {
    section: 'A-23', level: 'error', module: 'contracts',
    meaning: 'A legal source still holds the old field that mixed its authority with how later law treated it.',
  },
  'validation.authority_level_projection_drift': {
    section: 'A-23', level: 'error', module: 'library',
    meaning: 'A source and the scope it applies to state different levels of authority.',
  },
  'validation.legal_treatment_status_missing_when_legal_source': {
    section: 'A-23', level: 'error', module: 'library',
    meaning: 'A legal source does not say whether it still stands, not even that this is unknown.',
  },
  'validation.repeated_failure_key_missing_artifact_stable_id': {
    section: 'A-26', level: 'error', module: 'evaluation',
    meaning: 'A failure on an artifact is tracked without the identity the artifact keeps across versions.',
  },
  'validation.evidence_signature_hash_missing_for_source_bound_finding': {
    section: 'A-26', level: 'error', module: 'evaluation',
    meaning: 'A finding that rests on sources cannot be told from another because its evidence was not hashed.',
  },
  'validation.source_workspace_hash_typed_as_artifact_hash': {
    section: 'A-27', level: 'error', module: 'contracts',
    meaning: 'The hash of a source workspace is stored where the hash of an artifact belongs.',
  },
  'validation.evaluation_snapshot_missing_workspace_hash_set': {
    section: 'A-27', level: 'error', module: 'evaluation',
    meaning: 'An evaluation used sources and its snapshot does not pin the state they were in.',
  },
  'validation.workspace_snapshot_hash_mismatch': {
    section: 'A-27', level: 'error', module: 'evaluation',
    meaning: 'The source workspace no longer has the hashes that the snapshot recorded.',
  },
} as const satisfies ValidationCodeTable;
