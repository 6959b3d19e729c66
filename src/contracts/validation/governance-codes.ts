import type { ValidationCodeTable } from './code-table.ts';

/** ELN §7: taint, sources, evidence, board, context, commands, sub-agents, library. */
export const GOVERNANCE_CODES = {
  'validation.source_kind_taint_unmapped': {
    section: 'D-01', level: 'error', module: 'oversight',
    meaning: 'A source is of a kind for which no default trust is laid down.',
  },
  'validation.external_authority_without_trust_basis': {
    section: 'D-01', level: 'error', module: 'oversight',
    meaning: 'An outside source is trusted as an authority without the proof of origin that its kind requires.',
  },
  'validation.taint_not_inherited_through_summary': {
    section: 'D-01', level: 'error', module: 'context',
    meaning: 'A summary is treated as more trustworthy than the text it was made from.',
  },
  'validation.workspace_taint_missing_aggregation_policy': {
    section: 'D-02', level: 'error', module: 'library',
    meaning: 'A workspace holds sources of different trust and no policy says which one counts for the whole.',
  },
  'validation.taint_downgrade_without_sanitization_node': {
    section: 'D-01', level: 'error', module: 'oversight',
    meaning: 'Content is trusted more than before and no recorded review or filtering explains it.',
  },
  'validation.tier0_source_record_materialized': {
    section: 'D-04', level: 'error', module: 'library',
    meaning: 'A passing lookup was stored as a source record of its own.',
  },
  'validation.claim_depends_on_tier0_lookup': {
    section: 'D-04', level: 'error', module: 'library',
    meaning: 'A claim rests on a passing lookup, of which nothing but a receipt is kept.',
  },
  'validation.source_tier_transition_not_persisted': {
    section: 'D-04', level: 'error', module: 'library',
    meaning: 'The tier of a source is different from before and no transition was stored.',
  },
  'validation.source_tier_demotion_without_authority': {
    section: 'D-04', level: 'error', module: 'library',
    meaning: 'A source was moved to a lower tier by someone not entitled to do so.',
  },
  'validation.research_need_scope_missing': {
    section: 'D-05', level: 'error', module: 'library',
    meaning: 'An open question does not say whether it belongs to a run, a task or a workspace.',
  },
  'validation.research_need_run_id_on_task_scope_conflict': {
    section: 'D-05', level: 'error', module: 'library',
    meaning: 'An open question of a whole task is tied to a single run of it.',
  },
  'validation.research_need_double_leased': {
    section: 'B-13', level: 'error', module: 'library',
    meaning: 'Two workers hold the same open question at once.',
  },
  'validation.research_need_human_needed_without_exit': {
    section: 'D-05', level: 'error', module: 'library',
    meaning: 'An open question waits for a person without a reason given or a way for them to settle it.',
  },
  'validation.claim_support_status_without_derivation': {
    section: 'D-06', level: 'error', module: 'reliance',
    meaning: 'A claim is labelled supported or not and no receipt shows how that was derived.',
  },
  'validation.evidence_anchor_without_claim_ref': {
    section: 'D-06', level: 'error', module: 'library',
    meaning: 'A passage is kept as evidence without saying for or against which claim.',
  },
  'validation.domain_payload_without_registry_ref': {
    section: 'D-06', level: 'error', module: 'library',
    meaning: 'Field-specific data is attached to a source and names no registered schema to read it by.',
  },
  'validation.extractor_missing_reported_as_source_missing': {
    section: 'D-06', level: 'error', module: 'library',
    meaning: 'A source is reported missing when only the means to read it was.',
  },
  'validation.run_board_event_without_governance': {
    section: 'D-07', level: 'error', module: 'ledger',
    meaning: 'An event on the board lacks the fields that tell who may see it.',
  },
  'validation.visible_post_cross_matter_leak': {
    section: 'D-24', level: 'error', module: 'oversight',
    meaning: 'A reader working under another matter could see a post.',
  },
  'validation.suppressed_event_without_audit_stub': {
    section: 'D-09', level: 'error', module: 'oversight',
    meaning: 'An event was kept off the board and nothing in the record shows that it was withheld.',
  },
  'validation.passive_board_autopublish_without_policy': {
    section: 'D-09', level: 'error', module: 'oversight',
    meaning: 'Events appear on the board by themselves and no policy selected them.',
  },
  'validation.context_packet_without_request': {
    section: 'D-08', level: 'error', module: 'context',
    meaning: 'A context packet exists that nobody asked for.',
  },
  'validation.context_packet_without_assembly_receipt': {
    section: 'D-08', level: 'error', module: 'context',
    meaning: 'A context packet was used without a receipt of what went in and what was left out.',
  },
  'validation.per_activation_context_budget_exceeded': {
    section: 'D-08', level: 'error', module: 'context',
    meaning: 'Packet, digest and feedback together hold more tokens than one activation may use.',
  },
  'validation.required_packet_item_omitted_without_block_or_warning': {
    section: 'D-08', level: 'error', module: 'context',
    meaning: 'Something that had to be in a context packet is missing, and the work neither stopped nor warned.',
  },
  'validation.module_assistance_request_without_endpoint': {
    section: 'D-10', level: 'error', module: 'loops',
    meaning: 'A request for help does not say where it should be delivered.',
  },
  'validation.assistance_request_without_answer_schema': {
    section: 'D-10', level: 'error', module: 'loops',
    meaning: 'A request for help does not say what shape of answer it can use.',
  },
  'validation.moderator_failure_without_fallback': {
    section: 'D-10', level: 'error', module: 'loops',
    meaning: 'The moderator of a deliberation failed and nothing takes its place.',
  },
  'validation.task_agent_substantive_decision_forbidden': {
    section: 'D-10', level: 'error', module: 'loops',
    meaning: 'The adviser decided a question of substance that it may only give advice on.',
  },
  'validation.run_guidance_consumed_while_contested': {
    section: 'D-13', level: 'error', module: 'context',
    meaning: 'Work followed guidance that someone had contested.',
  },
  'validation.run_guidance_cross_run_injected_without_doc24_selection': {
    section: 'D-13', level: 'error', module: 'context',
    meaning: 'Guidance from an earlier run entered this one without the context policy having selected it.',
  },
  'validation.run_guidance_lifecycle_transition_without_receipt': {
    section: 'D-13', level: 'error', module: 'evaluation',
    meaning: 'Guidance became active, contested or void and no receipt says by whom and why.',
  },
  'validation.user_action_without_command_registry_entry': {
    section: 'D-14', level: 'error', module: 'commands',
    meaning: 'A person can do something for which no command is registered.',
  },
  'validation.command_missing_idempotency_key': {
    section: 'D-14', level: 'error', module: 'commands',
    meaning: 'A command that must be safe to repeat arrived without a key.',
  },
  'validation.command_missing_read_model_invalidation': {
    section: 'D-14', level: 'error', module: 'commands',
    meaning: 'A command changes data and does not name the views that are stale afterwards.',
  },
  'validation.phantom_button_no_command': {
    section: 'D-14', level: 'error', module: 'commands',
    meaning: 'A surface shows a control that leads to no command.',
  },
  'validation.sub_agent_point_without_fallback': {
    section: 'D-15', level: 'error', module: 'loops',
    meaning: 'A place where a sub-agent may be called does not say what happens when there is none.',
  },
  'validation.output_contract_singular_legacy_field_present': {
    section: 'D-15', level: 'error', module: 'contracts',
    meaning: 'A sub-agent profile still has the retired field for one single output contract.',
  },
  'validation.plan_verifier_required_but_missing': {
    section: 'D-15', level: 'error', module: 'loops',
    meaning: 'A plan that must be verified first was carried out unverified.',
  },
  'validation.structured_anchor_empty': {
    section: 'D-17', level: 'error', module: 'library',
    meaning: 'An anchor into structured content fills none of its locators.',
  },
  'validation.context_hash_unverified': {
    section: 'D-17', level: 'error', module: 'library',
    meaning: 'An anchor into text was followed without checking that the text around it is still the same.',
  },
  'validation.hard_call_hash_unnormalized': {
    section: 'D-17', level: 'error', module: 'oversight',
    meaning: 'An answer kept for reuse was hashed before spacing and key order were made uniform.',
  },
  'validation.library_promotion_without_gate': {
    section: 'D-20', level: 'error', module: 'library',
    meaning: 'A source entered the library without passing the gate.',
  },
  'validation.library_promotion_candidate_confused_with_durable_write': {
    section: 'D-20', level: 'error', module: 'library',
    meaning: 'A source that only waits for promotion is treated as if it were in the library.',
  },
  'validation.privileged_source_auto_promoted': {
    section: 'D-20', level: 'error', module: 'library',
    meaning: 'A privileged source entered the library with no person deciding it.',
  },
  'validation.requires_background_progress_legacy_field_present': {
    section: 'D-21', level: 'error', module: 'contracts',
    meaning: 'A record still has the retired field that mixed background work with signs of life.',
  },
  'validation.background_execution_heartbeat_confused': {
    section: 'D-21', level: 'error', module: 'mother',
    meaning: 'Signs of life from a module are read as permission to go on in the background, or the other way round.',
  },
} as const satisfies ValidationCodeTable;
