import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { ask, type Outcome } from '../../api/ask.ts';
import type { ResponseOf } from '../../api/operations.ts';
import { useQuery } from '../../live/use-query.ts';
import { navigate } from '../../router/navigate.ts';
import { pathTo } from '../../router/route.ts';
import { Act } from '../../ui/act.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { NoModel } from './no-model.tsx';
import { EMPTY_DRAFT, MODES, requestOf, saysOfMode, SECONDS_PER_MINUTE, termsSaid, type TaskDraft } from './task-request.ts';

const LIMITS: readonly (readonly [field: keyof TaskDraft, label: string, ofTerms: (limits: RunTerms['limits']) => number])[] = [
  ['maxCostUsd', 'At most dollars', (limits) => limits.max_cost_usd],
  ['maxTokens', 'At most tokens', (limits) => limits.max_total_tokens],
  ['maxMinutes', 'At most minutes', (limits) => limits.max_duration_sec / SECONDS_PER_MINUTE],
  ['maxToolCalls', 'At most tool calls', (limits) => limits.max_tool_calls],
];
const FOLDER_KEPT_AS = 'keelson.folder';
const WAIT_MS = 5_000;
type RunTerms = ResponseOf<'run.terms'>;

/** Waits until the log tells of a run that was started under this key, and opens it. */
async function openWhenBegun(key: string, signal: AbortSignal): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    const news: Outcome<ResponseOf<'attention.follow'>> = await ask('attention.follow', { started_with: key, wait_ms: WAIT_MS, after }, signal);
    if (signal.aborted) return;
    if (news.ok && news.value.run_id !== null) return navigate(pathTo('/runs/:run', { run: news.value.run_id }));
    after = news.ok ? news.value.position : after;
    // Where nobody answers, the command itself comes back with that.
    if (!news.ok) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

/** A task in one's own words, and under which terms it is worked on. */
export function TaskBox() {
  const [draft, setDraft] = useState<TaskDraft>(() => ({ ...EMPTY_DRAFT, workspace: localStorage.getItem(FOLDER_KEPT_AS) ?? '' }));
  const [problem, setProblem] = useState<string>();
  // What holds when nothing is typed; the box works without it too, and then says less.
  const { value: terms } = useQuery('run.terms', {});
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const change = (field: keyof TaskDraft) => (event: { readonly target: { readonly value: string } }) => (setDraft({ ...draft, [field]: event.target.value }), setProblem(undefined));
  useKeys([{ keys: 'n', says: 'Write a new task', run: () => text.current?.focus() }]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    start.current?.click();
  };
  const request = () => {
    const made = requestOf(draft);
    if ('problem' in made) {
      setProblem(made.problem);
      return undefined;
    }
    localStorage.setItem(FOLDER_KEPT_AS, draft.workspace.trim());
    return made.request;
  };

  return (
    <section className="card task-box" aria-label="A new task">
      <label className="unseen" htmlFor={`${id}-task`}>
        What is to be done
      </label>
      <textarea ref={text} id={`${id}-task`} className="input task-text" rows={3} autoFocus placeholder="What is to be done? Say what you want to have at the end, and how you would tell that it is right." value={draft.request} onChange={change('request')} onKeyDown={onKeyDown} aria-invalid={problem !== undefined} aria-describedby={problem === undefined ? undefined : `${id}-problem`} />
      <details className="task-terms">
        <summary>
          Terms <span className="faint small task-terms-said">{termsSaid(draft, terms)}</span>
        </summary>
        <div className="task-grid">
          <div className="field wide">
            <label htmlFor={`${id}-folder`}>Folder to work in</label>
            <input id={`${id}-folder`} className="input mono" placeholder={terms?.workspace ?? 'where keelson serve was started'} value={draft.workspace} onChange={change('workspace')} spellCheck={false} autoComplete="off" />
          </div>
          <div className="field wide">
            <label htmlFor={`${id}-mode`}>Approvals</label>
            <select id={`${id}-mode`} className="input" value={draft.mode} onChange={change('mode')}>
              <option value="">{terms === undefined ? 'As configured' : `As configured: ${saysOfMode(terms.mode)}`}</option>
              {MODES.map(([mode, says]) => (
                <option key={mode} value={mode}>
                  {says}
                </option>
              ))}
            </select>
          </div>
          {LIMITS.map(([field, label, ofTerms]) => (
            <div className="field" key={field}>
              <label htmlFor={`${id}-${field}`}>{label}</label>
              <input id={`${id}-${field}`} className="input number" inputMode="decimal" placeholder={terms && String(ofTerms(terms.limits))} value={draft[field]} onChange={change(field)} />
            </div>
          ))}
          <div className="field wide">
            <label htmlFor={`${id}-engine`}>Engine</label>
            <select id={`${id}-engine`} className="input" value={draft.engine} onChange={change('engine')}>
              <option value="">Models, where there is one</option>
              <option value="offline">Offline: no model is asked</option>
            </select>
          </div>
        </div>
      </details>
      <div className="row task-foot">
        <Act operation="run.start" look="primary" request={request} begun={openWhenBegun} ref={start}>
          <Icon name="send" /> Start
        </Act>
        <span className="faint small key-hint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        {problem !== undefined && (
          <span id={`${id}-problem`} className="error-note" role="alert">
            {problem}
          </span>
        )}
      </div>
      <NoModel onChoose={(task) => (setDraft({ ...draft, request: task }), setProblem(undefined), text.current?.focus())} />
    </section>
  );
}
