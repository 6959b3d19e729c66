import { TaintClass } from '../contracts/index.ts';

/** The later class of the taint order wins wherever words meet; nothing at all is as clean as the person's own. */
export function highestTaint(items: readonly { readonly taintClass: TaintClass }[]): TaintClass {
  const rank = Math.max(0, ...items.map(({ taintClass }) => TaintClass.options.indexOf(taintClass)));
  return TaintClass.options[rank] ?? 'unclassified';
}
