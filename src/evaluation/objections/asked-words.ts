/** A piece of what a person wrote, with its words as they stand and in small letters. */
export interface Clause {
  readonly words: readonly string[];
  readonly lower: readonly string[];
  readonly isQuestion: boolean;
}

const CLAUSE_ENDS: ReadonlySet<string> = new Set(['that', 'which', 'so', 'until', 'when', 'where', 'because', 'if', 'since', 'than']);
/** Verbs after which a file is what comes out. */
const MAKING: ReadonlySet<string> = new Set(['write', 'rewrite', 'create', 'make', 'start', 'update', 'save', 'complete', 'correct', 'edit', 'extend', 'change', 'repair', 'mend', 'fix', 'generate', 'produce', 'fill']);
/** Verbs that only make with another word behind the file: `bring it up to date`, `put it right`, `give it the …`. */
const MAKING_WITH: Readonly<Record<string, ReadonlySet<string>>> = { bring: new Set(['up']), put: new Set(['right', 'in']), give: new Set(['the', 'a', 'an']) };
/** Verbs that carry something `to` or `into` a file. */
const CARRYING: ReadonlySet<string> = new Set([...MAKING, 'put', 'bring', 'turn', 'convert', 'export', 'copy', 'sort', 'store', 'collect', 'print', 'append', 'add', 'remove', 'translate', 'extract', 'carry', 'migrate', 'port']);
const CHANGING_TESTS: ReadonlySet<string> = new Set(['change', 'update', 'adjust', 'adapt', 'rewrite', 'remove', 'delete', 'drop', 'rename', 'move', 'replace', 'skip', 'disable', 'migrate', 'port', 'convert', 'clean', 'simplify', 'refactor', 'correct']);
const TEST_WORDS: ReadonlySet<string> = new Set(['test', 'tests', 'spec', 'specs', 'suite', 'expectation', 'expectations', 'snapshot', 'snapshots', 'assertion', 'assertions']);
const FORBIDDING = ['do not change', 'do not touch', 'do not edit', 'do not modify', 'do not delete', "don't change", "don't touch", "don't edit", "don't modify", 'without changing', 'without touching', 'without editing', 'never change', 'never touch', 'must not change', 'leave'] as const;
/** Verbs that give one file under the name of another: `write a.json as a.csv`. */
const GIVING_AS: ReadonlySet<string> = new Set(['write', 'rewrite', 'save', 'copy', 'export', 'store', 'put', 'convert', 'translate', 'turn', 'render']);
/** Between the two, these only compare: `in the same order as in.csv`. */
const COMPARING: ReadonlySet<string> = new Set(['as', 'same', 'such', 'well', 'just', 'exactly', 'like', 'format', 'style', 'order', 'columns', 'with']);
/** How far from a verb its object may stand. */
const OBJECT_WORDS = 6;

/** Whether the person asked for a change of the tests themselves, not only for tests that pass. */
export function asksToChangeTests(asked: string): boolean {
  return clausesOf(asked).some(({ lower }) => lower.some((word, at) => CHANGING_TESTS.has(word) && lower.slice(at + 1, at + 1 + OBJECT_WORDS).some((next) => TEST_WORDS.has(next) || looksLikeTestFile(next))));
}

/** Behind a second file, these say what it is to hold; without one of them it may as well be read. */
const HOLDING: ReadonlySet<string> = new Set(['with', 'from', 'for', 'as', 'holding', 'containing']);

/** Files that the person wants to be written or changed, by the place they have in the sentence. */
export function filesToWrite(asked: string): string[] {
  const found = clausesOf(asked).flatMap(({ words, lower, isQuestion }) => {
    const isMade = (at: number): boolean => {
      if (!isFileName(words[at] ?? '') || isQuestion || isForbidden(lower.slice(0, at)) || isPattern(words[at] ?? '', lower.slice(at + 1)) || givenAs(words, lower, at) !== undefined) return false;
      if (words.some((_, from) => givenAs(words, lower, from) === at)) return true;
      const before = lower[at - 1] ?? '';
      const verb = lower[at - (before === 'the' || before === 'a' ? 2 : 1)] ?? '';
      if (MAKING.has(verb) || MAKING_WITH[verb]?.has(lower[at + 1] ?? '')) return true;
      // `write a.txt and b.txt`; but `write a.txt with what is in b.txt and c.txt` reads both.
      if (before === 'and' && isFileName(words[at - 2] ?? '')) return isMade(at - 2);
      // `write a.txt with … and b.txt with …`
      if (before === 'and' && HOLDING.has(lower[at + 1] ?? '')) return lower.slice(0, at).some((one, from) => MAKING.has(one) && isFileName(words[from + 1] ?? ''));
      return (before === 'to' || before === 'into') && lower.slice(0, at - 1).some((one) => CARRYING.has(one));
    };
    return words.filter((_, at) => isMade(at));
  });
  return [...new Set(found)];
}

/** Where the file stands as which this one is to be written; undefined where this one is no source of that kind. */
function givenAs(words: readonly string[], lower: readonly string[], at: number): number | undefined {
  const before = lower[at - 1] ?? '';
  const verb = before === 'the' ? lower[at - 2] : before;
  if (!isFileName(words[at] ?? '') || !GIVING_AS.has(verb ?? '')) return undefined;
  const next = words.findIndex((word, nth) => nth > at && isFileName(word));
  return standsBehindAs(lower, at, next) ? next : undefined;
}

function standsBehindAs(lower: readonly string[], at: number, next: number): boolean {
  return lower[next - 1] === 'as' && !lower.slice(at, next - 1).some((word) => COMPARING.has(word));
}

/** Names of pages that are written in capitals by custom, and stand for themselves. */
const CAPITAL_NAMES: ReadonlySet<string> = new Set(['README', 'LICENSE', 'LICENCE', 'CHANGELOG', 'CONTRIBUTING', 'NOTICE', 'AUTHORS', 'TODO', 'GUIDE', 'INDEX', 'INSTALL', 'SECURITY']);

/** `NAME.txt for each of them`: a name in capitals that stands for as many as there are, which may be none. */
function isPattern(path: string, behind: readonly string[]): boolean {
  const [stem = ''] = (path.split('/').at(-1) ?? '').split('.');
  return /^[A-Z]{2,}$/u.test(stem) && !CAPITAL_NAMES.has(stem) && ((behind[0] === 'for' && ['each', 'every', 'all'].includes(behind[1] ?? '')) || behind[0] === 'per');
}

/** Files that are to stay as they are. */
export function filesToLeave(asked: string): string[] {
  const found = clausesOf(asked).flatMap(({ words, lower }) =>
    words.filter((word, at) => {
      if (!isFileName(word)) return false;
      const before = lower.slice(Math.max(0, at - 4), at).join(' ');
      return FORBIDDING.some((phrase) => (phrase === 'leave' ? before.endsWith('leave') && ['alone', 'as', 'untouched', 'unchanged'].includes(lower[at + 1] ?? '') : before.includes(phrase)));
    }),
  );
  return [...new Set(found)];
}

/** Files whose content a question or a criterion is about. */
export function filesNamedIn(text: string): string[] {
  return [...new Set(clausesOf(text).flatMap(({ words }) => words.filter(isFileName)))];
}

/** Files in the questions of a request: their answers have to come from there. */
export function filesAskedAbout(asked: string): string[] {
  return [...new Set(clausesOf(asked).filter(({ isQuestion }) => isQuestion).flatMap(({ words }) => words.filter(isFileName)))];
}

export function clausesOf(text: string): Clause[] {
  return sentencesOf(text).flatMap((sentence) => {
    const isQuestion = sentence.trimEnd().endsWith('?');
    const clauses: string[][] = [[]];
    for (const word of wordsOf(sentence)) {
      if (CLAUSE_ENDS.has(word.toLowerCase())) clauses.push([]);
      clauses.at(-1)?.push(word);
    }
    return clauses.filter((words) => words.length > 0).map((words) => ({ words, lower: words.map((word) => word.toLowerCase()), isQuestion }));
  });
}

/** A stop ends a sentence when a blank follows it; one inside a name does not. */
function sentencesOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isEnd = text.charAt(at) === '\n' || ('.?!;'.includes(text.charAt(at)) && [' ', '\n', ''].includes(text.charAt(at + 1)));
    if (!isEnd) continue;
    found.push(text.slice(from, at + 1));
    from = at + 1;
  }
  return [...found, text.slice(from)].filter((sentence) => sentence.trim() !== '');
}

function wordsOf(sentence: string): string[] {
  return sentence.split(/[\s,;:()"“”‘`]/u).map(trimmed).filter((word) => word !== '');
}

function trimmed(word: string): string {
  let end = word.length;
  while (end > 0 && ".?!'’".includes(word.charAt(end - 1))) end -= 1;
  let start = 0;
  while (start < end && "'’".includes(word.charAt(start))) start += 1;
  return word.slice(start, end);
}

/** A name with an ending of letters, below the folder: no addresses, no versions, no `e.g`. */
export function isFileName(word: string): boolean {
  if (word.includes('://') || word.startsWith('/') || word.startsWith('~') || word.startsWith('..') || word.includes('*') || word.includes('@')) return false;
  const dot = word.lastIndexOf('.');
  const ending = word.slice(dot + 1);
  return dot > 0 && ending.length >= 2 && ending.length <= 8 && /^[A-Za-z]\w*$/.test(ending) && /^[\w./-]*$/.test(word) && !/[()]/.test(word) && !KNOWN_NAMES.has(word.toLowerCase());
}

/** Names of things, not of files. */
const KNOWN_NAMES: ReadonlySet<string> = new Set(['node.js', 'next.js', 'vue.js', 'express.js', 'three.js', 'd3.js', 'asp.net', 'socket.io']);

function looksLikeTestFile(word: string): boolean {
  return isFileName(word) && (word.includes('.test.') || word.includes('.spec.') || word.startsWith('test_') || word.includes('_test.'));
}

function isForbidden(before: readonly string[]): boolean {
  return ['not', "don't", 'without', 'never'].some((word) => before.includes(word));
}
