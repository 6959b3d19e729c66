import { documentKey, runChildReturned, runChildStarted, type ChildOrder, type ChildResult, type OpenChildren, type RunId } from '../../contracts/index.ts';
import { OPEN_CHILDREN_MAX } from '../limits.ts';
import type { Projection } from './projection.ts';

/** Which children have not ended, so that whoever lost its parent is found without reading every run. */
export const openChildrenProjection: Projection = {
  name: 'open_children',
  version: 1,
  types: [runChildStarted.type, runChildReturned.type],
  key: () => documentKey.childrenOpen(),
  fold: (current, { type, payload }) => {
    const { open } = (current as OpenChildren | undefined) ?? { open: [] };
    if (type === runChildReturned.type) {
      const { child_run_id: ended } = payload['result'] as ChildResult;
      return { open: open.filter(({ child_run_id: id }) => id !== ended) };
    }
    const { parent_run_id, deadline_at } = payload['order'] as ChildOrder;
    return { open: [...open, { child_run_id: payload['child_run_id'] as RunId, parent_run_id, deadline_at }].slice(-OPEN_CHILDREN_MAX) };
  },
};
