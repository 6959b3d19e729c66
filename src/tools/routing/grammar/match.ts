import type { JsonObject } from '../../../contracts/index.ts';
import { canonicalJson } from '../../../kernel/index.ts';
import { READINGS_MAX } from '../limits.ts';
import type { RequestWords } from '../request/tokens.ts';
import type { Part } from './part.ts';

/** All ways in which a whole request is an instance of a phrase. */
export interface PhraseMatches {
  readonly readings: readonly JsonObject[];
  /** Whether the request ended where the phrase still wanted a value. */
  readonly isCutShort: boolean;
}

interface Reading {
  readonly at: number;
  readonly values: JsonObject;
}

interface Matching {
  readonly words: RequestWords;
  isCutShort: boolean;
}

export function matchPhrase(parts: readonly Part[], words: RequestWords): PhraseMatches {
  const matching: Matching = { words, isCutShort: false };
  const whole = follow(parts, [{ at: 0, values: {} }], matching).filter(({ at }) => at === words.tokens.length);
  return { readings: whole.map(({ values }) => values), isCutShort: matching.isCutShort };
}

function follow(parts: readonly Part[], from: readonly Reading[], matching: Matching): readonly Reading[] {
  let readings = from;
  for (const part of parts) readings = distinct(readings.flatMap((reading) => step(part, reading, matching)));
  return readings;
}

function step(part: Part, reading: Reading, matching: Matching): readonly Reading[] {
  const { tokens } = matching.words;
  if (part.kind === 'choice') return part.options.flatMap((option) => follow(option, [reading], matching));
  if (part.kind === 'word') return tokens[reading.at]?.word === part.word ? [{ ...reading, at: reading.at + 1 }] : [];
  if (reading.at === tokens.length) {
    matching.isCutShort = true;
    return [];
  }
  return part.slot(matching.words, reading.at).map(({ end, value }) => ({ at: end, values: { ...reading.values, ...(part.argument === null ? (value as JsonObject) : { [part.argument]: value }) } }));
}

/** The same value read to the same place is one reading, however the phrase came there. */
function distinct(readings: readonly Reading[]): readonly Reading[] {
  if (readings.length < 2) return readings;
  const byMeaning = new Map(readings.map((reading) => [`${reading.at} ${canonicalJson(reading.values)}`, reading]));
  return [...byMeaning.values()].slice(0, READINGS_MAX);
}
