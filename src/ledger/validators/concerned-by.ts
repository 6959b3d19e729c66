import type { Validator } from './validator.ts';

/** The rules that a payload in canonical JSON can concern at all: whoever has none need not be parsed for their sake. */
export function concernedBy(validators: readonly Validator[], payload: string): readonly Validator[] {
  if (validators.length === 0) return validators;
  // Several rules look for the same mark, and every look goes through the whole text.
  const found = new Map<string, boolean>();
  const holds = (mark: string): boolean => {
    const known = found.get(mark) ?? payload.includes(mark);
    found.set(mark, known);
    return known;
  };
  return validators.filter(({ mark }) => mark === undefined || holds(mark));
}
