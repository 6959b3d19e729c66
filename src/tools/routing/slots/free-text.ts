import type { Slot } from '../grammar/part.ts';
import type { RequestWords, Token } from '../request/tokens.ts';

/** Words with which a second wish begins, or which point at something said elsewhere: free wording ends before them. */
const SECOND_CLAUSE = new Set(['then', 'but', 'because', 'unless', 'afterwards', 'also', 'instead', 'if', 'otherwise', 'so', 'before', 'after', 'until', 'while']);
const ACTIONS = new Set([
  'tell', 'give', 'show', 'summarise', 'summarize', 'explain', 'write', 'fix', 'create', 'make', 'save', 'store', 'compare', 'list', 'open', 'read', 'send', 'email', 'add', 'update', 'delete', 'remove', 'replace', 'rename', 'run', 'check',
  'report', 'put', 'use', 'download', 'install', 'apply', 'implement', 'draft', 'pick', 'choose', 'let', 'find', 'search', 'count', 'translate', 'describe', 'analyse', 'analyze', 'review', 'change', 'refactor', 'convert', 'export', 'return', 'do',
]);
const POINTERS = new Set(['it', 'this', 'that', 'these', 'those', 'them', 'something', 'anything', 'stuff', 'things', 'more', 'info', 'information', 'me', 'the', 'a', 'an', 'one', 'ones', 'same', 'thing', 'answer', 'there', 'some', 'about', 'on']);
const POINTS_BACK = new Set(['it', 'them', 'this', 'that', 'these', 'those', 'one', 'me', 'us', 'result', 'results', 'findings', 'answer']);
const SENTENCE_ENDS = ['.', '?', '!'];

/** The rest of the request as it is written, when it is about one thing. */
const rest: Slot = (words, at) => {
  const left = words.tokens.slice(at);
  const [first] = left;
  if (first === undefined) return [];
  const end = words.tokens.length;
  if (left.length === 1 && first.isQuoted) return first.text.trim() === '' ? [] : [{ end, value: first.text }];
  return isOneThing(left) ? [{ end, value: textOf(words, at, end) }] : [];
};

/** No second wish, no second sentence, and not only words that point elsewhere. */
export function isOneThing(tokens: readonly Token[]): boolean {
  if (tokens.every(({ word, isQuoted }) => !isQuoted && POINTERS.has(word))) return false;
  const joint = tokens.findIndex(({ word }) => word === 'and' || word === ',');
  // "… and rank them": what follows points back, so that it is a second wish whatever its verb is.
  if (joint >= 0 && tokens.slice(joint).some(({ word }) => POINTS_BACK.has(word))) return false;
  return tokens.every((token, at) => {
    const next = tokens[at + 1];
    const opensClause = SECOND_CLAUSE.has(token.word) || token.word === ';' || (['and', ','].includes(token.word) && next !== undefined && ACTIONS.has(next.word));
    const endsSentence = next !== undefined && SENTENCE_ENDS.some((sign) => token.word.endsWith(sign)) && token.word.length > 2;
    return !opensClause && !endsSentence;
  });
}

/** From one token to before another, as the person wrote it. */
export function textOf({ text, tokens }: RequestWords, from: number, end: number): string {
  return text.slice(tokens[from]?.start ?? 0, tokens[end - 1]?.end ?? 0);
}

/** "Google Cloud" is a name: only what cannot be one is what somebody wants to have googled. */
const GOOGLE_NAMES = new Set(['cloud', 'docs', 'drive', 'maps', 'sheets', 'search', 'chrome', 'analytics', 'calendar', 'translate', 'play', 'workspace', 'ads', 'photos', 'is', 'has', 'was', 'will', 'says', 'said', 'and', 'or', 'for', 'login', 'sign-in', 'oauth', 'api', 'apis', 'fonts']);

const googled: Slot = (words, at) => (GOOGLE_NAMES.has(words.tokens[at]?.word ?? '') ? [] : rest(words, at));

const quoted: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  return token?.isQuoted === true && token.text.trim() !== '' ? [{ end: at + 1, value: token.text }] : [];
};

const ONLINE = new Set(['online', 'on', 'with', 'using']);

/** Free wording up to the words that say where to look. */
const beforeOnline: Slot = (words, at) => {
  const end = words.tokens.findLastIndex(({ word }) => ONLINE.has(word));
  const isQuoted = end === at + 1 && words.tokens[at]?.isQuoted === true;
  return end > at && !isQuoted && isOneThing(words.tokens.slice(at, end)) ? [{ end, value: textOf(words, at, end) }] : [];
};

const WORD_LIKE = /^[\p{L}\p{N}_$@#][\p{L}\p{N}\p{M}_$@#.:()<>-]*$/u;
const NOT_SOUGHT = new Set([...POINTERS, 'for', 'in', 'of', 'to', 'all', 'any', 'every', 'files', 'file', 'folders', 'folder', 'images', 'bugs', 'errors', 'problems', 'issues', 'mistakes', 'typos', 'and', 'or', 'how', 'what', 'where', 'why', 'who', 'which', 'code', 'text', 'way', 'ways', 'unused', 'my', 'our', 'your', 'occurrences', 'mentions', 'instances', 'uses', 'usages', 'references', 'matches', 'vulnerabilities', 'leaks', 'duplicates', 'secrets', 'improvements', 'bug', 'error', 'problem', 'issue', 'tests', 'functions', 'classes', 'something', 'everything', 'nothing', 'comments', 'warnings', 'bottlenecks', 'opportunities', 'inconsistencies', 'regressions', 'failures', 'anyone', 'someone']);

/** One word to look for, quoted or not; words that only point, and kinds of things, are none. */
const sought: Slot = (words, at) => {
  const token = words.tokens[at];
  if (token === undefined || token.isQuoted) return quoted(words, at);
  return WORD_LIKE.test(token.text) && !NOT_SOUGHT.has(token.word) ? [{ end: at + 1, value: token.text }] : [];
};

const CAPITALS = /^[A-Z][A-Z0-9_]+:?$/;

/** A name out of a program or a mark such as FIXME: nobody looks for those anywhere but in code. */
const identifier: Slot = (words, at) => {
  const token = words.tokens[at];
  if (token === undefined || !looksLikeCode(token.text)) return [];
  return sought(words, at);
};

function looksLikeCode(text: string): boolean {
  const inner = text.slice(1);
  return CAPITALS.test(text) || inner.includes('_') || text.includes('(') || text.includes('::') || [...inner].some((letter, at) => isCapital(letter) && isSmall(text.charAt(at)));
}

function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

function isSmall(letter: string): boolean {
  return letter !== letter.toUpperCase();
}

export const textSlots = { rest, googled, before_online: beforeOnline, quoted, sought, identifier } satisfies Record<string, Slot>;
