import type { Draft } from '../decide/draft.ts';
import type { StoredRecord } from '../store.ts';
import type { Finding } from './validator.ts';

/** Documents come from events and from nowhere else: one that names no projection, or no event the log holds, is refused. */
export function unaccountedDocuments(draft: Draft): Finding[] {
  if (draft.changed.size === 0) return [];
  const head = draft.entries.at(-1)?.position ?? draft.facts.head.position;
  return [...draft.changed.values()]
    .filter((record) => record.space === 'document' && record.body !== null && !isAccountedFor(record, head))
    .map(({ key, source }) => ({
      code: 'validation.current_projection_without_source_event',
      type: source ?? 'document',
      detail: `no event up to entry ${head} accounts for the document "${key}"`,
    }));
}

function isAccountedFor({ source, position }: StoredRecord, head: number): boolean {
  return source !== null && position !== null && position >= 1 && position <= head;
}
