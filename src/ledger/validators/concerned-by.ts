import type { Validator } from './validator.ts';

/** The rules that a payload in canonical JSON can concern at all: whoever has none need not be parsed for their sake. */
export function concernedBy(validators: readonly Validator[], payload: string): readonly Validator[] {
  return validators.filter(({ mark }) => mark === undefined || payload.includes(mark));
}
