import type { Validator } from './validator.ts';

const NONE: readonly Validator[] = [];

/** How the effect of a step reads in canonical JSON, but for what a search would stop at everywhere: a quote, an e. */
export function effectMark(prefix: string): string {
  return `ffect":"${prefix}`;
}

/** The rules that a payload in canonical JSON can concern at all: whoever has none need not be parsed for their sake. */
export function concernedBy(validators: readonly Validator[], payload: string): readonly Validator[] {
  // Rules that look for the same mark stand together, and every look goes through the whole text.
  let mark: string | undefined;
  let isThere = true;
  const concerns = (rule: Validator): boolean => {
    if (rule.mark !== mark) isThere = rule.mark === undefined || payload.includes(rule.mark);
    mark = rule.mark;
    return isThere;
  };
  return validators.some(concerns) ? validators.filter(concerns) : NONE;
}
