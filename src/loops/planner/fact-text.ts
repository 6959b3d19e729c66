import { TaintClass, type ToldFact } from '../../contracts/index.ts';

/** Where words come from that nobody vouches for. */
const UNTRUSTED_FROM = TaintClass.options.indexOf('external_untrusted');

export function isVouchedFor({ taint_class: taintClass }: Pick<ToldFact, 'taint_class'>): boolean {
  return TaintClass.options.indexOf(taintClass) < UNTRUSTED_FROM;
}

/** One fact with where it stands, since when it holds and how far it may be trusted. */
export function factText({ subject, relation, object, object_version: version, since, source, run_id: run, taint_class: taintClass, is_disputed: isDisputed }: ToldFact): string {
  const words = `${subject} ${relation.replaceAll('_', ' ')} ${object}${version === null ? '' : ` ${version}`}`;
  return `${words} (${source}${run === null ? '' : `, read in run ${run.slice(-6)}`}, seen ${since.slice(0, 10)}, ${taintClass}${isDisputed ? ', another source says otherwise' : ''})`;
}
