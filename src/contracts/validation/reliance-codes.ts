import type { ValidationCodeTable } from './code-table.ts';

/** ELN §8 and §10: reliance, review, checkpoints, explanation, replay, surfaces, fixtures. */
export const RELIANCE_CODES = {
  'validation.reliance_packet_without_input_manifest': {
    section: '8.2', level: 'error', module: 'reliance',
    meaning: 'A statement of how far to rely on a result does not list what it was derived from.',
  },
  'validation.reliance_status_not_derivable': {
    section: '8.2', level: 'error', module: 'reliance',
    meaning: 'The stated reliance does not follow from the listed inputs under the named policy.',
  },
  'validation.reliance_packet_stale_snapshot': {
    section: '8.2', level: 'error', module: 'reliance',
    meaning: 'A reliance statement still stands although the work or its sources have changed since.',
  },
  'validation.work_product_certification_without_reliance_packet': {
    section: '8.2', level: 'error', module: 'reliance',
    meaning: 'A certificate was issued with no reliance statement behind it.',
  },
  'validation.revision_review_packet_contains_current_action': {
    section: 'G-02', level: 'error', module: 'reliance',
    meaning: 'A packet for reviewing a revision stores what the reviewer did inside itself.',
  },
  'validation.review_decision_without_receipt': {
    section: 'G-02', level: 'error', module: 'evaluation',
    meaning: 'A revision was accepted, rejected or sent back and no receipt records the decision.',
  },
  'validation.meaning_bearing_revision_without_review_packet_or_policy_waiver': {
    section: 'G-02', level: 'error', module: 'evaluation',
    meaning: 'A change of meaning took effect that nobody could review and no policy had waived review.',
  },
  'validation.known_good_checkpoint_missing_policy_snapshot': {
    section: 'G-04', level: 'error', module: 'mother',
    meaning: 'A checkpoint to return to does not keep the policies that were in force.',
  },
  'validation.known_good_checkpoint_missing_capability_snapshot': {
    section: 'G-04', level: 'error', module: 'mother',
    meaning: 'A checkpoint to return to does not keep which capabilities were available.',
  },
  'validation.restore_checkpoint_ignores_irreversible_side_effects': {
    section: 'G-04', level: 'error', module: 'mother',
    meaning: 'Work was put back to a checkpoint without naming what cannot be taken back.',
  },
  'validation.explanation_trace_contains_hidden_reasoning': {
    section: 'G-18', level: 'error', module: 'reliance',
    meaning: 'An explanation for people carries the private reasoning of a model.',
  },
  'validation.explanation_trace_without_causal_steps': {
    section: 'G-18', level: 'error', module: 'reliance',
    meaning: 'An explanation gives a conclusion and none of the steps that led to it.',
  },
  'validation.replay_attempts_external_side_effect': {
    section: 'G-19', level: 'error', module: 'ledger',
    meaning: 'A replay tried to act on the outside world.',
  },
  'validation.deterministic_replay_with_nondeterministic_step': {
    section: 'G-19', level: 'error', module: 'ledger',
    meaning: 'An exact replay was promised for a run with a step whose result can differ each time.',
  },
  'validation.replay_divergence_unrecorded': {
    section: 'G-19', level: 'error', module: 'ledger',
    meaning: 'A replay came out differently from the original and did not say so.',
  },
  'validation.g_surface_action_without_command': {
    section: 'G commands', level: 'error', module: 'commands',
    meaning: 'An action on a reliance view is not tied to a registered command.',
  },
  'validation.g_surface_missing_empty_state': {
    section: 'G commands', level: 'error', module: 'commands',
    meaning: 'A reliance view does not define what it shows when there is nothing to show.',
  },
  'validation.g_surface_missing_degraded_state': {
    section: 'G commands', level: 'error', module: 'commands',
    meaning: 'A reliance view does not define what it shows when part of its data is unavailable.',
  },
  'validation.g_surface_missing_error_state': {
    section: 'G commands', level: 'error', module: 'commands',
    meaning: 'A reliance view does not define what it shows when it fails.',
  },
  'validation.accepted_patch_without_conformance_fixture': {
    section: '10', level: 'error', module: 'contracts',
    meaning: 'A rule was taken into the product without a fixture that exercises it.',
  },
  'validation.conformance_fixture_missing_expected_validation': {
    section: '10', level: 'error', module: 'contracts',
    meaning: 'A conformance fixture does not say which codes it should produce.',
  },
  'validation.conformance_fixture_not_executed_before_build_ready': {
    section: '10', level: 'error', module: 'contracts',
    meaning: 'The build was called ready before every conformance fixture had run.',
  },
} as const satisfies ValidationCodeTable;
