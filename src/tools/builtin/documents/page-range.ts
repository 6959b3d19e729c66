import { TaskRefusal } from '../isolation/task-refusal.ts';
import { DOCUMENT_PAGES_MAX } from './limits.ts';

/** `3`, `2-5`, `4-` or `-3`. */
export const PAGE_RANGE = /^(?:\d{1,6}|\d{1,6}-\d{0,6}|-\d{1,6})$/;

export interface PageSpan {
  readonly first: number;
  readonly last: number;
}

/** The pages meant by a range, of those that there are. Without a range, as many from the first as are read at once. */
export function pageSpan(range: string | undefined, pageCount: number): PageSpan {
  const [from = '', to = from] = (range ?? '1-').split('-');
  const [first, wanted] = [from === '' ? 1 : Number(from), to === '' ? pageCount : Number(to)];
  const last = Math.min(wanted, pageCount, first + DOCUMENT_PAGES_MAX - 1);
  if (first >= 1 && last >= first) return { first, last };
  throw new TaskRefusal(`There are no pages ${range ?? '1'} in a document of ${pageCount} page(s).`, 'Give a range such as 2-5 within the pages that there are.');
}
