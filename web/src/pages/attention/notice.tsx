import { Link } from '../../router/link.tsx';
import { pathTo } from '../../router/route.ts';
import { words } from '../../ui/format.ts';
import { When } from '../../ui/when.tsx';
import { KINDS, type AttentionItem } from './attention-row.tsx';

/** Something to know of that no run waits for. */
export function Notice({ item }: { readonly item: AttentionItem }) {
  return (
    <article className="card question" aria-label={item.summary}>
      <p className="small faint">
        {KINDS[item.attention_kind] ?? words(item.attention_kind)} · <When at={item.created_at} />
      </p>
      <p className="question-asks">{item.summary}</p>
      {item.command_ref !== undefined && (
        <p className="small">
          On the command line: <code>{item.command_ref}</code>
        </p>
      )}
      {item.attention_kind === 'audit_trouble' && <Link to="/auditor">See the auditor</Link>}
      {item.run_id !== undefined && <Link to={pathTo('/runs/:run', { run: item.run_id })}>See the run</Link>}
    </article>
  );
}
