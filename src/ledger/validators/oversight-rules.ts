import {
  approvalResolved,
  documentKey,
  hardCallLapsed,
  hardCallRaised,
  hardCallResolved,
  HardRevisionCall,
  runCancelSettled,
  runSkipped,
  type ApprovalResolution,
  type EventDefinition,
  type ExecutedEffects,
  type HardCallResolutionReceipt,
  type TaskCancelReceipt,
  type TaskSkipReceipt,
} from '../../contracts/index.ts';
import { questionHash } from './question-hash.ts';
import type { Validator, WriteContext, WrittenEvent } from './validator.ts';

const of = (...definitions: readonly EventDefinition[]) => ({ type }: Pick<EventDefinition, 'type'>): boolean => definitions.some((one) => one.type === type);

function callOf({ payload }: WrittenEvent): HardRevisionCall {
  return payload['call'] as HardRevisionCall;
}

function nothingToChoose(event: WrittenEvent): string | undefined {
  const { hard_call_id: id, response_mode: mode, options } = callOf(event);
  return mode !== 'freeform_required' && options.length === 0 ? `${id} asks for a choice and offers nothing` : undefined;
}

export const hardCallOptionsEmpty: Validator = { code: 'validation.hard_call_options_empty', appliesTo: of(hardCallRaised), check: nothingToChoose };

/** Two options of one name are one answer. Where other words are allowed, they are the second. */
function oneAnswerOnly(event: WrittenEvent): string | undefined {
  const { hard_call_id: id, response_mode: mode, options } = callOf(event);
  const answers = new Set(options.map(({ option_id }) => option_id)).size;
  const isChoice = mode === 'closed_choice' ? answers > 1 : answers === options.length;
  return isChoice ? undefined : `${id} offers ${answers === 1 ? 'one answer' : `${answers} answers`} under ${options.length} ${options.length === 1 ? 'option' : 'options'}`;
}

export const hardCallClosedChoiceNeedsTwoOptions: Validator = { code: 'validation.hard_call_closed_choice_needs_two_options', appliesTo: of(hardCallRaised), check: oneAnswerOnly };

function shapelessAnswer(event: WrittenEvent): string | undefined {
  const { hard_call_id: id, response_mode: mode, response_schema: schema } = callOf(event);
  return mode === 'freeform_required' && schema === undefined ? `${id} asks for words and does not say what an answer looks like` : undefined;
}

export const hardCallFreeformMissingResponseSchema: Validator = { code: 'validation.hard_call_freeform_missing_response_schema', appliesTo: of(hardCallRaised), check: shapelessAnswer };

function otherHash(event: WrittenEvent): string | undefined {
  const call = callOf(event);
  return call.question_hash === questionHash(call) ? undefined : `${call.hard_call_id} is not known by the hash of its uniform text`;
}

export const hardCallHashUnnormalized: Validator = { code: 'validation.hard_call_hash_unnormalized', appliesTo: of(hardCallRaised), check: otherHash };

/** The receipt is about this question, by the one who writes it, and names an answer that the question allows. */
function unreceiptedAnswer({ payload, streamId, actor }: WrittenEvent, context: WriteContext): string | undefined {
  const receipt = payload['receipt'] as HardCallResolutionReceipt;
  const { selected_option_id: optionId } = receipt;
  if (receipt.hard_call_id !== streamId) return `the receipt is about ${receipt.hard_call_id}, not about ${streamId}`;
  if (receipt.dispatcher_actor_ref !== actor) return `the receipt was made by ${receipt.dispatcher_actor_ref} and is written by ${actor}`;
  if ((optionId === undefined) === (payload['answer'] === null)) return 'the receipt names either an option or the words of a person';
  const call = HardRevisionCall.safeParse(context.document(documentKey.hardCall(receipt.hard_call_id))?.body);
  if (!call.success) return `nobody asked ${receipt.hard_call_id}`;
  if (payload['question_hash'] !== call.data.question_hash) return `the answer is to another question than ${receipt.hard_call_id}`;
  if (optionId === undefined) return call.data.response_mode === 'closed_choice' ? `${receipt.hard_call_id} takes none but its options` : undefined;
  return call.data.options.some(({ option_id: id }) => id === optionId) ? undefined : `${receipt.hard_call_id} has no option "${optionId}"`;
}

export const hardCallResolvedWithoutDispatcherReceipt: Validator = {
  code: 'validation.hard_call_resolved_without_dispatcher_receipt',
  appliesTo: of(hardCallResolved),
  documents: ({ payload }) => [documentKey.hardCall((payload['receipt'] as HardCallResolutionReceipt).hard_call_id)],
  check: unreceiptedAnswer,
};

/** Every call of which the run's events tell that it did something, or may have, stands on the receipt. */
function ignoredEffect({ payload }: WrittenEvent, context: WriteContext): string | undefined {
  const receipt = payload['receipt'] as TaskCancelReceipt;
  const known = context.document(documentKey.executedEffects(receipt.run_id))?.body as ExecutedEffects | undefined;
  if (known === undefined) return undefined;
  // How certain it was may have become clear since the receipt was made: the end of a call can come late.
  const told = new Set(receipt.executed_side_effects.map(({ call }) => call));
  const ignored = [...known.executed, ...known.begun].find(({ call }) => !told.has(call));
  return ignored && `the receipt does not tell of ${ignored.call}: ${ignored.what}`;
}

export const cancelIgnoresExecutedSideEffect: Validator = {
  code: 'validation.cancel_ignores_executed_side_effect',
  appliesTo: of(runCancelSettled),
  documents: ({ payload }) => [documentKey.executedEffects((payload['receipt'] as TaskCancelReceipt).run_id)],
  check: ignoredEffect,
};

/** What a person put off or left out has its receipt in the same append. */
function unreceiptedSkip({ type, payload, streamId }: WrittenEvent, { batch }: WriteContext): string | undefined {
  const receipts = batch.filter((one) => one.type === runSkipped.type).map((one) => one.payload['receipt'] as TaskSkipReceipt);
  const resolution = payload['resolution'] as ApprovalResolution | undefined;
  const skipId = resolution?.by === 'withdrawal' ? resolution.skip_id : undefined;
  const isSkip = type === hardCallLapsed.type ? payload['cause'] === 'deferred' : skipId !== undefined;
  if (!isSkip || receipts.some((receipt) => receipt.target_ref === streamId && (skipId === undefined || receipt.skip_id === skipId))) return undefined;
  return `${streamId} was left out and no receipt says by whom and why`;
}

export const skipWithoutReceipt: Validator = { code: 'validation.skip_without_receipt', appliesTo: of(hardCallLapsed, approvalResolved), check: unreceiptedSkip };

/** The rules for questions to people, for cancelling and for leaving out. */
export const OVERSIGHT_RULES: readonly Validator[] = [
  hardCallOptionsEmpty,
  hardCallClosedChoiceNeedsTwoOptions,
  hardCallFreeformMissingResponseSchema,
  hardCallHashUnnormalized,
  hardCallResolvedWithoutDispatcherReceipt,
  cancelIgnoresExecutedSideEffect,
  skipWithoutReceipt,
];
