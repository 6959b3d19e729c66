import { documentKey, runAnswerJudged, runToolEnded, SessionState, TaintClass, type RunId, type SessionId } from '../../contracts/index.ts';
import { runEntries } from '../../oversight/index.ts';
import type { PhasedRunPorts } from './task-ports.ts';

/** Whatever a run says, a model may have put into its words; so it is never trusted further than this. */
const LEAST: TaintClass = 'user_trusted_bounded';

/** How far an exchange is trusted later: no further than anything that was read for it, or said before it in the same conversation. */
export async function taintOfExchange(runId: RunId, sessionId: SessionId, { ledger }: Pick<PhasedRunPorts, 'ledger'>): Promise<TaintClass> {
  const session = SessionState.safeParse((await ledger.documents.get(documentKey.session(sessionId)))?.body).data;
  const met: TaintClass[] = [...(session?.earlier === undefined ? [] : [session.earlier]), ...(session?.latest ?? [])].map(({ taint_class: taint = 'unclassified' }) => taint);
  return taintOfRun(runId, met, { ledger });
}

/** How far what a run came to is trusted: no further than anything that it read, or than what is given here. */
export async function taintOfRun(runId: RunId, given: readonly TaintClass[], { ledger }: Pick<PhasedRunPorts, 'ledger'>): Promise<TaintClass> {
  const met = [...given];
  for await (const { event } of runEntries(runId, ledger.log)) {
    if (event.payload === null) continue;
    if (event.type === runToolEnded.type) met.push(runToolEnded.payload.parse(event.payload).outcome.taint_class);
    if (event.type === runAnswerJudged.type) met.push(runAnswerJudged.payload.parse(event.payload).taint_class);
  }
  const rank = Math.max(...[LEAST, ...met].map((taint) => TaintClass.options.indexOf(taint)));
  return TaintClass.options[rank] ?? 'unclassified';
}
