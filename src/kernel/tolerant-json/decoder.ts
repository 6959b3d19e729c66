import type { JsonValue } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../errors.ts';
import { JSON_DECODE_CHARS_MAX, JSON_DEPTH_MAX, JSON_UNWRAPS_MAX } from '../limits.ts';
import { JsonDocument } from './document.ts';
import { type JsonRepair, RepairLog } from './repairs.ts';

export interface JsonDecodeOptions {
  readonly depthMax?: number;
  readonly charsMax?: number;
}

export interface JsonDecoding {
  readonly value: JsonValue;
  /** False when the text ended before the value did. */
  readonly complete: boolean;
  /** What was not JSON and how it was read, in the order of the text; empty for JSON as it should be. */
  readonly repairs: readonly JsonRepair[];
}

export interface JsonProgress {
  /**
   * The value as far as it is known. It grows in place with later chunks: read it, do not keep or change it.
   * Unfinished strings are shown; unfinished numbers and words are not.
   */
  readonly value: JsonValue | undefined;
  readonly complete: boolean;
}

export interface JsonDecoder {
  push(chunk: string): JsonProgress;
  finish(): JsonDecoding;
  /** How many characters have been looked at so far; proportional to the text however it was cut into chunks. */
  readonly charactersRead: number;
}

/** Reads JSON as models write it. Throws `json.undecodable` or `json.incomplete` when there is no value at all. */
export function decodeJson(text: string, options: JsonDecodeOptions = {}): JsonDecoding {
  const decoder = createJsonDecoder(options);
  decoder.push(text);
  return decoder.finish();
}

/** The same, while the text is still coming. */
export function createJsonDecoder(options: JsonDecodeOptions = {}): JsonDecoder {
  const { charsMax = JSON_DECODE_CHARS_MAX, depthMax = JSON_DEPTH_MAX } = options;
  const document = new JsonDocument(depthMax);
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size > charsMax) throw tooLarge(charsMax, size);
      document.read(chunk);
      return document.progress;
    },
    finish: () => unwrap(decodingOf(document, size), options, JSON_UNWRAPS_MAX),
    get charactersRead() {
      return document.work.characters;
    },
  };
}

function decodingOf(document: JsonDocument, size: number): JsonDecoding {
  const found = document.finish();
  if (found?.value === undefined) {
    const wentWrongAt = document.failedAt ?? document.otherTextAt;
    throw wentWrongAt === undefined ? incomplete(size) : undecodable(wentWrongAt);
  }
  if (found.kind === 'fenced') found.repairs.add('fence', found.offset);
  if (document.otherTextAt !== undefined) found.repairs.add('surrounding_text', document.otherTextAt);
  return { value: found.value, complete: found.complete, repairs: found.repairs.list() };
}

/** A string that holds nothing but an object or array was encoded twice. */
function unwrap(outer: JsonDecoding, options: JsonDecodeOptions, unwrapsLeft: number): JsonDecoding {
  if (typeof outer.value !== 'string' || unwrapsLeft === 0) return outer;
  const inner = decodeInner(outer.value, options, unwrapsLeft);
  // A whole string that holds half a value is not known to be JSON: it may as well be a text that begins with a bracket.
  if (inner === undefined || (outer.complete && !inner.complete)) return outer;
  const repairs = new RepairLog();
  repairs.merge(outer.repairs);
  repairs.add('doubled_encoding', 0);
  repairs.merge(inner.repairs);
  return { value: inner.value, complete: outer.complete, repairs: repairs.list() };
}

function decodeInner(text: string, options: JsonDecodeOptions, unwrapsLeft: number): JsonDecoding | undefined {
  const document = new JsonDocument(options.depthMax ?? JSON_DEPTH_MAX);
  try {
    document.read(text);
  } catch (error) {
    // Then it is a text about brackets, and stays a text.
    if (hasCode(error, 'json.too_deep')) return undefined;
    throw error;
  }
  const found = document.finish();
  if (found?.value === undefined || found.kind !== 'bare' || document.otherTextAt !== undefined) return undefined;
  const decoding = unwrap({ value: found.value, complete: found.complete, repairs: found.repairs.list() }, options, unwrapsLeft - 1);
  return typeof decoding.value === 'object' && decoding.value !== null ? decoding : undefined;
}

function undecodable(offset: number): KeelsonError {
  return new KeelsonError('json.undecodable', {
    message: `The text holds no JSON value; reading failed at character ${offset}.`,
    nextStep: 'Ask again for JSON only, or show the text to a person.',
    data: { offset },
  });
}

function incomplete(offset: number): KeelsonError {
  return new KeelsonError('json.incomplete', {
    message: 'The text ended before a JSON value began.',
    nextStep: 'Wait for more of it, or ask again.',
    data: { offset },
  });
}

function tooLarge(limit: number, size: number): KeelsonError {
  return new KeelsonError('json.too_large', {
    message: `The text has at least ${size} characters; at most ${limit} are decoded.`,
    nextStep: 'Ask for a shorter answer, or store the text as a blob.',
    data: { limit, size },
  });
}
