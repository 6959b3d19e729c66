import { ResultViewShown } from '../../../components/generated/result-view.tsx';
import type { WrittenDraft } from '../view/use-drafts.ts';
import { ResultWords } from './result-words.tsx';

/** What is written of the result at this moment. It says that nobody judged it, for as long as it stands here. */
export function BeingWritten({ drafts }: { readonly drafts: readonly WrittenDraft[] }) {
  return drafts.map(({ draft, subtask }) => (
    <section key={subtask.id} className="card being-written" aria-label={`Being written: ${subtask.intent}`} aria-busy={!draft.is_over}>
      <div className="row">
        <span className={`tag ${draft.is_over ? 'warn' : 'busy'}`}>{draft.is_over ? 'handed back' : 'being written'}</span>
        <strong>{subtask.intent}</strong>
        <span className="small faint">{draft.is_over ? 'It is looked through now; nothing of it counts yet.' : 'Nobody has checked it yet.'}</span>
      </div>
      {draft.words !== '' && <ResultWords text={draft.words} />}
      {draft.components.length > 0 && <ResultViewShown content={draft} />}
    </section>
  ));
}
