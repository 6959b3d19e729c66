import type { EventDefinition } from '../../contracts/index.ts';
import { isObject, valueAt } from './value-at.ts';
import type { Validator, WrittenEvent } from './validator.ts';

const isTransition = ({ lifecycle }: EventDefinition): boolean => lifecycle !== undefined;

/** Who and when stand on every event; why must be words that say something, or a reference to what caused it. */
function transitionWithoutReason({ definition, payload }: WrittenEvent): string | undefined {
  if (definition.lifecycle === undefined) return undefined;
  const receipt = valueAt(payload, definition.lifecycle.receipt);
  const saysWhy = typeof receipt === 'string' ? receipt.trim() !== '' : isObject(receipt);
  return saysWhy ? undefined : `nothing at "${definition.lifecycle.receipt}" says why the state changed`;
}

export const lifecycleTransitionWithoutReceipt: Validator = {
  code: 'validation.lifecycle_transition_without_receipt',
  appliesTo: isTransition,
  check: transitionWithoutReason,
};

/** A change of state says which views it makes stale, or that it makes none; silence leaves stale ones standing. */
function transitionWithoutInvalidation({ definition }: WrittenEvent): string | undefined {
  const { invalidates, type } = definition;
  const isSaid = invalidates === 'nothing' || (invalidates !== undefined && invalidates.invalidates_read_models.length > 0);
  return isSaid ? undefined : `${type} changes a state and does not say which views that makes stale`;
}

export const lifecycleEventWithoutInvalidation: Validator = {
  code: 'validation.lifecycle_event_without_read_model_invalidation',
  appliesTo: isTransition,
  check: transitionWithoutInvalidation,
};
