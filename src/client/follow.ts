import { ShownEntry } from '../contracts/index.ts';
import { followEntries, type FollowPorts, type FollowWish } from './follow-entries.ts';

/** The log as it grows, each entry held to its schema. */
export function follow(wish: FollowWish, ports: FollowPorts): AsyncGenerator<ShownEntry> {
  return followEntries(wish, { ...ports, readEntry: (value) => ShownEntry.parse(value) });
}
