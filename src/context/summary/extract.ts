import type { SummaryAnswer } from '../../contracts/index.ts';
import { passagesOf, type Passage } from './passages.ts';

export interface ToExtract {
  readonly text: string;
  /** Words of the task: passages that share them are kept first. */
  readonly focus: string;
  readonly tokensMax: number;
  countTokens(text: string): number;
}

/** Stands where something was left out, so that two quotations never read as one. */
const GAP = '[…]';
const WORD_CHARS_MIN = 4;
/** Enough to know what to look up; the rest is told as a number. */
const LOST_NAMED_MAX = 8;
const FIRST_WORDS = 8;
/** Of the passage itself and of the gap before it. */
const JOIN_TOKENS = 3;

/** What weighs how much: words of the task most, then figures and names, then where it stands. */
const WEIGHT = { sharedWord: 3, figure: 1, opensLine: 0.5, heading: 2 } as const;

/**
 * A summary that no model writes: whole passages, word for word, in their own order, the same for the same text. Undefined
 * when not even one passage fits.
 */
export function extractSummary({ text, focus, tokensMax, countTokens }: ToExtract): SummaryAnswer | undefined {
  const passages = passagesOf(text);
  const words = wordsOf(focus);
  const seen = new Set<string>();
  const ranked = passages
    .map((passage, at) => ({ at, score: scoreOf(passage, words), tokens: countTokens(passage.text) + JOIN_TOKENS }))
    .filter(({ at }) => isFirst(passages[at]?.text ?? '', seen))
    .toSorted((one, other) => other.score - one.score || one.at - other.at);
  const kept: number[] = [];
  let left = tokensMax - JOIN_TOKENS;
  for (const { at, tokens } of ranked) {
    if (tokens > left) continue;
    left -= tokens;
    kept.push(at);
  }
  const summary = (): string => joined(passages, new Set(kept));
  while (kept.length > 0 && countTokens(summary()) > tokensMax) kept.pop();
  if (kept.length === 0) return undefined;
  const chosen = new Set(kept);
  const dropped = passages.filter((_passage, at) => !chosen.has(at));
  return { summary_text: summary(), information_preserved: [`${kept.length} of ${passages.length} passages, word for word and in their order`], information_lost: lostOf(dropped) };
}

/** A passage that says the same again is kept once. */
function isFirst(text: string, seen: Set<string>): boolean {
  const isNew = !seen.has(text);
  seen.add(text);
  return isNew;
}

function scoreOf({ text, startsLine }: Passage, words: ReadonlySet<string>): number {
  const own = wordsOf(text);
  const shared = [...own].filter((word) => words.has(word)).length;
  return shared * WEIGHT.sharedWord + (/\d/.test(text) ? WEIGHT.figure : 0) + (text.startsWith('#') ? WEIGHT.heading : startsLine ? WEIGHT.opensLine : 0);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length >= WORD_CHARS_MIN));
}

function joined(passages: readonly Passage[], kept: ReadonlySet<number>): string {
  let text = '';
  let last = -1;
  for (const [at, passage] of passages.entries()) {
    if (!kept.has(at)) continue;
    const gap = at === last + 1 ? '' : `${text === '' ? '' : '\n'}${GAP}\n`;
    const join = text === '' || gap !== '' ? '' : passage.startsLine ? '\n' : ' ';
    text += `${gap}${join}${passage.text}`;
    last = at;
  }
  return last === passages.length - 1 ? text : `${text}\n${GAP}`;
}

/** By the headings they stood under, or by how they begin. */
function lostOf(dropped: readonly Passage[]): string[] {
  const groups = new Map<string, number>();
  for (const { heading, text } of dropped) {
    const name = heading === '' ? `"${firstWords(text)}"` : `under "${firstWords(heading)}"`;
    groups.set(name, (groups.get(name) ?? 0) + 1);
  }
  const lines = [...groups].map(([name, count]) => (count === 1 ? name : `${name}: ${count} passages`));
  const rest = [...groups.values()].slice(LOST_NAMED_MAX).reduce((sum, count) => sum + count, 0);
  return [...lines.slice(0, LOST_NAMED_MAX), ...(rest === 0 ? [] : [`${rest} more passages`])];
}

function firstWords(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= FIRST_WORDS ? text : `${words.slice(0, FIRST_WORDS).join(' ')} …`;
}
