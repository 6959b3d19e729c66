import { DataClass, TaintClass, type ExternalizationSetting, type WorkspaceExternalizationKind, type WorkspaceExternalizationPolicy } from '../../contracts/index.ts';
import { costCapRef } from './cost-cap.ts';

/** A policy with its limit as a number; the policy itself only refers to it. */
export interface ExternalizationPolicy {
  readonly policy: WorkspaceExternalizationPolicy;
  readonly usdMax: number | null;
}

/** What one question to somebody outside may cost unless a person allows more. */
const QUERY_USD_MAX = 0.1;
const API_CALL_USD_MAX = 1;

/** What may be asked about outside. What is privileged stays: a question tells what it is about. */
const ASKABLE: readonly DataClass[] = ['public', 'internal'];
/** Whoever reads outside may follow a stranger's link; what the stranger's words lead to then is judged as an action. */
const ANY_WORDS: readonly TaintClass[] = TaintClass.options;
const CLASSIFIED_WORDS: readonly TaintClass[] = TaintClass.exclude(['unclassified']).options;

type Terms = {
  readonly confirm: boolean;
  readonly preview: boolean;
  readonly dataClasses: readonly DataClass[];
  readonly taintClasses: readonly TaintClass[];
  readonly usdMax: number | null;
  /** Shown before anything is sent to somebody who keeps a record of it; empty where nobody does. */
  readonly warning: string;
};

const LOGGED = 'Whoever answers keeps a record of what was asked, from where and when.';
const asks = (usdMax: number | null, confirm = false): Terms => ({ confirm, preview: false, dataClasses: ASKABLE, taintClasses: ANY_WORDS, usdMax, warning: LOGGED });
/** Nothing leaves the machine by it, so material of every class may take part when a person says so. */
const stays = (): Terms => ({ confirm: true, preview: false, dataClasses: DataClass.options, taintClasses: CLASSIFIED_WORDS, usdMax: null, warning: '' });

const TERMS: Readonly<Record<WorkspaceExternalizationKind, Terms>> = {
  open_in_browser: { ...asks(null, true), taintClasses: CLASSIFIED_WORDS, warning: 'The site learns that and from where it was opened.' },
  open_native_app: stays(),
  show_in_finder: stays(),
  save_as: stays(),
  export_bundle: { confirm: true, preview: true, dataClasses: ['public', 'internal', 'privileged'], taintClasses: CLASSIFIED_WORDS, usdMax: null, warning: '' },
  external_source_query: asks(QUERY_USD_MAX),
  connector_fetch: asks(QUERY_USD_MAX),
  api_call: asks(API_CALL_USD_MAX),
  email_source_fetch: asks(null, true),
  browser_session_read: asks(null, true),
};

/** Kinds after which somebody else has it. */
const STAYS_HERE: ReadonlySet<WorkspaceExternalizationKind> = new Set(['open_native_app', 'show_in_finder', 'save_as']);

export function leavesTheMachine(kind: WorkspaceExternalizationKind): boolean {
  return !STAYS_HERE.has(kind);
}

/** What can be handed over is handed over once; what was asked is answered from the record. */
const HANDED_OVER: ReadonlySet<WorkspaceExternalizationKind> = new Set(['open_in_browser', 'open_native_app', 'show_in_finder', 'save_as', 'export_bundle']);

function policyOf(kind: WorkspaceExternalizationKind, policyId: string, { confirm, preview, dataClasses, taintClasses, usdMax, warning }: Terms): ExternalizationPolicy {
  const policy: WorkspaceExternalizationPolicy = {
    policy_id: policyId,
    externalization_kind: kind,
    requires_user_confirmation: confirm,
    requires_redaction_preview: preview,
    allowed_data_classes: [...dataClasses],
    allowed_taint_classes: [...taintClasses],
    ...(usdMax !== null && { max_cost_vector_ref: costCapRef(kind, usdMax) }),
    provider_logging_warning_required: warning !== '',
    receipt_required: true,
    replay_policy: HANDED_OVER.has(kind) ? 'skip_and_record_divergence' : 'reuse_recorded_output',
    warning_text: warning,
    schema_version: '1.0',
  };
  return { policy, usdMax };
}

/** The policy for one way out, with what a person changed about it; a later change counts more than an earlier one. */
export function policyFor(kind: WorkspaceExternalizationKind, settings: readonly ExternalizationSetting[] = []): ExternalizationPolicy {
  const changes = settings.filter((one) => one.kind === kind);
  const terms = changes.reduce<Terms>((before, change) => ({
    ...before,
    confirm: change.confirm ?? before.confirm,
    preview: change.preview ?? before.preview,
    dataClasses: change.data_classes ?? before.dataClasses,
    taintClasses: change.taint_classes ?? before.taintClasses,
    usdMax: change.max_cost_usd ?? before.usdMax,
  }), TERMS[kind]);
  return policyOf(kind, changes.length === 0 ? `external.${kind}` : `external.${kind}.configured`, terms);
}
