import { documentKey, RunId, runTodosWritten } from '../../contracts/index.ts';
import type { Projection } from './projection.ts';

/** The list as whoever works on a run wrote it last. */
export const todosProjection: Projection = {
  name: 'todos',
  version: 1,
  types: [runTodosWritten.type],
  key: ({ streamId }) => documentKey.todos(RunId.parse(streamId)),
  fold: (_current, { payload }) => ({ items: payload['items'] }),
};
