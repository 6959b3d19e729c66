import { z } from 'zod';
import { RevisionPlanStepKind, runStepCompleted, runStepIntended, StepIdempotencyKey, type EventDefinition, type StepIntent } from '../../contracts/index.ts';
import { effectMark } from './concerned-by.ts';
import { valueAt } from './value-at.ts';
import type { Validator, WrittenEvent } from './validator.ts';

/** Effects that carry out a step of a revision plan are called after its kind, such as `revision.edit_artifact`. */
export const REVISION_EFFECT_PREFIX = 'revision.';

const MARK = effectMark(REVISION_EFFECT_PREFIX);

/** A key whose kind is still to be judged, so that a kind that is not registered gets its own name. */
const KeyOfAnyKind = StepIdempotencyKey.extend({ step_kind: z.string() });

const dispatchesSteps = ({ type }: EventDefinition): boolean => type === runStepIntended.type || type === runStepCompleted.type;

interface Dispatch {
  readonly stepKey: string;
  /** The kind as the effect's name has it. */
  readonly effectKind: string;
  /** The key as the request states it in place, under `step_idempotency_key`; undefined when it is none. */
  readonly key: z.infer<typeof KeyOfAnyKind> | undefined;
}

/** The step of a revision plan that an event dispatches, if it does. A result without its intent was dispatched before. */
function dispatchOf({ type, payload }: WrittenEvent): Dispatch | undefined {
  const intent = valueAt(payload, type === runStepIntended.type ? 'intent' : 'result.intent') as StepIntent | undefined;
  if (intent?.effect.startsWith(REVISION_EFFECT_PREFIX) !== true) return undefined;
  const key = KeyOfAnyKind.safeParse(valueAt(intent.request, 'value.step_idempotency_key')).data;
  return { stepKey: intent.key, effectKind: intent.effect.slice(REVISION_EFFECT_PREFIX.length), key };
}

function dispatchWithoutKey(event: WrittenEvent): string | undefined {
  const dispatch = dispatchOf(event);
  return dispatch !== undefined && dispatch.key === undefined ? `the revision step "${dispatch.stepKey}" has no whole idempotency key` : undefined;
}

export const stepIdempotencyKeyMissing: Validator = {
  code: 'validation.step_idempotency_key_missing',
  appliesTo: dispatchesSteps,
  mark: MARK,
  check: dispatchWithoutKey,
};

function unregisteredKind(event: WrittenEvent): string | undefined {
  const kind = dispatchOf(event)?.key?.step_kind;
  return kind === undefined || RevisionPlanStepKind.safeParse(kind).success ? undefined : `"${kind}" is no registered kind of revision step`;
}

export const stepIdempotencyKindUnregistered: Validator = {
  code: 'validation.step_idempotency_kind_unregistered',
  appliesTo: dispatchesSteps,
  mark: MARK,
  check: unregisteredKind,
};

/** The effect and the key take their kinds from one list; where they differ, a second list is in use. */
function kindsDiffer(event: WrittenEvent): string | undefined {
  const dispatch = dispatchOf(event);
  if (dispatch?.key === undefined || dispatch.key.step_kind === dispatch.effectKind) return undefined;
  return `the step "${dispatch.stepKey}" is ${dispatch.effectKind} to its effect and ${dispatch.key.step_kind} to its key`;
}

export const stepIdempotencyParallelEnumDrift: Validator = {
  code: 'validation.step_idempotency_parallel_enum_drift',
  appliesTo: dispatchesSteps,
  mark: MARK,
  check: kindsDiffer,
};
