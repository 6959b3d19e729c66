import type { RunId, SessionId, TaintClass } from '../../contracts/index.ts';
import type { ContextItem } from '../item.ts';

export interface SaidMessage {
  readonly from: string;
  readonly text: string;
  readonly taintClass: TaintClass;
}

/** What was said in this run, the oldest first; a packet holds the last ten of them. */
export function recentMessages(runId: RunId, messages: readonly SaidMessage[]): ContextItem[] {
  return messages.map(({ from, text, taintClass }, at) => ({ section: 'recent_messages', ref: { kind: 'event', key: `${runId}/message-${at + 1}` }, label: `Said by ${from}`, text, taintClass, by: 'others' }));
}

export interface PastExchange {
  readonly input: string;
  readonly summary: string;
  readonly taintClass?: TaintClass;
  /** How many exchanges it stands for, when it is what is left of those before the last ones. */
  readonly standsFor?: number;
}

/** Exchanges of before their taint was kept may have been made from anything. */
const OF_BEFORE: TaintClass = 'unclassified';

/** What was asked and done before in the same conversation: words of another task, however they were typed there. */
export function sessionSummaries(sessionId: SessionId, exchanges: readonly PastExchange[]): ContextItem[] {
  return exchanges.map(({ input, summary, taintClass = OF_BEFORE, standsFor }, at) => ({
    section: 'session_summaries',
    ref: { kind: 'document', key: `session:${sessionId}/${at + 1}` },
    label: standsFor === undefined ? `Exchange ${at + 1} of ${exchanges.length} before this task` : `What stands for the first ${standsFor} exchanges of this conversation`,
    text: `Asked: ${input}\nCame to: ${summary}`,
    taintClass,
    by: 'others',
  }));
}
