import { hasCode, KeelsonError } from '../../kernel/index.ts';
import { PAGE_ENTRIES } from '../limits.ts';
import type { EntryRow, StoreReader } from '../store.ts';

export type Stretch =
  | { readonly entries: readonly EntryRow[] }
  /** An entry that the storage refuses to hand out. */
  | { readonly unreadable: { readonly position: number; readonly detail: string } };

/**
 * The whole log in pages, up to where it ends when the last one is read. Where a page cannot be read, its entries are
 * asked for one by one, so that one bad row hides no other.
 */
export async function* walkEntries(reader: StoreReader): AsyncGenerator<Stretch> {
  const { position: end } = await reader.head();
  let after = 0;
  for (;;) {
    const page = await pageOf(reader, after, PAGE_ENTRIES);
    if (page instanceof KeelsonError) {
      for (const until = after + PAGE_ENTRIES; after < Math.min(until, end); ) {
        const stretch = await oneAfter(reader, after);
        yield stretch;
        after = 'unreadable' in stretch ? after + 1 : Math.max(after + 1, stretch.entries[0]?.position ?? 0);
      }
      if (after >= end) return;
      continue;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    yield { entries: page };
    after = last.position;
  }
}

async function oneAfter(reader: StoreReader, after: number): Promise<Stretch> {
  const one = await pageOf(reader, after, 1);
  return one instanceof KeelsonError ? { unreadable: { position: after + 1, detail: one.message } } : { entries: one };
}

/** Only what a store is known to refuse counts as unreadable; anything else is a defect and is thrown on. */
async function pageOf(reader: StoreReader, after: number, limit: number): Promise<readonly EntryRow[] | KeelsonError> {
  try {
    return await reader.entries({ after, limit });
  } catch (error) {
    if (hasCode(error, 'ledger.corrupt')) return error;
    throw error;
  }
}
