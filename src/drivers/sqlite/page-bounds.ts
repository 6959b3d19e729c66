import { invariant } from '../../kernel/index.ts';

/** A page is read in one go on the caller's thread, so it is bounded by both. */
export const PAGE_ROWS_MAX = 10_000;
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** Asking for more than a page holds gives a page. */
export function pageRows(limit: number): number {
  invariant(limit >= 0, 'a page has a number of rows');
  return Math.min(limit, PAGE_ROWS_MAX);
}
