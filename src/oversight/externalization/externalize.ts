import { z } from 'zod';
import { JsonObject, NonEmptyText, StorageRef, type CostVector, type ExternalizationSetting, type Governance, type RunId, type SideEffect, type WorkspaceExternalizationKind, type WorkspaceExternalizationReceipt } from '../../contracts/index.ts';
import { canonicalHash, canonicalJson, hasCode, KeelsonError, sha256Hex, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { AttemptEnd, Blobs, EffectContext, EffectDefinition, Journal, LogWriter, Settlement } from '../../ledger/index.ts';
import { checkText } from '../../redaction/index.ts';
import { decideExternalization, type ExternalizationDecision } from './decide-externalization.ts';
import { policyFor, type ExternalizationPolicy } from './policies.ts';
import { receiptEvent, workspaceIdOf, type Ending, type ReceiptParts } from './receipt.ts';

/** Something that is about to leave, or a question that is about to be put outside. */
export interface OutsideAction<Result> {
  readonly kind: WorkspaceExternalizationKind;
  readonly workspace: string;
  /** What a person is told it is. */
  readonly summary: string;
  /** Of the material that would leave. */
  readonly governance: Governance;
  readonly sources?: WorkspaceExternalizationReceipt['source_record_refs'];
  readonly destination?: StorageRef;
  /** The words that would leave; a preview is made of them. */
  readonly content?: string;
  readonly cost?: CostVector;
  readonly request: JsonObject;
  readonly sideEffect: SideEffect;
  readonly result: z.ZodType<Result>;
  perform(request: JsonObject, context: EffectContext): Promise<Result>;
}

/** What a person is asked. */
export interface ConfirmationQuestion {
  readonly idempotencyKey: string;
  readonly kind: WorkspaceExternalizationKind;
  readonly policyId: string;
  readonly summary: string;
  readonly explanation: string;
  /** What whoever is reached keeps a record of; empty when nobody does. */
  readonly warning: string;
  /** What would leave, without what is sensitive; null when the action sends nothing that can be shown. */
  readonly preview: string | null;
  /** Stands for exactly this action, with the words as they are and not as they are shown. */
  readonly actionHash: string;
}

const ConfirmationAnswer = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('confirmed'), ref: StorageRef }),
  z.strictObject({ answer: z.literal('refused'), reason: NonEmptyText }),
  z.strictObject({ answer: z.literal('nobody_there') }),
]);
export type ConfirmationAnswer = z.infer<typeof ConfirmationAnswer>;

export interface ExternalizePorts {
  readonly runId: RunId;
  readonly journal: Journal;
  readonly key: string;
  /** Where in the whole run, when the journal is one below a step. */
  readonly path?: string;
  /** Read at the moment of use, because a policy may change while a person is waited for. */
  settings(): Promise<readonly ExternalizationSetting[]>;
  confirm(question: ConfirmationQuestion, signal: AbortSignal): Promise<ConfirmationAnswer>;
  readonly log: Pick<LogWriter, 'append'>;
  readonly blobs: Pick<Blobs, 'prepare'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signal?: AbortSignal;
}

type Prepared = Awaited<ReturnType<Blobs['prepare']>>;

/** What is kept beside the receipt. */
interface Evidence {
  readonly preview: Prepared | undefined;
  readonly cost: Prepared | undefined;
}

/**
 * Does something outside: policy, preview, a person's word where it is needed, the policy once more, the action, and a
 * receipt in the same append as its result. What is blocked or called off leaves a receipt as well, and throws
 * `externalization.blocked`.
 */
export async function externalize<Result>(action: OutsideAction<Result>, ports: ExternalizePorts): Promise<Result> {
  const preview = action.content === undefined ? undefined : checkText(action.content).redacted;
  const evidence: Evidence = { preview: preview === undefined ? undefined : await ports.blobs.prepare(Buffer.from(preview)), cost: action.cost && (await ports.blobs.prepare(Buffer.from(canonicalJson(action.cost)))) };
  const first = await decide(action, false, ports);
  if (first.decision === 'blocked') throw await stopped(action, first, 'blocked_by_policy', evidence, ports);
  const answer = first.decision === 'confirm' ? await confirmed(action, first, preview ?? null, ports) : undefined;
  if (answer?.answer === 'refused') throw await stopped(action, { ...first, rule: 'externalization.refused', explanation: `The person refused: ${answer.reason}` }, 'cancelled', evidence, ports);
  if (answer?.answer === 'nobody_there') throw await stopped(action, { ...first, rule: 'externalization.not_confirmed', explanation: `${first.explanation} Nobody is there to do so.` }, 'blocked_by_policy', evidence, ports);
  return perform(action, answer?.ref, evidence, ports);
}

type Decided = ExternalizationDecision & { readonly policy: ExternalizationPolicy };

async function decide<Result>({ kind, governance, cost, content }: OutsideAction<Result>, isConfirmed: boolean, { settings }: ExternalizePorts): Promise<Decided> {
  const policy = policyFor(kind, await settings());
  return { ...decideExternalization({ policy, governance, cost, hasPreview: content !== undefined, isConfirmed }), policy };
}

/** Asked again under the same key after a crash, so that an answer given meanwhile is found. */
async function confirmed<Result>({ kind, summary, request, content }: OutsideAction<Result>, { policy, explanation }: Decided, preview: string | null, ports: ExternalizePorts): Promise<ConfirmationAnswer> {
  const question = { kind, policyId: policy.policy.policy_id, summary, explanation, warning: policy.policy.warning_text, preview, actionHash: canonicalHash({ kind, request, content: content ?? null }) };
  const effect: EffectDefinition<JsonObject, ConfirmationAnswer> = {
    name: 'externalization.confirm',
    sideEffect: 'idempotent_write',
    request: JsonObject,
    result: ConfirmationAnswer,
    perform: (_request, { idempotencyKey, signal }) => ports.confirm({ ...question, idempotencyKey }, signal),
  };
  return ports.journal.step(`${ports.key}/confirm`, effect, { kind, summary, action_hash: question.actionHash }, { ...(ports.signal && { signal: ports.signal }) });
}

async function perform<Result>(action: OutsideAction<Result>, confirmation: StorageRef | undefined, evidence: Evidence, ports: ExternalizePorts): Promise<Result> {
  const { kind, request, sideEffect, result } = action;
  let policy = policyFor(kind, await ports.settings());
  let hasBegun = false;
  const effect: EffectDefinition<JsonObject, Result> = {
    // The write boundary knows by this name that a receipt must come with the result.
    name: `external.${kind}`,
    sideEffect,
    request: JsonObject,
    result,
    async perform(asked, context) {
      // Whoever said yes said it to the policy of that time; a stale decision permits nothing.
      const now = await decide(action, confirmation !== undefined, ports);
      policy = now.policy;
      if (now.decision !== 'allowed') throw refusal(action, now);
      hasBegun = true;
      return action.perform(asked, context);
    },
  };
  const receipt = (status: Ending['status'], mayHaveLeft: boolean) => receiptEvent(partsOf(action, policy, ports), endingOf(status, mayHaveLeft, evidence, confirmation), { ids: ports.ids, now: timestamp(ports.clock) });
  const settle = (end: AttemptEnd<Result>): Settlement => {
    const status = statusOf(end);
    return { events: [receipt(status, status !== 'blocked_by_policy')], operations: operationsOf(evidence) };
  };
  try {
    return await ports.journal.step(ports.key, effect, request, { settle, ...(ports.signal && { signal: ports.signal }) });
  } catch (error) {
    // A stopped step has no result that the receipt could travel with.
    if (hasCode(error, 'journal.cancelled')) await record(receipt('cancelled', hasBegun || error.data.may_have_happened), 'cancelled', evidence, ports);
    throw error;
  }
}

function statusOf<Result>(end: AttemptEnd<Result>): Ending['status'] {
  if (end.ok) return 'completed';
  if ('stopped' in end) return 'cancelled';
  return hasCode(end.error, 'externalization.blocked') ? 'blocked_by_policy' : 'failed';
}

async function stopped<Result>(action: OutsideAction<Result>, decided: Decided, status: 'blocked_by_policy' | 'cancelled', evidence: Evidence, ports: ExternalizePorts): Promise<KeelsonError> {
  const event = receiptEvent(partsOf(action, decided.policy, ports), endingOf(status, false, evidence, undefined), { ids: ports.ids, now: timestamp(ports.clock) });
  await record(event, status, evidence, ports);
  return refusal(action, decided);
}

/** A resumed run meets the same end again; the first receipt stands. */
async function record(event: ReturnType<typeof receiptEvent>, status: string, evidence: Evidence, { log, runId, key, path = key }: ExternalizePorts): Promise<void> {
  try {
    await log.append({ key: `external:${sha256Hex(`${runId}:${path}:${status}`)}`, events: [event], operations: operationsOf(evidence) });
  } catch (error) {
    if (!hasCode(error, 'ledger.key_reused')) throw error;
  }
}

function partsOf<Result>({ workspace, sources = [], destination, governance, request }: OutsideAction<Result>, { policy }: ExternalizationPolicy, { runId, key, path = key }: ExternalizePorts): ReceiptParts {
  return {
    workspace_id: workspaceIdOf(workspace),
    source_record_refs: [...sources],
    ...(destination !== undefined && { destination_ref: destination }),
    policy,
    governance,
    step: { run_id: runId, key: path, request_hash: canonicalHash(request) },
  };
}

function endingOf(status: Ending['status'], hasBegun: boolean, { preview, cost }: Evidence, confirmation: StorageRef | undefined): Ending {
  return {
    status,
    hasBegun,
    ...(confirmation !== undefined && { user_confirmation_ref: confirmation }),
    ...(preview !== undefined && { redaction_preview_ref: preview.ref }),
    ...(cost !== undefined && { cost_vector_ref: cost.ref }),
  };
}

function operationsOf({ preview, cost }: Evidence): Prepared['operations'] {
  return [...(preview?.operations ?? []), ...(cost?.operations ?? [])];
}

function refusal<Result>({ kind, summary }: OutsideAction<Result>, { policy, rule, explanation }: Decided): KeelsonError<'externalization.blocked'> {
  return new KeelsonError('externalization.blocked', {
    message: `"${summary}" did not happen: ${explanation}`,
    nextStep: 'Nothing left. Do without it, ask the person to confirm it, or change the policy of this way out in the section oversight.external of the configuration.',
    data: { kind, policy_id: policy.policy.policy_id, rule },
  });
}
