import { FACTOR_BY_FAMILY, type TokenFamily } from './families.ts';
import { countOn, NOTHING_COUNTED, roughTotal, type CountedText } from './rough-count.ts';

/** A list up to one of its parts, as far as it has been counted. */
interface CountedUpTo {
  readonly before: CountedUpTo | undefined;
  readonly counted: CountedText;
}

const known = new WeakMap<object, CountedUpTo>();

/**
 * Tokens of a list as it is written in JSON. A conversation is only ever added to and its messages are never changed, so each
 * is counted once, however often the list is asked for; a part that stands after others than before is counted again.
 */
export function estimateListTokens(parts: readonly object[], family: TokenFamily): number {
  let upTo: CountedUpTo | undefined;
  for (const part of parts) {
    const found = known.get(part);
    if (found === undefined || found.before !== upTo) known.set(part, { before: upTo, counted: countOn(upTo?.counted ?? NOTHING_COUNTED, `${upTo === undefined ? '[' : ','}${JSON.stringify(part)}`) });
    upTo = known.get(part);
  }
  return Math.ceil(roughTotal(countOn(upTo?.counted ?? NOTHING_COUNTED, upTo === undefined ? '[]' : ']')) * FACTOR_BY_FAMILY[family]);
}
