import type { StopReason } from '../../../contracts/index.ts';

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end_turn',
  max_tokens: 'max_tokens',
  stop_sequence: 'stop_sequence',
  tool_use: 'tool_calls',
  pause_turn: 'pause',
  refusal: 'refusal',
  model_context_window_exceeded: 'max_tokens',
};

export function stopReasonOf(reason: unknown): StopReason {
  return (typeof reason === 'string' && Object.hasOwn(STOP_REASONS, reason) ? STOP_REASONS[reason] : undefined) ?? 'unknown';
}
