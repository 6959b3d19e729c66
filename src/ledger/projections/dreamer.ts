import { documentKey, memoryDreamEnded } from '../../contracts/index.ts';
import type { Projection } from './projection.ts';

/** What the Dreamer did last, and where it goes on. */
export const dreamerProjection: Projection = {
  name: 'dreamer',
  version: 1,
  types: [memoryDreamEnded.type],
  key: () => documentKey.dreamer(),
  fold: (_current, { payload }) => payload,
};
