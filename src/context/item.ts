import type { ContextSection, StorageRef, TaintClass } from '../contracts/index.ts';

/** One thing that a role may be told, with where it lies and how far its words may be trusted. */
export interface ContextItem {
  readonly section: ContextSection;
  readonly ref: StorageRef;
  /** How somebody finds it again: a path, a title. */
  readonly label: string;
  readonly text: string;
  readonly taintClass: TaintClass;
  /** Words of anybody else stand in a frame that they cannot close. */
  readonly by: 'keelson' | 'others';
}
