import type { PromptResponse, StopReason } from '@agentclientprotocol/sdk';
import type { Client, Outcome } from '../../client/index.ts';
import { ApprovalId, approvalRequested, approvalResolved, HardCallId, hardCallLapsed, hardCallRaised, hardCallResolved, runCancel, type RunEventLine, type RunId, type RunStartReport, type RunStartRequest, type TerminationReason } from '../../contracts/index.ts';
import { beginRun, newsOf } from '../runs-at-work.ts';
import { askPerson } from './ask-person.ts';
import { askPermission } from './ask-permission.ts';
import { say, tell, type Editor } from './editor.ts';
import { eventUpdates } from './event-updates.ts';

/** One prompt at work. */
export interface Turn {
  /** Stops it: the run says what it had done, and nothing is taken back. */
  cancel(): Promise<void>;
  readonly response: Promise<Outcome<PromptResponse>>;
}

export interface TurnPorts {
  readonly client: Client;
  readonly editor: Editor;
  /** Raised when the editor is gone; the run stops then and can be resumed. */
  readonly over: AbortSignal;
}

const STOPS: Partial<Record<TerminationReason, StopReason>> = { user_cancelled: 'cancelled', budget_exhausted: 'max_turn_requests', timeout: 'max_turn_requests' };

/** Has one prompt worked on as a run, and shows everything that happens in it. */
export function promptTurn(request: RunStartRequest, { client, editor, over }: TurnPorts): Turn {
  const cutOff = new AbortController();
  let runId: RunId | undefined;
  let isCancelled = false;
  const stop = async (): Promise<void> => {
    isCancelled = true;
    if (runId === undefined) return cutOff.abort();
    const cancelled = await client.call(runCancel, { run_id: runId }, { idempotencyKey: `cancel:${runId}` });
    // One that ended meanwhile needs no stopping.
    if (!cancelled.ok && cancelled.error.code !== 'run.ended') cutOff.abort();
  };
  const work = async (): Promise<Outcome<PromptResponse>> => {
    const begun = await beginRun(client, request, { signal: AbortSignal.any([over, cutOff.signal]) });
    if (!begun.ok) return isCancelled ? { ok: true, value: { stopReason: 'cancelled' } } : begun;
    ({ runId } = begun.value);
    if (isCancelled) await stop();
    const { ended, after } = begun.value;
    const finished = new AbortController();
    const shown = showRun(runId, after, { client, editor }, AbortSignal.any([finished.signal, over]));
    const outcome = await ended.finally(() => finished.abort());
    await shown;
    if (isCancelled) return { ok: true, value: { stopReason: 'cancelled' } };
    if (!outcome.ok) return outcome;
    await say(editor, closingWords(outcome.value));
    return { ok: true, value: { stopReason: STOPS[outcome.value.termination.reason] ?? 'end_turn' } };
  };
  return { cancel: stop, response: work() };
}

/** What the run came to; where it was no success, it is said why. */
function closingWords({ answer, termination: { reason, details } }: RunStartReport): string {
  if (reason === 'success') return answer;
  return [answer, `It ended without success (${reason}): ${details}`].filter((part) => part.trim() !== '').join('\n\n');
}

/** Follows a run to its end. Questions are asked beside the rest, so that nothing else waits for a person. */
async function showRun(runId: RunId, after: number, { client, editor }: Pick<TurnPorts, 'client' | 'editor'>, signal: AbortSignal): Promise<void> {
  const updates = eventUpdates(runId);
  const open = new Map<string, AbortController>();
  const asked: Promise<void>[] = [];
  const ask = (id: string, work: (withdrawn: AbortSignal) => Promise<void>): void => {
    const withdrawn = new AbortController();
    open.set(id, withdrawn);
    asked.push(work(withdrawn.signal).finally(() => open.delete(id)));
  };
  const take = async (event: RunEventLine): Promise<void> => {
    const question = questionIn(event);
    if (question?.state === 'settled') open.get(question.id)?.abort();
    else if (question?.kind === 'approval') ask(question.id, (withdrawn) => askPermission(question.id, { client, editor, updates, withdrawn }));
    else if (question?.kind === 'hard_call') ask(question.id, (withdrawn) => askPerson(question.id, { client, editor, withdrawn }));
    for (const update of updates.take(event)) await tell(editor, update);
  };
  let position = after;
  for await (const news of newsOf(client, { after, run_id: runId, detail: 'events' }, signal)) {
    for (const notice of news.notices) if (notice.kind === 'run_progress') await take(notice.event);
    ({ position } = news);
  }
  // What was written last, while the end was on its way here.
  const rest = await newsOf(client, { after: position, run_id: runId, detail: 'events' }, new AbortController().signal, 0).next();
  if (rest.done !== true) for (const notice of rest.value.notices) if (notice.kind === 'run_progress') await take(notice.event);
  for (const withdrawn of open.values()) withdrawn.abort();
  await Promise.all(asked);
}

type Question = { readonly state: 'open' | 'settled' } & ({ readonly kind: 'approval'; readonly id: ApprovalId } | { readonly kind: 'hard_call'; readonly id: HardCallId });

const QUESTIONS: Readonly<Record<string, readonly [state: Question['state'], at: readonly string[]]>> = {
  [approvalRequested.type]: ['open', ['record', 'approval_id']],
  [approvalResolved.type]: ['settled', ['approval_id']],
  [hardCallRaised.type]: ['open', ['call', 'hard_call_id']],
  [hardCallResolved.type]: ['settled', ['receipt', 'hard_call_id']],
  [hardCallLapsed.type]: ['settled', ['hard_call_id']],
};

function questionIn({ type, payload }: RunEventLine): Question | undefined {
  const [state, at] = QUESTIONS[type] ?? [];
  if (state === undefined || at === undefined) return undefined;
  const id = at.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], payload);
  const [approval, call] = [ApprovalId.safeParse(id), HardCallId.safeParse(id)];
  if (approval.success) return { state, kind: 'approval', id: approval.data };
  return call.success ? { state, kind: 'hard_call', id: call.data } : undefined;
}
