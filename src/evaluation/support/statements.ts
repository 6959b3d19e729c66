import { isNegation } from './negations.ts';
import { stemOf, wordsIn, type SaidWord } from './words.ts';

/** A piece of a text that says one thing: what it speaks of, in order, and whether it says or denies it. */
export interface Statement {
  readonly words: readonly string[];
  readonly isNegated: boolean;
  /** It holds a word by which it may mean something else than its words say one by one. */
  readonly isHedged: boolean;
}

/** Words that build sentences and say nothing of their own. */
const BUILDING = new Set('the a an is are was were be been being am do does did has have had will would can could may might must should shall of to in on at for by with from it its this that these those there as so also then than and or if into onto about they them their he she his her we our you your i'.split(' '));

/** Where one statement ends and another begins inside a sentence. */
const TURNING = new Set(['but', 'although', 'though', 'while', 'whereas', 'however', 'and', 'or', 'because', 'which', 'who', 'when', 'where', 'if']);
const PAUSES = new Set([',', ';', ':', '—', '–', '(', ')', '•']);
const ENDS = new Set(['.', '!', '?', '…']);

/** With one of these a sentence may deny without a denying word, or not deny although it has one. */
const HEDGES = new Set(
  ['only', 'just', 'merely', 'until', 'unless', 'except', 'hardly', 'barely', 'rarely', 'seldom', 'unable', 'fail', 'refuse', 'lack', 'prevent', 'forbid', 'forbidden', 'prohibit', 'deny', 'denied', 'avoid', 'stop', 'before', 'after', 'later', 'earlier', 'longer', 'more', 'less', 'fewer', 'neither', 'nor', 'nothing', 'nobody', 'rather', 'instead', 'otherwise', 'doubt', 'false', 'wrong', 'myth'].map(stemOf),
);

/** The statements of a text. Questions state nothing, and are left out. */
export function statementsIn(text: string): Statement[] {
  return sentencesIn(text).flatMap((sentence) => clausesOf(sentence).map(statementOf));
}

function statementOf(words: readonly SaidWord[]): Statement {
  const small = words.map(({ raw }) => raw.toLowerCase());
  const isDenying = (at: number): boolean => isNegation(small[at] ?? '');
  return {
    words: words.filter((_, at) => !isDenying(at) && !BUILDING.has(small[at] ?? '')).map(({ stem }) => stem),
    isNegated: small.filter((_, at) => isDenying(at)).length % 2 === 1,
    isHedged: words.some(({ stem }) => HEDGES.has(stem)),
  };
}

function sentencesIn(text: string): SaidWord[][] {
  return text.split('\n').flatMap((line) => {
    const sentences: SaidWord[][] = [[]];
    for (const word of wordsIn(line)) {
      // What was asked is taken back when its sign is met.
      if (word.before === '?') sentences[sentences.length - 1] = [];
      if (ENDS.has(word.before)) sentences.push([]);
      sentences.at(-1)?.push(word);
    }
    return line.trimEnd().endsWith('?') ? sentences.slice(0, -1) : sentences;
  });
}

function clausesOf(sentence: readonly SaidWord[]): SaidWord[][] {
  const clauses: SaidWord[][] = [[]];
  for (const word of sentence) {
    if (PAUSES.has(word.before) || TURNING.has(word.raw.toLowerCase())) clauses.push([]);
    clauses.at(-1)?.push(word);
  }
  return clauses.filter((clause) => clause.length > 0);
}
