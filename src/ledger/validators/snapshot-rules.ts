import { isObject, valueAt } from './value-at.ts';
import type { Validator, WrittenEvent } from './validator.ts';

/** What only a later event may say has no place in a record of this moment. */
function liveStateInSnapshot({ definition, payload }: WrittenEvent): string | undefined {
  const live = definition.snapshots.flatMap(({ path, setLater }) => {
    const snapshot = valueAt(payload, path);
    return isObject(snapshot) ? setLater.filter((field) => snapshot[field] !== undefined).map((field) => `${path}.${field}`) : [];
  });
  return live.length === 0 ? undefined : `${live.join(' and ')} may be set by a later event only`;
}

export const mutableStateInsideSnapshot: Validator = {
  code: 'validation.mutable_state_inside_immutable_snapshot',
  appliesTo: ({ snapshots }) => snapshots.length > 0,
  check: liveStateInSnapshot,
};
