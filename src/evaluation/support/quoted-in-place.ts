import { isNegation } from './negations.ts';
import { headingsIn, placesOf, type QuotedPlace } from './quoted-places.ts';
import { rivalIn } from './rivals.ts';
import { statementsIn } from './statements.ts';
import { stemOf, wordsIn, type SaidWord } from './words.ts';

/** A claim with its quotations and all that is known of their sources. */
interface QuotedClaim {
  readonly claim: string;
  readonly quotes: readonly string[];
  readonly text: string;
  readonly context: string;
}

/**
 * Why the quotations of a claim, read where they stand, do not say it: a word before them denies it, somebody else says it, it
 * is said of another of the same name, or what stands above them takes it back. Where the same words stand in another place
 * that says it, they may have been taken from there.
 */
export function turnedInPlace(quoted: QuotedClaim): string | undefined {
  const { quotes, text } = quoted;
  const places = quotes.map((quote) => ({ quote, at: placesOf(quote, text) }));
  for (const { quote, at } of places) {
    const reasons = at.map((place) => deniedBefore(place, quote, quoted) ?? doubtedBefore(place, quoted) ?? saidByOther(place, quoted) ?? takenBack(place, quoted));
    if (reasons.length > 0 && !reasons.includes(undefined)) return reasons[0];
  }
  return rivalIn(quoted.claim, places.flatMap(({ at }) => at), text);
}

/** How far before a quotation the word stands that denies it. */
const DENIAL_WORDS = 4;
const DENIAL_WORDS_BEFORE_THAT = 7;
const PAUSES: ReadonlySet<string> = new Set([',', ';', ':', '—', '–', '(', ')']);
/** So much of a quotation has to be repeated by a claim that only repeats it. */
const REPEATED_SHARE = 0.6;

/** Cut off behind the `not`: the claim says nothing but words of the sentence, all except that one. */
function deniedBefore({ before, sentence }: QuotedPlace, quote: string, { claim, context }: QuotedClaim): string | undefined {
  const words = wordsIn(before);
  const pause = words.findLastIndex((word) => PAUSES.has(word.before));
  // `It is no longer the case that …` denies from farther away.
  const reach = words.at(-1)?.raw.toLowerCase() === 'that' ? DENIAL_WORDS_BEFORE_THAT : DENIAL_WORDS;
  const denial = words.slice(Math.max(pause, words.length - reach, 0)).find(({ raw }) => isNegation(raw.toLowerCase()));
  const said = statementsIn(claim);
  if (denial === undefined || said.some(({ isNegated, isHedged }) => isNegated || isHedged)) return undefined;
  const known = stemsIn(`${sentence}\n${context}`);
  const claimed = said.flatMap((one) => one.words);
  const repeated = statementsIn(quote).flatMap((one) => one.words);
  const [denied = ''] = repeated;
  const share = repeated.filter((word) => claimed.includes(word)).length / Math.max(1, repeated.length);
  return share >= REPEATED_SHARE && claimed.includes(denied) && claimed.every((word) => known.has(word)) ? `its source has ${JSON.stringify(denial.raw)} before what is quoted` : undefined;
}

/** What may be so is not said to be so. */
const DOUBTING: ReadonlySet<string> = new Set(['may', 'might', 'could', 'perhaps', 'possibly', 'supposedly', 'allegedly', 'presumably', 'probably']);
const DOUBTING_IN_CLAIM: ReadonlySet<string> = new Set([...DOUBTING, 'can', 'likely', 'suggests', 'suggest', 'expected', 'believed', 'thought', 'whether', 'if', 'possible', 'potential', 'potentially', 'seems', 'appears', 'would', 'not', 'no', 'unknown', 'unclear', 'unproven', 'untested', 'allowed', 'permitted', 'unless', 'only']);

/** Cut off behind the `may`: the sentence doubts what the claim says without a doubt. */
function doubtedBefore({ before }: QuotedPlace, { claim }: QuotedClaim): string | undefined {
  // In small letters, since May is a month.
  const last = wordsIn(before).at(-1)?.raw ?? '';
  return DOUBTING.has(last) && !wordsIn(claim).some(({ raw }) => DOUBTING_IN_CLAIM.has(raw.toLowerCase())) ? `its source has ${JSON.stringify(last)} before what is quoted` : undefined;
}

const SPEAKING: ReadonlySet<string> = new Set('say tell claim allege submit argue contend assert find hold state report believe suggest deny maintain think estimate conclude rule decide testify swear insist declare fear hope expect assume suspect write note plead'.split(' ').flatMap((verb) => [verb, `${verb}s`, `${verb}d`, `${verb}ed`]).concat(['said', 'told', 'found', 'held', 'thought', 'wrote', 'swore', 'pled', 'denies', 'denied', 'testifies', 'testified', 'submitted', 'ruling']).map(stemOf));
/** Whoever says it like this has not shown it. */
const DOUBTFUL: ReadonlySet<string> = new Set(['allege', 'alleges', 'alleged', 'submits', 'submitted', 'contends', 'contended', 'claims', 'claimed', 'denies', 'denied', 'suspects', 'suspected', 'fears', 'feared', 'hopes', 'hoped', 'insists', 'insisted', 'pleads', 'pleaded']);
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'that', 'has', 'have', 'had', 'also', 'further', 'then']);

/** What speaks for whoever wrote it, and is no party of its own. */
const DOCUMENTS: ReadonlySet<string> = new Set(['report', 'minutes', 'document', 'file', 'text', 'page', 'article', 'paper', 'study', 'book', 'letter', 'author', 'authors', 'source', 'record', 'log', 'notes', 'it', 'they'].map(stemOf));

interface Speaker {
  readonly who: string;
  readonly verb: string;
}

/** What one party says may not be told as the words of another, and what is only alleged not as a fact. */
function saidByOther({ before, sentence, headings }: QuotedPlace, { claim, text }: QuotedClaim): string | undefined {
  const speaker = speakerIn(wordsIn(claim));
  const claimed = speaker !== undefined && DOCUMENTS.has(stemOf(speaker.who)) ? undefined : speaker;
  const told = stemsIn(claim);
  const source = speakerIn(wordsIn(before));
  if (source !== undefined && !told.has(stemOf(source.who))) {
    const isOfOther = claimed !== undefined && !stemsIn(before).has(stemOf(claimed.who)) && stemsIn(text).has(stemOf(claimed.who));
    const isFact = claimed === undefined && DOUBTFUL.has(source.verb) && !wordsIn(claim).some(({ stem }) => SPEAKING.has(stem) || stem === stemOf('according'));
    return isOfOther || isFact ? `in its source it is what the ${source.who} ${source.verb}` : undefined;
  }
  const above = headings.at(-1) ?? '';
  const isUnderOther = claimed !== undefined && source === undefined && wordsIn(above).some(({ stem }) => SPEAKING.has(stem)) && !stemsIn(`${headings.join('\n')}\n${sentence}`).has(stemOf(claimed.who)) && stemsIn(headingsIn(text).join('\n')).has(stemOf(claimed.who));
  return isUnderOther ? `in its source it stands under ${JSON.stringify(above)}` : undefined;
}

/** `The court finds that …`, `… submits that …`: who says it, and how. */
function speakerIn(words: readonly SaidWord[]): Speaker | undefined {
  const at = words.findIndex(({ raw }, nth) => raw.toLowerCase() === 'that' && SPEAKING.has(words[nth - 1]?.stem ?? ''));
  const who = words.slice(0, Math.max(0, at - 1)).findLast(({ raw }) => !ARTICLES.has(raw.toLowerCase()));
  const verb = words[at - 1]?.raw.toLowerCase();
  return who === undefined || verb === undefined || who.raw.length < 2 ? undefined : { who: who.raw, verb };
}

const TAKING_BACK = ['no longer', 'repealed', 'superseded', 'obsolete', 'withdrawn', 'rescinded', 'revoked', 'abolished', 'outdated', 'expired', 'deprecated', 'replaced by', 'not in force', 'out of force', 'former version', 'old version', 'draft', 'proposed', 'rejected'] as const;
const PRESENT = ['today', ' now ', 'current', 'in force', 'at present', 'still ', 'valid ', 'effective', 'nowadays'] as const;
/** Whoever says one of these does not speak of what holds now. */
const PAST: ReadonlySet<string> = new Set(['until', 'formerly', 'once', 'previously', 'was', 'were', 'used', 'former', 'earlier', 'before', 'old', 'previous', 'draft', 'proposed']);

/** What its heading calls void is not what holds today, where that was asked or is claimed. */
function takenBack({ headings }: QuotedPlace, { claim, context }: QuotedClaim): string | undefined {
  const heading = headings.find((one) => TAKING_BACK.some((mark) => one.toLowerCase().includes(mark)));
  const spoken = ` ${claim} ${context.split('\n')[0] ?? ''} `.toLowerCase();
  if (heading === undefined || !PRESENT.some((mark) => spoken.includes(mark)) || TAKING_BACK.some((mark) => heading.toLowerCase().includes(mark) && spoken.includes(mark))) return undefined;
  return wordsIn(claim).some(({ raw }) => PAST.has(raw.toLowerCase())) ? undefined : `in its source it stands under ${JSON.stringify(heading)}`;
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map(({ stem }) => stem));
}
