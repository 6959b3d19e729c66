import { takesUnknownData } from './call-facts.ts';
import { urlsIn } from './calls/arguments.ts';
import type { WordsDecision } from './decide-words.ts';
import { holdsSecret, type PrivateValues } from './private-words.ts';
import type { RunWords } from './run-words.ts';
import { isOpaque, readAddress } from './words/addresses.ts';
import { decodedParts } from './words/decode.ts';
import { fold, wordsOf } from './words/fold.ts';
import { requestsIn } from './words/requests.ts';
import { disguiseOf, namePairsIn, undoesRedaction } from './words/hidden-names.ts';
import { isNamedIn, standsIn, type TextIndex } from './words/text-index.ts';

const IMAGE = /!\[[^\]]{0,500}\]\(\s*<?([^)\s>]+)|<(?:img|image|source|video|audio|iframe|embed|object|link|script)\b[^>]{0,500}?(?:src|href|data|poster)\s*=\s*["']?([^"'\s>]+)|url\(\s*["']?([^"')\s]+)/gi;

const SCRIPT_LINK = /(?:\]\(\s{0,4}<?|(?:href|src)\s{0,4}=\s{0,4}["']?)(?:javascript|vbscript|data:text\/html)/i;
const COMMENT = /<!--([^>]{1,2000})-->/g;

const IMAGE_WORDS = ['image', 'images', 'picture', 'pictures', 'logo', 'figure', 'photo', 'diagram', 'chart', 'bild', 'bilder', 'imagen'];

const allow = (rule: string, explanation: string): WordsDecision => ({ decision: 'allow', rule: `taint.${rule}`, explanation });
const gate = (rule: string, explanation: string): WordsDecision => ({ decision: 'gate', rule: `taint.${rule}`, explanation });

/** Judges what is about to be said to the person. Words do nothing by themselves; what loads, leaks or hides does. */
export function decideAnswer(text: string, words: RunWords, secrets: PrivateValues): WordsDecision {
  if (words.highestClass() === undefined) return allow('owner_only', "Nothing but the person's own words was read.");
  const owner = words.owner();
  const links = urlsIn(text).filter((url) => !isNamedIn(owner, url));
  const images = Array.from(text.matchAll(IMAGE), ([, markdown, tag, style]) => markdown ?? tag ?? style ?? '').filter((url) => url.includes('//') && !isNamedIn(owner, url));
  if ([...links, ...images].some((url) => secrets.standIn(url))) return { decision: 'deny', rule: 'taint.private_words_in_link', explanation: 'The answer holds a link or image whose address carries something private.' };
  if (SCRIPT_LINK.test(text)) return { decision: 'deny', rule: 'taint.script_in_link', explanation: 'The answer holds a link that runs a script.' };
  const wantsImages = IMAGE_WORDS.some((word) => owner.words.has(word));
  if (images.some((url) => carriesData(url) || (!wantsImages && words.sources().some(({ index }) => standsIn(index, readAddress(url)?.host ?? url))))) return gate('remote_image', 'The answer would load an image from elsewhere, whose address tells that it was read.');
  if (links.some((url) => takesUnknownData(url, words))) return gate('data_in_link', 'The answer holds a link that takes along data which stand in nothing that was read.');
  if ((secrets.standIn(text) || holdsSecret(text)) && !words.wishes().has('reveal')) return gate('secret_in_answer', 'The answer holds a secret that the person did not ask for.');
  if (disguiseOf(text, words) !== undefined) return gate('disguised_words', 'The answer hides words: reversed, encoded, spaced or by initials.');
  const isKnown = (word: string): boolean => owner.words.has(word) || words.sources().some(({ index }) => index.words.has(word));
  if (Array.from(text.matchAll(COMMENT), ([, hidden]) => hidden ?? '').some((hidden) => namesUnread(hidden, isKnown))) return gate('hidden_names', 'The answer holds a comment that nobody sees, with names that stand in nothing that was read.');
  if (links.some((url) => namesUnread((readAddress(url)?.carried ?? []).map(plainly).join(' '), isKnown))) return gate('hidden_names', 'The answer holds a link with names in it that stand in nothing that was read.');
  if (words.requests().has('hidden') && namePairsIn(text).some((name) => !/[a-z]/i.test(name) && namesUnread(name, isKnown))) return gate('hidden_names', 'What was read speaks of what is hidden, and the answer brings names in another script.');
  if (namesOtherMatter(text, words)) return gate('other_matter', 'The answer tells of another matter that the person did not name.');
  if (undoesRedaction(text, words)) return gate('redaction_undone', 'The answer names what the person wanted to be left out.');
  if (words.sources().some(({ index }) => asksForHidden(index) && namesUnread(text, (word) => owner.words.has(word) || index.words.has(word)))) return gate('hidden_names', 'What was read asks for what is hidden, and the answer brings names that stand in nothing that was read.');
  return allow('answer', 'Words of others were read; saying something to the person does nothing to the world.');
}

function plainly(part: string): string {
  return decodedParts(part).at(-1) ?? part;
}

const MATTER = /\bmatter ([A-Z][\w-]{0,40})/g;

/** What was remembered from another matter stays there. */
function namesOtherMatter(text: string, words: RunWords): boolean {
  if (!words.sources().some(({ label }) => /memor/i.test(label))) return false;
  return Array.from(text.matchAll(MATTER), ([, name]) => name ?? '').some((name) => !isNamedIn(words.owner(), name));
}

function carriesData(url: string): boolean {
  return url.includes('?') || (readAddress(url)?.carried ?? []).some(isOpaque);
}

/** Two and more capitalised words in a row that neither the person nor the source that asks for names holds. */
function namesUnread(text: string, isKnown: (word: string) => boolean): boolean {
  return namePairsIn(text).some((name) => wordsOf(fold(name)).every((word) => !isKnown(word)));
}

function asksForHidden({ folded }: TextIndex): boolean {
  const requests = requestsIn(folded);
  return requests.has('reveal') && requests.has('hidden');
}
