import type { Asked } from '../live/use-query.ts';

/** Every page is in one of these, or shows what it has. */
export type PageState = 'empty' | 'loading' | 'blocked' | 'degraded' | 'error' | 'ready';

/** Which one: what is there is shown, even when it may be old; who is not let in is told how to be. */
export function stateOf<Value>({ value, error }: Pick<Asked<Value>, 'value' | 'error'>, isEmpty: (value: Value) => boolean): PageState {
  if (value !== undefined) return error !== undefined ? 'degraded' : isEmpty(value) ? 'empty' : 'ready';
  if (error === undefined) return 'loading';
  return error.code === 'server.not_admitted' ? 'blocked' : 'error';
}
