import { gzipSync } from 'node:zlib';
import { isCall, type ScriptedAnswer } from './answer.ts';
import { spoilFrames, type FrameContext } from './faults/frame-faults.ts';
import { renderFrame, USUAL_FRAMING } from './framing.ts';
import type { FrameKind } from './wire/wire-writer.ts';
import type { ScenarioFault, ScenarioTurn } from '../../contracts/index.ts';

/** Bytes with what they are for. `whole` is an answer in one piece. */
export interface Piece {
  readonly kind: FrameKind | 'whole';
  readonly bytes: Uint8Array;
}

export interface BodyContext extends FrameContext {
  readonly turn: ScenarioTurn;
  readonly isStream: boolean;
}

/** The answer as bytes, with everything that is wrong in its content but not in how it is sent. */
export function bodyOf({ turn, isStream, writer, answer, pick }: BodyContext): readonly Piece[] {
  const hasInvalidBytes = turn.faults.some((fault) => fault.kind === 'invalid_utf8');
  const marked = hasInvalidBytes ? withMark(answer) : answer;
  const context = { writer, answer: marked, pick };
  const pieces = isStream ? streamOf(turn, context) : [wholeOf(turn, context)];
  const spoilt = hasInvalidBytes ? pieces.map((piece) => ({ ...piece, bytes: withInvalidBytes(piece.bytes) })) : pieces;
  if (!turn.faults.some((fault) => fault.kind === 'gzip')) return spoilt;
  return [{ kind: 'whole', bytes: gzipSync(Buffer.concat(spoilt.map((piece) => piece.bytes))) }];
}

function streamOf(turn: ScenarioTurn, context: FrameContext): Piece[] {
  let frames = context.writer.frames(context.answer, turn.chunk_chars);
  for (const fault of turn.faults) frames = spoilFrames(frames, fault, context);
  const framing = turn.faults.find((fault) => fault.kind === 'odd_framing') ?? USUAL_FRAMING;
  return frames.map((frame, at) => ({ kind: frame.kind, bytes: Buffer.from(renderFrame(frame, at, context.writer.streamType, framing)) }));
}

function wholeOf(turn: ScenarioTurn, { writer, answer }: FrameContext): Piece {
  const error = turn.faults.find((fault) => fault.kind === 'error_in_stream');
  const huge = turn.faults.find((fault) => fault.kind === 'huge_frame');
  const grown = huge === undefined ? answer : { ...answer, parts: [...answer.parts, { type: 'text' as const, text: 'x'.repeat(huge.bytes) }] };
  const text = JSON.stringify(error === undefined ? writer.whole(grown) : writer.error(200, error.type, error.message));
  return { kind: 'whole', bytes: Buffer.from(turn.faults.reduce(withInsertion, text)) };
}

function withInsertion(text: string, fault: ScenarioFault): string {
  if (fault.kind !== 'insert') return text;
  const at = { start: 0, middle: Math.floor(text.length / 2), end: text.length }[fault.at];
  return text.slice(0, at) + fault.text + text.slice(at);
}

/** A character of private use that stands where bytes will be spoilt after everything has been written. */
const MARK = '\uF8FF';
const MARK_BYTES = Buffer.from(MARK);
/** A byte that never occurs, and a beginning of a character that nothing continues; as long as the mark. */
const INVALID_BYTES = Uint8Array.of(0xff, 0xfe, 0xc3);

function withMark(answer: ScriptedAnswer): ScriptedAnswer {
  const at = answer.parts.findIndex((part) => !isCall(part) && part.text !== '');
  const part = answer.parts[at];
  if (part === undefined || isCall(part)) return { ...answer, parts: [{ type: 'text', text: MARK }, ...answer.parts] };
  const middle = Math.floor(part.text.length / 2);
  return { ...answer, parts: answer.parts.with(at, { ...part, text: part.text.slice(0, middle) + MARK + part.text.slice(middle) }) };
}

function withInvalidBytes(bytes: Uint8Array): Uint8Array {
  const spoilt = Buffer.from(bytes);
  for (let at = spoilt.indexOf(MARK_BYTES); at !== -1; at = spoilt.indexOf(MARK_BYTES, at)) spoilt.set(INVALID_BYTES, at);
  return spoilt;
}
