import { z } from 'zod';

/** Subject, relation, object, and which of the object where it comes in several. */
export type Triplet = readonly [subject: string, relation: string, object: string, version?: string | undefined];

export interface RuleFacts {
  readonly triplets: readonly Triplet[];
  /** Relations that the text lists completely: what it lists no more has gone. */
  readonly whole?: readonly (readonly [subject: string, relation: string])[];
}

/** Reads facts from text of one kind, without a model. Text that is not what its name says gives none. */
export interface FactRule {
  readonly name: string;
  /** By the path, whose last part is given in lower case. */
  matches(fileName: string, path: string): boolean;
  /** Must not throw on any text. */
  read(text: string, path: string): RuleFacts | undefined;
}

/** A larger file is no file that people write. */
export const RULE_TEXT_CHARS_MAX = 512_000;

/** More facts of one text say nothing more about what it belongs to. */
export const RULE_FACTS_MAX = 300;

const Json = z.record(z.string(), z.unknown());

/** A JSON object, or undefined for anything else. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    return Json.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The values of an object that are words or numbers; others are left out. */
export function wordsOf(value: unknown): [key: string, words: string][] {
  const entries = Object.entries(Json.safeParse(value).data ?? {});
  return entries.flatMap(([key, one]): [string, string][] => (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [[key, String(one)]] : []));
}

export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
