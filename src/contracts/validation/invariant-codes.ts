import type { ValidationCodeTable } from './code-table.ts';

/** ELN §3: events and projections, read models, derivation receipts, externalisation. */
export const INVARIANT_CODES = {
  'validation.mutable_state_inside_immutable_snapshot': {
    section: '3.1', level: 'error', module: 'ledger',
    meaning: 'A snapshot that should never change holds a field that someone updates later.',
  },
  'validation.current_projection_without_source_event': {
    section: '3.1', level: 'error', module: 'ledger',
    meaning: 'A current record exists that no event in the log accounts for.',
  },
  'validation.projection_event_seq_out_of_date': {
    section: '3.1', level: 'error', module: 'ledger',
    meaning: 'A current record was folded only up to an earlier event than the log holds for it.',
  },
  'validation.lifecycle_transition_without_receipt': {
    section: '3.1', level: 'error', module: 'ledger',
    meaning: 'Something changed its state and nothing says who changed it, when and why.',
  },
  'validation.read_model_without_input_manifest': {
    section: '3.2', level: 'error', module: 'ledger',
    meaning: 'A derived view does not list the inputs it was made from.',
  },
  'validation.lifecycle_event_without_read_model_invalidation': {
    section: '3.2', level: 'error', module: 'ledger',
    meaning: 'A change of state leaves views standing that were derived from the former state.',
  },
  'validation.context_packet_valid_after_invalidation_event': {
    section: '3.2', level: 'error', module: 'context',
    meaning: 'A context packet was still used after an event that had ended its validity.',
  },
  'validation.read_model_asserts_unbacked_truth': {
    section: '3.2', level: 'error', module: 'reliance',
    meaning: 'A derived view states something that no event, receipt or formula behind it says.',
  },
  'validation.metric_without_formula_spec': {
    section: '3.3', level: 'error', module: 'formulas',
    meaning: 'A figure is reported for which no formula is registered.',
  },
  'validation.metric_value_without_formula_receipt': {
    section: '3.3', level: 'error', module: 'formulas',
    meaning: 'A figure has no receipt of the computation that produced it.',
  },
  'validation.formula_output_nan_or_infinity': {
    section: '3.3', level: 'error', module: 'formulas',
    meaning: 'A computation ended in a value that is not a finite number.',
  },
  'validation.derived_boolean_without_formula_receipt': {
    section: '3.3', level: 'error', module: 'formulas',
    meaning: 'A yes or no that was computed from other data cannot show how.',
  },
  'validation.derived_enum_without_derivation_receipt': {
    section: '3.3', level: 'error', module: 'formulas',
    meaning: 'A status or label that was derived from other data cannot show which inputs decided it.',
  },
  'validation.workspace_externalization_without_policy': {
    section: '3.4', level: 'error', module: 'oversight',
    meaning: 'Sources were opened, saved, exported or fetched outside the workspace and no policy covers that kind of action.',
  },
  'validation.privileged_workspace_export_without_confirmation': {
    section: '3.4', level: 'error', module: 'oversight',
    meaning: 'Privileged material left the workspace and no person had confirmed it.',
  },
  'validation.external_source_query_without_receipt': {
    section: '3.4', level: 'error', module: 'library',
    meaning: 'A question went to an outside source and left no record of what was asked and what came of it.',
  },
  'validation.externalization_cost_cap_missing': {
    section: '3.4', level: 'error', module: 'oversight',
    meaning: 'An outside action that can cost money is permitted without an upper limit on its cost.',
  },
} as const satisfies ValidationCodeTable;
