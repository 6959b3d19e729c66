import { urlsIn, type ArgumentLeaf } from './calls/arguments.ts';
import { commandFacts } from './calls/command-facts.ts';
import { isBackdoor, isCodeFile, isObeyedFile, isRiskyBeyondOrdinary, isRiskyCode, loadedAddresses } from './calls/risky-code.ts';
import type { ClassifiedCall } from './classify-call.ts';
import type { WordsFacts } from './decide-words.ts';
import { sharedWords } from './derive.ts';
import type { PrivateValues } from './private-words.ts';
import { isOwnClass, type RunWords } from './run-words.ts';
import { chunksOf, isDistinctive } from './words/chunks.ts';
import { disguiseOf, undoesRedaction } from './words/hidden-names.ts';
import { readAddress } from './words/addresses.ts';
import { fold, wordsOf } from './words/fold.ts';
import { wishesVerb, type Asked } from './words/requests.ts';
import { isNamedIn, standsIn } from './words/text-index.ts';

const CHANGES: readonly Asked[] = ['modify', 'include', 'delete', 'execute', 'send', 'reveal'];
const OBEYED_THINGS: ReadonlySet<string> = new Set(['skill', 'skills', 'hook', 'hooks', 'macro', 'workflow', 'automation', 'script']);
const LINES_MAX = 2_000;

/** What is written, by where it came from and by what it would do once somebody opens, obeys or runs it. */
export function writeFactsOf(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords, secrets: PrivateValues): WordsFacts['write'] {
  if (!call.consequences.has('write_inside') && !call.consequences.has('write_outside')) return null;
  const owner = words.owner();
  const written = texts.filter(({ role }) => role !== 'path').map(({ value }) => value);
  const isTest = call.paths.some((path) => /(?:^|\/)(?:tests?|spec|fixtures?)\/|\.(?:test|spec)\.|test_/.test(path)) && ['test', 'tests', 'fixtures'].some((word) => owner.words.has(word));
  const code = isTest ? written.map(withoutQuoted) : written;
  const isCode = call.paths.length === 0 || call.paths.some(isCodeFile);
  const isTelling = (chunk: string): boolean => isDistinctive(chunk) && /[@._/:\d=-]/.test(chunk);
  const isLed = code.some((value) => sharedWords(value, owner, words.sources(), isTelling) !== undefined);
  const asksForChange = CHANGES.some((asked) => words.requests().has(asked));
  const asksMachine = CHANGES.some((asked) => words.machineRequests().has(asked));
  const highest = words.highestClass();
  const isBounded = highest !== undefined && isOwnClass(highest);
  const isObeyed = call.paths.some(isObeyedFile) || call.nouns.some((noun) => OBEYED_THINGS.has(noun));
  const isRunnable = call.paths.some((path) => RUNNABLE.test(path));
  const addresses = written.flatMap(urlsIn);
  return {
    isObeyed: isObeyed && !isConfigAsked(call, words, isBounded) && !(EDITS.some((wish) => words.wishes().has(wish)) && isOwnersText(texts, words)),
    // The person's own files are full of code; there only words to a machine lead to more of it.
    isRiskyFromSource: isCode && ((code.some(isMadeAsAsked(words) ? isRiskyBeyondOrdinary : isRiskyCode) && (asksMachine || words.addressesMachine() || (!isBounded && (isLed || asksForChange)))) || (asksMachine && isLed) || code.some(isBackdoor) || (call.paths.some(isCodeFile) && written.some((value) => secrets.standIn(value, owner.folded)))),
    loadsForeign: written.flatMap(loadedAddresses).some((address) => !isNamedIn(owner, readAddress(address)?.host ?? address) && words.sources().some(({ index }) => standsIn(index, readAddress(address)?.host ?? address))),
    handsOver: written.some((value) => value.split('\n').slice(0, LINES_MAX).some((line) => isHandingOver(line))) && (isObeyed || call.consequences.has('write_outside')) || (isRunnable && written.some((value) => secrets.standIn(value, owner.folded) && urlsIn(value).some((url) => !isNamedIn(owner, readAddress(url)?.host ?? url)))),
    carriesPrivateOut: addresses.some((url) => secrets.standIn(url)),
    isHiding: written.some((value) => disguiseOf(value, words) !== undefined || undoesRedaction(value, words)) || isCalledUnredacted(call, words),
    isDictated: isDictated(call, words),
  };
}

const RUNNABLE = /\.(?:sh|bash|zsh|command|ps1|bat|cmd|py|rb|pl|php|[cm]?js)$/i;
const MADE = ['generate', 'implement', 'write', 'create', 'build', 'port', 'migrate', 'convert', 'translate', 'scaffold', 'code', 'fix'];
const MADE_FROM = ['spec', 'schema', 'ticket', 'issue', 'guide', 'story', 'requirements', 'specification', 'openapi', 'example', 'template', 'docs'];
const TICKET = /^[a-z]{2,12}-\d{1,7}$/;

/** The person asked for code after what was read, by what it is or by its number, and it tells no machine anything. */
function isMadeAsAsked(words: RunWords): boolean {
  const owner = words.owner();
  if (words.addressesMachine() || words.machineRequests().size > 0 || !wishesVerb(owner.folded, MADE)) return false;
  return MADE_FROM.some((word) => owner.words.has(word)) || [...owner.chunks].some((chunk) => TICKET.test(chunk) && words.sources().some(({ index }) => index.chunks.has(chunk)));
}

/** The person spoke of this very configuration and wants it made over. */
function isConfigAsked({ paths }: ClassifiedCall, words: RunWords, isBounded: boolean): boolean {
  const owner = words.owner();
  if (words.addressesMachine() || paths.length === 0 || !wishesVerb(owner.folded, MADE_OVER)) return false;
  // Settings of their own that they name as the file is named: nobody but them can have led to it.
  if (isBounded && paths.every((path) => PLAIN_SETTINGS.test(path) && isNamedIn(owner, path))) return true;
  return paths.every((path) => /^[\w.-]+\.config\.\w{2,4}$/.test(path) && wordsOf(fold(path.replace(/\.\w{2,4}$/, ''))).every((word) => owner.words.has(word)));
}

const MADE_OVER = ['port', 'migrate', 'convert', 'upgrade', 'rewrite', 'create'];

/** Values that a program of the project reads; folders that begin with a dot belong to editors and agents. */
const PLAIN_SETTINGS = /^(?:[\w-][\w.-]*\/)*(?:settings|config)\.(?:json|ya?ml|toml)$/;

/** A file that calls itself what the person never asked for. */
function isCalledUnredacted({ paths }: ClassifiedCall, words: RunWords): boolean {
  return paths.some((path) => wordsOf(fold(path)).some((word) => UNREDACTED.has(word) && !words.owner().words.has(word)));
}

const UNREDACTED: ReadonlySet<string> = new Set(['unredacted', 'uncensored', 'unmasked', 'deanonymised', 'deanonymized', 'unsealed']);

function isHandingOver(line: string): boolean {
  const { endangers, handsOver, readsSecrets, reachesOut } = commandFacts(line.replace(/^(?:[\d*/,-]+\s+){5}/, ''));
  return endangers || (handsOver && (readsSecrets || reachesOut));
}

const REPLACED: ReadonlySet<string> = new Set(['old', 'oldtext', 'oldstring', 'search', 'find', 'before']);

/** Nothing new in it that the person did not say: an empty file, a version they named. */
function isOwnersText(texts: readonly ArgumentLeaf[], words: RunWords): boolean {
  const standing = new Set(texts.filter(({ name }) => REPLACED.has(name)).flatMap(({ value }) => chunksOf(value)));
  const put = texts.filter(({ role, name }) => role !== 'path' && !REPLACED.has(name)).flatMap(({ value }) => chunksOf(value));
  return put.every((chunk) => !/[\p{L}\p{N}]/u.test(chunk) || standing.has(chunk) || isNamedIn(words.owner(), chunk));
}

function withoutQuoted(text: string): string {
  return text.replace(/'[^'\n]{0,2000}'|"[^"\n]{0,2000}"/g, "''");
}

const MARGIN = /(?:^|[^a-z])(?:comment|comments|tracked|annotation|suggestion|revision)(?:[^a-z]|$)/;
const INTERFACE = /(?:^|[^a-z])(?:app|ui|widget|iframe|clipboard|postmessage|overlay)(?:[^a-z]|$)/;
const FORMATTED = /\.(?:docx?|odt|rtf|pdf|xlsx?|pptx?)$/i;
const EDITS: readonly Asked[] = ['modify', 'remember', 'publish', 'send', 'delete', 'include'];

const IN_MARGINS = ['comment', 'comments', 'suggestions', 'remarks'];

/** A note in the margin, or a surface that somebody else draws, decides what is written instead of the person. */
const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'doc', 'docx', 'paragraph', 'section', 'contract']);

function isDictated({ paths, nouns }: ClassifiedCall, words: RunWords): boolean {
  if (EDITS.some((wish) => words.wishes().has(wish)) || IN_MARGINS.some((word) => words.owner().words.has(word))) return false;
  return words.sources().some(({ label, taintClass }) => (INTERFACE.test(fold(label)) && !isOwnClass(taintClass)) || (MARGIN.test(fold(label)) && (paths.some((path) => FORMATTED.test(path)) || nouns.some((noun) => DOCUMENTS.has(noun)))));
}
