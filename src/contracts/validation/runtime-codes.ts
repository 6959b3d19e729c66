import type { ValidationCodeTable } from './code-table.ts';

/** ELN §5: revision, workspace operations, cascades, hard calls, sufficiency. */
export const RUNTIME_CODES = {
  'validation.revision_lifecycle_illegal_transition': {
    section: 'B-01', level: 'error', module: 'evaluation',
    meaning: 'The execution of a revision jumped between two states that no transition connects.',
  },
  'validation.revision_lifecycle_missing_receipt': {
    section: 'B-01', level: 'error', module: 'evaluation',
    meaning: 'The execution of a revision moved on without the receipt that should have triggered the move.',
  },
  'validation.terminal_state_without_terminal_receipt': {
    section: 'B-01', level: 'error', module: 'evaluation',
    meaning: 'A revision is shown as ended and no receipt records how it ended.',
  },
  'validation.step_idempotency_key_missing': {
    section: 'B-02', level: 'error', module: 'evaluation',
    meaning: 'A revision step was dispatched with nothing to recognise a repeat by.',
  },
  'validation.step_idempotency_kind_unregistered': {
    section: 'B-02', level: 'error', module: 'evaluation',
    meaning: 'The key of a revision step names a kind of step that is not registered.',
  },
  'validation.step_idempotency_parallel_enum_drift': {
    section: 'B-02', level: 'error', module: 'contracts',
    meaning: 'A second list of step kinds is used beside the registered one.',
  },
  'validation.workspace_mutation_without_precondition': {
    section: 'B-03', level: 'error', module: 'library',
    meaning: 'A change to a source workspace does not say which state of it was expected.',
  },
  'validation.workspace_event_seq_conflict': {
    section: 'B-03', level: 'error', module: 'library',
    meaning: 'Someone else changed the source workspace first, so this change rests on an old sequence number.',
  },
  'validation.workspace_api_operation_unregistered': {
    section: 'B-03', level: 'error', module: 'library',
    meaning: 'A source workspace was asked for an operation that its registry does not list.',
  },
  'validation.workspace_receipt_missing_head_hash': {
    section: 'B-03', level: 'error', module: 'library',
    meaning: 'The receipt of a workspace change does not give the head hash before and after it.',
  },
  'validation.workspace_read_without_snapshot_receipt': {
    section: 'B-03', level: 'error', module: 'library',
    meaning: 'Sources were read from a workspace without a receipt of the snapshot they came from.',
  },
  'validation.revision_plan_contains_predicted_post_hash': {
    section: 'C-03', level: 'error', module: 'evaluation',
    meaning: 'A plan states the hash of content that has not been written yet.',
  },
  'validation.in_place_lock_missing_expected_pre_hash': {
    section: 'B-04', level: 'error', module: 'evaluation',
    meaning: 'Content was locked for change in place without noting the hash it had at that moment.',
  },
  'validation.rolling_hash_parallel_steps_same_artifact': {
    section: 'B-04', level: 'error', module: 'evaluation',
    meaning: 'Two steps that change the same artifact in place ran side by side.',
  },
  'validation.rolling_hash_same_artifact_dependency_missing': {
    section: 'B-04', level: 'error', module: 'evaluation',
    meaning: 'Two steps change the same artifact in place and neither is declared to come first.',
  },
  'validation.outcome_dependency_cycle': {
    section: 'B-06', level: 'error', module: 'evaluation',
    meaning: 'Outcomes depend on one another in a circle, so none of them can be settled first.',
  },
  'validation.revalidation_cascade_loop': {
    section: 'B-05', level: 'error', module: 'evaluation',
    meaning: 'A cascade of rechecks came back to an outcome it had already visited.',
  },
  'validation.revalidation_cascade_max_depth_exceeded': {
    section: 'B-05', level: 'error', module: 'evaluation',
    meaning: 'A cascade of rechecks went on below the greatest depth allowed.',
  },
  'validation.success_marked_before_cascade_quiescent': {
    section: 'B-20', level: 'error', module: 'evaluation',
    meaning: 'An outcome was declared satisfied while rechecks it had set off were still running.',
  },
  'validation.pending_dependency_not_rechecked_after_upstream_failure': {
    section: 'B-06', level: 'error', module: 'evaluation',
    meaning: 'An outcome keeps waiting for another one that has already failed for good.',
  },
  'validation.hard_call_options_empty': {
    section: 'B-18', level: 'error', module: 'oversight',
    meaning: 'A person is asked to choose and is offered nothing to choose from.',
  },
  'validation.hard_call_closed_choice_needs_two_options': {
    section: 'B-18', level: 'error', module: 'oversight',
    meaning: 'A person is asked to choose and there is only one answer to give.',
  },
  'validation.hard_call_freeform_missing_response_schema': {
    section: 'B-18', level: 'error', module: 'oversight',
    meaning: 'A person is asked for an answer in their own words and nothing says what a valid answer looks like.',
  },
  'validation.hard_call_resolved_without_dispatcher_receipt': {
    section: 'B-19', level: 'error', module: 'oversight',
    meaning: 'A question to a person is treated as answered and the dispatcher has recorded no answer.',
  },
  'validation.cancel_ignores_executed_side_effect': {
    section: 'B-10', level: 'error', module: 'oversight',
    meaning: 'A cancellation is reported as if something already done in the outside world had not happened.',
  },
  'validation.skip_without_receipt': {
    section: 'B-11', level: 'error', module: 'oversight',
    meaning: 'Something was left out and no receipt says who skipped it and for what reason.',
  },
  'validation.forum_deadlock_without_policy': {
    section: 'B-14', level: 'error', module: 'loops',
    meaning: 'A deliberation can end in stalemate and no policy says what happens then.',
  },
  'validation.forum_policy_allows_task_agent_decides': {
    section: 'B-14', level: 'error', module: 'loops',
    meaning: 'A deliberation lets the adviser decide the matter when the others cannot agree.',
  },
  'validation.forum_no_consensus_without_terminal_route': {
    section: 'B-14', level: 'error', module: 'loops',
    meaning: 'A deliberation ended without agreement and led nowhere.',
  },
  'validation.concurrency_tie_breaker_uses_wall_clock': {
    section: 'B-16', level: 'error', module: 'evaluation',
    meaning: 'Which of two competing plans goes first was decided by the time of day.',
  },
  'validation.concurrency_tie_breaker_risk_sort_inverted': {
    section: 'B-16', level: 'error', module: 'evaluation',
    meaning: 'Of two otherwise equal plans the riskier one was given precedence.',
  },
  'validation.concurrency_tie_breaker_missing_final_key': {
    section: 'B-16', level: 'error', module: 'evaluation',
    meaning: 'Two competing plans can tie on everything because they carry no unique last key.',
  },
  'validation.sufficiency_protocol_without_detection': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'Work was declared impossible to finish and no detection result supports it.',
  },
  'validation.no_improvement_without_metric': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'Attempts are said not to improve and no metric of improvement is named.',
  },
  'validation.no_improvement_without_epsilon': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'Attempts are said not to improve and no least difference that counts is set.',
  },
  'validation.procedure_exhaustion_without_candidate_universe': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'Everything is said to have been tried and the procedures that could be tried are not listed.',
  },
  'validation.hard_call_raised_when_no_human_choice_available': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'A person was interrupted with a question that no answer of theirs could settle.',
  },
  'validation.sufficiency_retry_after_terminal_detection': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'Another attempt was started after it had been established that none can help.',
  },
  'validation.insufficiency_marker_not_mapped_to_outcome_state': {
    section: 'B-24', level: 'error', module: 'evaluation',
    meaning: 'Work was found impossible to finish and its outcome does not show that state.',
  },
  'validation.revision_plan_dependency_edge_drift': {
    section: 'B-25', level: 'error', module: 'evaluation',
    meaning: 'The list of edges of a plan disagrees with what its steps say they depend on.',
  },
  'validation.revision_plan_step_dependency_undefined': {
    section: 'B-25', level: 'error', module: 'evaluation',
    meaning: 'A step of a plan does not state its dependencies, not even that it has none.',
  },
  'validation.revision_plan_cycle': {
    section: 'B-25', level: 'error', module: 'evaluation',
    meaning: 'Steps of a plan wait for one another in a circle.',
  },
  'validation.revision_plan_dependency_targets_missing_step': {
    section: 'B-25', level: 'error', module: 'evaluation',
    meaning: 'A step waits for another step that the plan does not contain.',
  },
  'validation.revalidation_policy_ambiguous': {
    section: 'B-26', level: 'error', module: 'evaluation',
    meaning: 'A step can be read as asking for two different kinds of recheck.',
  },
  'validation.revalidation_policy_ref_missing': {
    section: 'B-26', level: 'error', module: 'evaluation',
    meaning: 'A revision instruction does not point to the policy by which its result is rechecked.',
  },
  'validation.revalidation_trigger_legacy_field_present': {
    section: 'B-26', level: 'error', module: 'contracts',
    meaning: 'A step still carries the retired field that told when to recheck.',
  },
  'validation.revalidation_expectation_legacy_field_present': {
    section: 'B-26', level: 'error', module: 'contracts',
    meaning: 'An instruction still carries the retired field that told what a recheck should find.',
  },
  'validation.regenerate_missing_previous_attempt_hashes': {
    section: 'B-27', level: 'error', module: 'evaluation',
    meaning: 'Work is to be produced afresh and the former attempts it must differ from are not given.',
  },
  'validation.regenerate_identical_output': {
    section: 'B-27', level: 'error', module: 'evaluation',
    meaning: 'An attempt to produce the work afresh gave exactly what an earlier one had given.',
  },
  'validation.regenerate_loop_after_identical_rejection': {
    section: 'B-27', level: 'error', module: 'evaluation',
    meaning: 'After an identical result was rejected the same attempt was made again with nothing changed.',
  },
} as const satisfies ValidationCodeTable;
