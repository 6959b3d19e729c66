import type { StopReason } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';

/** What the answer holds, as far as the reason for its end depends on it. */
export interface AnswerContents {
  readonly hasCalls: boolean;
  readonly hasRefusal: boolean;
}

/** OpenAI's reasons, and what servers that follow it say instead. Throws when the reason is a failure. */
export function stopReasonOf(finishReason: string, { hasCalls, hasRefusal }: AnswerContents): StopReason {
  switch (finishReason) {
    case 'stop':
    case 'eos':
    case 'end_turn':
      if (hasCalls) return 'tool_calls';
      return hasRefusal ? 'refusal' : 'end_turn';
    case 'tool_calls':
    case 'function_call':
      return hasCalls ? 'tool_calls' : 'unknown';
    // With calls too: the last of them may be cut, and whoever acts on them must see that.
    case 'length':
    case 'max_tokens':
      return 'max_tokens';
    case 'content_filter':
      return 'content_filter';
    case 'error':
      throw new CallFault('provider_error', 'the provider gave up on its answer and did not say why');
    case 'insufficient_system_resource':
      throw new CallFault('overloaded', 'the provider had no room to finish its answer');
    case 'abort':
      throw new CallFault('truncated', 'the provider broke its answer off');
    default:
      return 'unknown';
  }
}
