import { useRef } from 'react';
import { Answered, Empty } from '../../ui/page-states.tsx';
import { useAttention } from '../../shell/use-waiting.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { navigate } from '../../router/navigate.ts';
import { pathTo } from '../../router/route.ts';
import type { PageProps } from '../page.ts';
import { AttentionRow, type AttentionItem } from './attention-row.tsx';
import { Notice } from './notice.tsx';
import { Question } from './question.tsx';
import './attention.css';

const isQuestion = ({ attention_kind }: AttentionItem): boolean => attention_kind === 'approval_required' || attention_kind === 'hard_call_pending' || attention_kind === 'blocked_item';

/** Everything that waits for a person, the most urgent first, and what settles it. */
export default function AttentionPage({ values }: PageProps) {
  const asked = useAttention();
  const items = asked.value?.items ?? [];
  const at = Math.max(0, items.findIndex(({ item_id }) => item_id === values['item']));
  const open = (next: number): void => {
    const item = items[Math.min(items.length - 1, Math.max(0, next))];
    if (item !== undefined) navigate(pathTo('/attention/:item', { item: item.item_id }));
  };
  useKeys([
    { keys: 'j', says: 'The next that waits', run: () => open(at + 1) },
    { keys: 'k', says: 'The one before', run: () => open(at - 1) },
  ]);
  // One that was settled meanwhile is still shown, with how it was.
  const last = useRef<string>(undefined);
  const shown: AttentionItem | undefined = items.find(({ item_id }) => item_id === values['item']) ?? (values['item'] === undefined ? items[0] : undefined);
  if (shown !== undefined) last.current = isQuestion(shown) ? shown.item_id : undefined;
  const question = values['item'] ?? last.current;
  return (
    <div className="page attention">
      <h1>Attention</h1>
      <div className={`attention-columns${values['item'] === undefined ? '' : ' chosen'}`}>
        <section aria-label="What waits for you">
          <Answered asked={asked} what="what waits for you" isEmpty={(value) => value.items.length === 0} empty={<Empty title="Nothing waits for you.">Approvals, questions and warnings stand here as they come.</Empty>}>
            {(value) => (
              <ul className="attention-list" aria-live="polite">
                {value.items.map((item) => (
                  <AttentionRow key={item.item_id} item={item} isShown={item.item_id === shown?.item_id} />
                ))}
              </ul>
            )}
          </Answered>
        </section>
        {shown !== undefined && !isQuestion(shown) ? <Notice key={shown.item_id} item={shown} /> : <Question key={question} id={question} />}
      </div>
    </div>
  );
}
