import type { ResponseOf } from '../../api/operations.ts';
import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { words } from '../../ui/format.ts';
import type { Tone } from '../../ui/run-standing.tsx';
import { When } from '../../ui/when.tsx';

export type AttentionItem = ResponseOf<'attention.list'>['items'][number];

const TONES: Readonly<Record<AttentionItem['priority'], Tone>> = { blocking: 'bad', high: 'warn', medium: 'busy', low: 'calm' };

/** What people call it, where that is another word. */
export const KINDS: Readonly<Partial<Record<AttentionItem['attention_kind'], string>>> = { approval_required: 'approval', hard_call_pending: 'question', audit_trouble: 'auditor', artifact_deletion_announced: 'will be deleted', scheduled_run_failed: 'schedule failed' };

/** Something that waits for a person, in a line. */
export function AttentionRow({ item, isShown = false }: { readonly item: AttentionItem; readonly isShown?: boolean }) {
  return (
    <li className="run-row">
      <Link to={pathTo('/attention/:item', { item: item.item_id })} aria-current={isShown ? 'true' : undefined}>
        <span className={`tag ${TONES[item.priority]}`}>{KINDS[item.attention_kind] ?? words(item.attention_kind)}</span>
        <span className="run-request">{item.summary}</span>
        <span className="run-figures faint small">
          {item.expires_at !== undefined && (
            <span>
              lapses <When at={item.expires_at} />
            </span>
          )}
          <When at={item.created_at} />
        </span>
      </Link>
    </li>
  );
}
