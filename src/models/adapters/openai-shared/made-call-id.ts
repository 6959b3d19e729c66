import { sha256Hex } from '../../../kernel/index.ts';
import { ToolCallId } from '../../../contracts/index.ts';
import type { AnswerBuilder, Slot } from '../answer-builder.ts';

const MADE_ID_HEX_CHARS = 24;

/** The id of a call as the server gave it. Where it gave none that can be kept, one that comes out the same each time. */
export function callIdOf(answer: AnswerBuilder, given: string, responseId: string, slot: Slot): string {
  if (ToolCallId.safeParse(given).success) return given;
  answer.repair('call_id_made');
  return `call_${sha256Hex(`${responseId} ${slot}`).slice(0, MADE_ID_HEX_CHARS)}`;
}
