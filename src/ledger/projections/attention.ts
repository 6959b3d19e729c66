import {
  actionWords,
  approvalRequested,
  approvalResolved,
  documentKey,
  functionCallAnswered,
  functionCallAsked,
  functionCallLapsed,
  hardCallLapsed,
  hardCallRaised,
  hardCallResolved,
  type ApprovalRecord,
  type FunctionCall,
  type HardRevisionCall,
  type OpenAttention,
  type WaitingForPerson,
} from '../../contracts/index.ts';
import { ATTENTION_ITEMS_MAX } from '../limits.ts';
import type { FoldedEvent, Projection } from './projection.ts';

/** Enough to recognise what it is about; the whole stands where it was asked. */
const SUMMARY_CHARS_MAX = 240;

const NOTHING: OpenAttention = { waiting: [], dropped: 0 };

/** Everything that was asked of a person and is not settled. What a run left behind when it ended is left out where it is listed. */
export const attentionProjection: Projection = {
  name: 'attention',
  version: 3,
  types: [approvalRequested.type, approvalResolved.type, hardCallRaised.type, hardCallResolved.type, hardCallLapsed.type, functionCallAsked.type, functionCallAnswered.type, functionCallLapsed.type],
  key: () => documentKey.attention(),
  fold: (current, event) => folded((current as OpenAttention | undefined) ?? NOTHING, event),
};

function folded(open: OpenAttention, event: FoldedEvent): OpenAttention {
  const { type, streamId, payload, recordedAt } = event;
  switch (type) {
    case approvalRequested.type:
      return withOne(open, ofApproval(payload['record'] as ApprovalRecord), recordedAt);
    case hardCallRaised.type:
      return withOne(open, ofHardCall(payload['call'] as HardRevisionCall), recordedAt);
    case functionCallAsked.type:
      return withOne(open, ofFunctionCall(payload['call'] as FunctionCall), recordedAt);
    default:
      return { ...open, waiting: open.waiting.filter((one) => one.id !== streamId) };
  }
}

/** When there is no room, what expired goes, and then the oldest. */
function withOne(open: OpenAttention, one: WaitingForPerson, now: string): OpenAttention {
  if (open.waiting.length < ATTENTION_ITEMS_MAX) return { ...open, waiting: [...open.waiting, one] };
  const alive = open.waiting.filter(({ expires_at: expiresAt }) => expiresAt === null || expiresAt > now);
  const kept = alive.slice(Math.max(0, alive.length - ATTENTION_ITEMS_MAX + 1));
  return { waiting: [...kept, one], dropped: open.dropped + alive.length - kept.length };
}

/** Told from the arguments alone: the tool and everything that it would do, as far as there is room. */
function ofApproval({ approval_id: id, run_id, question, requested_at, expires_at }: ApprovalRecord): WaitingForPerson {
  const { decision } = question;
  const words = actionWords(decision, SUMMARY_CHARS_MAX - decision.tool_id.length - ': '.length);
  const summary = oneLine(words === '' ? decision.tool_id : `${decision.tool_id}: ${words}`);
  return { id, attention_kind: 'approval_required', run_id, summary, blocks_run: false, is_irreversible: !question.is_undoable, goes_on_without: false, takes_words: false, created_at: requested_at, expires_at };
}

function ofHardCall({ hard_call_id: id, run_id, call_kind, response_mode, prompt_text, pending_policy: policy, created_at }: HardRevisionCall): WaitingForPerson {
  return {
    id,
    attention_kind: 'hard_call_pending',
    run_id,
    summary: oneLine(prompt_text),
    blocks_run: policy.blocking_scope === 'entire_run',
    is_irreversible: call_kind === 'irreversible_side_effect' || call_kind === 'effect_outcome_unknown',
    goes_on_without: policy.on_timeout === 'continue_with_warning' && policy.timeout_ms !== undefined,
    takes_words: response_mode === 'freeform_required',
    created_at,
    expires_at: policy.timeout_ms === undefined ? null : after(created_at, policy.timeout_ms),
  };
}

/** Whoever brought the function answers; a person only sees that it is waited for, and can have the run go on without it. */
function ofFunctionCall({ call_id: id, run_id, name, arguments: given, asked_at, expires_at }: FunctionCall): WaitingForPerson {
  const summary = oneLine(`Waits for its client to call ${name} with ${JSON.stringify(given)}`);
  return { id, attention_kind: 'blocked_item', run_id, summary, blocks_run: false, is_irreversible: false, goes_on_without: true, takes_words: false, created_at: asked_at, expires_at };
}

/** After this a timestamp has another spelling; a time beyond it never comes. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

function after(time: string, byMs: number): string | null {
  const endMs = Date.parse(time) + byMs;
  return endMs > LAST_MS ? null : new Date(endMs).toISOString();
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const shown = line.length <= SUMMARY_CHARS_MAX ? line : `${line.slice(0, SUMMARY_CHARS_MAX - 1).toWellFormed()}…`;
  return shown === '' ? 'A question without words' : shown;
}
