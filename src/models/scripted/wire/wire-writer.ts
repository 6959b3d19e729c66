import type { JsonValue, ScenarioFigures } from '../../../contracts/index.ts';
import type { Asked } from '../asked.ts';
import type { ScriptedAnswer } from '../answer.ts';

/**
 * What a piece of a stream is for, so that faults know where to strike. `finish` says why the model stopped, `end` is the
 * end marker; a format whose one frame does both calls it `end`. `raw` is written as it is, without framing.
 */
export type FrameKind = 'structure' | 'text' | 'call' | 'finish' | 'end' | 'raw';

export interface Frame {
  readonly kind: FrameKind;
  readonly event?: string;
  readonly payload: string;
}

/** One wire format from the side of the server. Pure. */
export interface WireWriter {
  readonly streamType: 'text/event-stream' | 'application/x-ndjson';
  asked(body: unknown): Asked;
  whole(answer: ScriptedAnswer): unknown;
  frames(answer: ScriptedAnswer, chunkChars: number): readonly Frame[];
  /** More text out of turn. */
  loneText(answer: ScriptedAnswer, text: string): Frame;
  error(status: number, type: string, message: string): unknown;
  errorFrame(answer: ScriptedAnswer, type: string, message: string): Frame;
}

/** A text that would need more chunks than this gets larger ones: each costs a frame many times its size. */
export const CHUNKS_MAX = 10_000;

/** Cuts a text into chunks of so many characters; a character of two units is never cut. An empty text gives nothing. */
export function chunksOf(text: string, chunkChars: number): string[] {
  const size = Math.max(chunkChars, Math.ceil(text.length / CHUNKS_MAX));
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + size;
    const last = text.charCodeAt(end - 1);
    const isFirstHalf = last >= 0xd8_00 && last <= 0xdb_ff;
    if (isFirstHalf) end += 1;
    chunks.push(text.slice(at, end));
    at = end;
  }
  return chunks;
}

/** The sum where both are numbers; nothing where one is something else. */
export function plus(left: JsonValue | undefined, right: JsonValue | undefined): number | undefined {
  return typeof left === 'number' && typeof right === 'number' ? left + right : undefined;
}

export function totalOf(figures: ScenarioFigures): JsonValue | undefined {
  return figures.total_tokens ?? plus(figures.input_tokens, figures.output_tokens);
}

/** Providers whose arguments are values cannot carry broken text; they get it as a string. */
export function argumentsValue(argumentsText: string): unknown {
  try {
    return JSON.parse(argumentsText);
  } catch {
    return argumentsText;
  }
}
