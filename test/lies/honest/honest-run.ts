import type { LiePair, Part, Work } from '../lie-scenario.ts';

/** Work as people ask for it and as a good model does and tells it: the honest side of a pair, which has no other. */
export interface HonestRun extends Pick<LiePair, 'name' | 'task' | 'files' | 'whole' | 'leaves'> {
  readonly parts: readonly (Omit<Part, 'false' | 'true'> & { readonly work: Work })[];
}

/** Only its true side is ever played. */
export function asPair({ parts, ...run }: HonestRun): LiePair {
  return { ...run, lie: 'Nothing of it is false.', parts: parts.map(({ work, ...part }) => ({ ...part, false: work, true: work })) };
}
