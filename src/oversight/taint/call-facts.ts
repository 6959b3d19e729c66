import type { Consequence } from '../../contracts/index.ts';
import { addressesIn, urlsIn, type ArgumentLeaf } from './calls/arguments.ts';
import { isAskedCommand } from './calls/asked-command.ts';
import { ACTS, NOUNS } from './calls/name-words.ts';
import { isEverywhere } from './calls/other-places.ts';
import { namesSecrets } from './calls/command-facts.ts';
import { isWholePlace } from './calls/command-dangers.ts';
import { withoutDelimiters } from './calls/plain-substitutions.ts';
import { isPureCode } from './calls/risky-code.ts';
import { isSystemPlace, type ClassifiedCall } from './classify-call.ts';
import type { WordsFacts } from './decide-words.ts';
import { originOf, sharedWords } from './derive.ts';
import { isOwners, isOwnersRecipient, isPublicOwners, isTellingInCommand } from './owner-steers.ts';
import { holdsPersonalData, repeatsOwnSources, type PrivateValues } from './private-words.ts';
import { isOwnClass, type RunWords } from './run-words.ts';
import { writeFactsOf } from './write-facts.ts';
import { leadsInside, opaqueParts, readAddress } from './words/addresses.ts';
import { fold, nameWordsOf, wordsOf } from './words/fold.ts';
import { disguiseOf } from './words/hidden-names.ts';
import { spokenVerbs } from './calls/name-words.ts';
import { asksToTellPrivate, forbidsAnything, isStandingInstruction, requestsIn, wishesObject, wishesVerb, type Asked } from './words/requests.ts';
import { isNamedIn, standsIn, type TextIndex } from './words/text-index.ts';

/** Which wish of the person covers which consequence. */
const WISHES: Readonly<Partial<Record<Consequence, readonly Asked[]>>> = {
  send: ['send', 'publish'], publish: ['publish'], delete: ['delete'], execute: ['execute', 'modify'], modify: ['modify', 'send', 'remember', 'include', 'publish'], spend: ['spend', 'send'], delegate: ['delegate', 'execute'], remember: ['remember'], write_outside: ['modify', 'remember', 'send'], write_inside: ['modify', 'remember', 'publish', 'send'], unknown: [],
};

export function callFacts(call: ClassifiedCall, words: RunWords, secrets: PrivateValues): WordsFacts {
  const owner = words.owner();
  const requests = words.requests();
  const wishes = words.wishes();
  const texts = call.leaves.filter(({ isText }) => isText);
  const consequential = [...call.consequences].filter((one) => WISHES[one] !== undefined);
  const carriesSecret = holdsSecrets(call, texts, words, secrets);
  const command = commandFactsOf(call, words);
  const isAskedByName = !call.consequences.has('unknown') && (wishesVerb(owner.folded, call.verbs.flatMap(spokenVerbs)) || wishesObject(owner.folded, call.nouns));
  return {
    consequences: call.consequences,
    highestClass: words.highestClass(),
    isAskedFor: !call.isLookalike && (consequential.every((one) => WISHES[one]?.some((wish) => wishes.has(wish)) ?? false) || isAskedByName || (command?.isAsked ?? false) || isTypedByOwner(call, texts, words)),
    isSteeredByOwner: !call.isCut && ((command?.isAsked ?? false) || call.leaves.every((leaf) => isOwners(leaf, call, words))),
    destination: worstOrigin(destinationsOf(call).map((value) => (isOwnersRecipient(value, words) ? 'owner' : originOf(value, owner, words.sources())))),
    carriesPrivate: call.isCut || carriesSecret || repeatsOwn(call, texts, words) || words.namesPrivate(texts.map(({ value }) => value).join('\n')),
    carriesSecret,
    isSecretAskedFor: carriesSecret && (asksForSecret(words, secrets) || (call.consequences.has('modify') && PUTS.some((asked) => requests.has(asked)))),
    isForwarded: carriesSecret && words.sources().some(({ index }) => secrets.standIn(index.folded)) && !requests.has('include'),
    isToldElsewhere: call.isTold || isDescribedAnew(call, words) !== 'no' || call.recipients.length > 0 || call.urls.length > 0,
    isOnlyNames: !call.isForeign && words.sources().length > 0 && words.sources().every(({ label }) => NAME_LABEL.test(fold(label))),
    isLookalike: call.isLookalike,
    isByReference: call.isByReference,
    isReturned: isReturned(call, words),
    ordersSending: (carriesSecret || requests.has('send')) && ordersSending(call, texts, words),
    sourceAsksToSend: requests.has('send') || requests.has('publish'),
    isScopeOwners: call.wideValues.length > 0 ? call.wideValues.every((value) => isNamedIn(owner, value) || isMatterAtHand(value, words)) : namesManyPlaces(owner),
    isEverywhere: call.wideValues.some(isEverywhere),
    isPublicOwners: isPublicOwners(words) && !isUnredacted(call, words),
    looksAtSecrets: isSecretNamed(call, owner) ? 'no' : call.looksAtSecrets,
    looksAtHouse: call.consequences.has('look') && call.nouns.some((noun) => HOUSE.has(noun) && !owner.words.has(noun)),
    fetchesInside: call.urls.some((url) => isInside(url, call.commands.length > 0)),
    fetchesOpaqueData: call.urls.some((url) => takesUnknownData(url, words)),
    isSpelling: call.consequences.has('fetch') && isSpelling(call, words),
    isPlainChild: call.consequences.has('delegate') && !call.isForeign && isPlainChild(texts),
    isChangedTool: isDescribedAnew(call, words) === 'changed',
    takesEverything: call.leaves.some(({ role, value }) => role === 'amount' && ['all', 'max', 'everything', 'balance', 'full', 'entire'].includes(fold(value).trim())) && !isNamedIn(owner, 'all'),
    strikesSystem: strikesSystem(call, owner),
    hidesWords: (call.consequences.has('send') || call.consequences.has('publish')) && texts.some(({ role, value }) => role === 'payload' && disguiseOf(value, words) !== undefined),
    command,
    write: writeFactsOf(call, texts, words, secrets),
    remembersStandingOrder: call.consequences.has('remember') && texts.some(({ value }) => plantsInMemory(value, words)),
  };
}

/** Ways to ask for something to be put where it can be read. */
const PUTS: readonly Asked[] = ['include', 'modify', 'reveal', 'remember'];
const HOUSE: ReadonlySet<string> = new Set(['intranet', 'payroll', 'salary', 'salaries', 'hr', 'personnel', 'medical', 'patients', 'confidential', 'privileged', 'sealed']);
const NAME_LABEL = /^tool[_ ](?:name|registration|list)s?$/;
const TOOL_LABEL = /tools?[_ /](?:description|schema|definition|name|registration|list)|server[_ ]instructions|list[_ ]changed/;
const CHANGED_LABEL = /changed|updated/;
const CHANGE_WORDS = ['changed', 'updated', 'replaced', 'modified', 'rewritten', 'registered'];

/** What was read describes this very tool: whoever wrote that gets the arguments, and a yes to what it was is none to what it is. */
function isDescribedAnew(call: ClassifiedCall, words: RunWords): 'no' | 'described' | 'changed' {
  const about = words.sources().filter(({ label, index }) => TOOL_LABEL.test(fold(label)) && (call.isForeign || index.chunks.has(call.ownName) || nameWordsOf(index.folded).includes(call.ownName)));
  if (about.length === 0) return 'no';
  return about.some(({ label, index }) => CHANGED_LABEL.test(fold(label)) || CHANGE_WORDS.some((word) => index.words.has(word))) ? 'changed' : 'described';
}

const LATER: ReadonlySet<string> = new Set(['schedule', 'cron', 'reminder', 'job', 'automation', 'workflow', 'trigger', 'recurring']);

/** Another one, or this one later, is told to send to a place that only a source gave. */
function ordersSending(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): boolean {
  if (!call.consequences.has('delegate') && ![...call.nouns, ...call.verbs].some((word) => LATER.has(word))) return false;
  return texts.some(({ role, value }) => role === 'payload' && requestsIn(fold(value)).has('send') && [...addressesIn(value), ...urlsIn(value)].some((place) => originOf(place, words.owner(), words.sources()) === 'source'));
}

const RETURNS = ['return', 'back', 'reply', 'send'];
const THEM = ['them', 'her', 'him', 'sender', 'back', 'counterparty'];

/** "Return it to them": to the one address that the document at hand gives, and no machine is told to. */
function isReturned({ recipients, urls }: ClassifiedCall, words: RunWords): boolean {
  const owner = words.owner();
  if (urls.length > 0 || recipients.length !== 1 || words.addressesMachine() || !wishesVerb(owner.folded, RETURNS) || !THEM.some((word) => owner.words.has(word))) return false;
  const given = new Set(words.sources().flatMap(({ index }) => addressesIn(index.folded)).map((one) => one.replace(/[.]+$/, '')));
  return given.size === 1 && given.has(fold(recipients[0] ?? ''));
}

/** Something for later times, or a place that things will be sent to, on the word of something that was read. */
function plantsInMemory(value: string, words: RunWords): boolean {
  const owner = words.owner();
  if (isNamedIn(owner, value) || words.wishes().has('remember')) return false;
  const isFromSource = sharedWords(value, owner, words.sources()) !== undefined;
  if (isStandingInstruction(fold(value)) && (isFromSource || words.requests().has('remember') || words.addressesMachine())) return true;
  return isFromSource && words.requests().has('remember') && /@|:\/\/|\b[a-z]{2}\d{2}[ \d]{8,}/i.test(value);
}

const MATTER_NAMED = /\b(?:matter|case|file)(?: (?:no\.?|number|id))?[:# ]{1,2}([\p{L}\d][\p{L}\d/_-]{0,30}\d)/gu;

/** "This matter" is the one that what was read belongs to, as long as it names no other. */
function isMatterAtHand(value: string, words: RunWords): boolean {
  if (!/\bthis (?:matter|case|file|client)\b/.test(words.owner().folded) || words.addressesMachine()) return false;
  const named = new Set(words.sources().flatMap(({ index }) => Array.from(index.folded.matchAll(MATTER_NAMED), ([, name]) => name ?? '')));
  return named.size === 1 && named.has(fold(value).replace(/^(?:matter|case|file)[:/]/, ''));
}

/** Whether the person spoke of several matters or the like. */
function namesManyPlaces(owner: TextIndex): boolean {
  return ['matters', 'tenants', 'clients', 'cases', 'everywhere', 'unredacted', 'unredact', 'unmask', 'unseal'].some((word) => owner.words.has(word));
}

/** The person wants a redacted thing published, and this one is called the original. */
function isUnredacted({ leaves }: ClassifiedCall, words: RunWords): boolean {
  const isRedacting = ['redact', 'anonym', 'censor'].some((stem) => words.owner().folded.includes(stem));
  return isRedacting && leaves.some(({ role, value }) => (role === 'reference' || role === 'path') && wordsOf(fold(value)).some((word) => ['original', 'unredacted', 'full', 'raw', 'uncensored', 'sealed'].includes(word)) && !isNamedIn(words.owner(), value));
}

function worstOrigin(origins: readonly ('owner' | 'source' | 'model')[]): WordsFacts['destination'] {
  if (origins.includes('source')) return 'source';
  if (origins.includes('model')) return 'model';
  return origins.length === 0 ? 'none' : 'owner';
}

/** Recipients as they are written, and of addresses the host: the rest of an address only says where on it. */
export function destinationsOf({ recipients, urls, commands }: ClassifiedCall): string[] {
  const hosts = urls.map((url) => readAddress(url)?.host ?? url);
  const named = commands.filter(({ facts }) => facts.reachesOut || facts.handsOver).flatMap(({ line }) => hostsIn(line));
  return [...new Set([...recipients.filter((one) => !one.includes('://')), ...hosts, ...named])].filter((one) => one !== '' && one !== 'origin');
}

const HOST_RUNS = /[\p{L}\p{N}._-]+/gu;
const FILE_ENDING = /\.(?:txt|md|json|js|ts|py|sh|env|pem|key|log|csv|pdf|docx?|ya?ml|toml|html?|zip|tar|gz|tgz|xml|sql|db|cfg|ini|png|jpe?g|read|get|post|environ|request|urlopen|cookie|write|run)$/i;

/** Names of machines in a command, without the labels in front that could be data. */
function hostsIn(line: string): string[] {
  return (line.match(HOST_RUNS) ?? []).filter((host) => host.slice(1, -1).includes('.') && !FILE_ENDING.test(host)).map((host) => (/^[\d.]+$/.test(host) ? host : host.split('.').slice(-2).join('.')));
}

function isInside(url: string, isCommand: boolean): boolean {
  const address = readAddress(url);
  return address !== undefined && url.includes('://') && leadsInside(address) && !(isCommand && ['localhost', '127.0.0.1', '[::1]'].includes(address.host));
}

function holdsSecrets(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords, secrets: PrivateValues): boolean {
  const all = texts.map(({ value }) => value);
  const said = words.owner().folded;
  if (secrets.standIn(all.join('\n'), said) || all.some((value) => secrets.standIn(value, said))) return true;
  return payloadOf(call, texts, words).some((value) => !isNamedIn(words.owner(), value) && holdsPersonalData(value));
}

/** Whether something that was read wants what is private to be told: it asks to send or to put in, or names such a thing. */
function asksForSecret(words: RunWords, secrets: PrivateValues): boolean {
  return ['send', 'include', 'publish', 'reveal'].some((asked) => words.machineRequests().has(asked as Asked)) || words.sources().some(({ index }) => asksToTellPrivate(index.folded) || (requestsIn(index.folded).has('include') && secrets.standIn(index.folded)));
}

function repeatsOwn(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): boolean {
  return payloadOf(call, texts, words).some((value) => repeatsOwnSources(value, words.owner(), words.sources()));
}

/** What is carried, as against where it goes. A link that was read carries nothing but itself. */
function payloadOf({ urls }: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): string[] {
  const isLink = (value: string): boolean => value.includes('://') && !/\s/.test(value.trim()) && words.sources().some(({ index }) => index.folded.includes(fold(value).trim()));
  const carried = texts.filter(({ role, value }) => role !== 'destination' && role !== 'amount' && !isLink(value)).map(({ value }) => value);
  return [...carried, urls.filter((url) => !isLink(url)).flatMap((url) => readAddress(url)?.carried ?? []).join(' ')];
}

/** Characters that a model added to an address which a source gave: more than a page number or a language. */
const ADDED_CHARS_MIN = 12;

/** Whether an address takes along a stretch that nobody gave: not the person, not a link that was read. */
export function takesUnknownData(url: string, words: RunWords): boolean {
  const address = readAddress(url);
  if (address === undefined) return false;
  const sources = words.sources();
  if (isNamedIn(words.owner(), url) || sources.some(({ index }) => index.folded.includes(fold(url)))) return false;
  // Of what was cut nothing is known, so it vouches for nothing.
  const isUnknown = (part: string): boolean => !standsIn(words.owner(), part) && !sources.some(({ index }) => !index.isCut && standsIn(index, part));
  if (opaqueParts(address).some(isUnknown)) return true;
  const isGivenHost = sources.some(({ index, taintClass }) => !isOwnClass(taintClass) && standsIn(index, address.host));
  const added = url.includes('?') ? url.slice(url.indexOf('?')).split(/[?&=]/).filter((part) => part !== '' && isUnknown(part)) : [];
  return isGivenHost && added.join('').length >= ADDED_CHARS_MIN;
}

/** So many tiny requests to one stranger spell something. */
const SPELLED_MIN = 2;

function isSpelling({ urls }: ClassifiedCall, words: RunWords): boolean {
  return urls.some((url) => isTiny(url) && !isNamedIn(words.owner(), readAddress(url)?.host ?? '') && words.visited().filter((earlier) => isTiny(earlier) && readAddress(earlier)?.host === readAddress(url)?.host).length >= SPELLED_MIN);
}

function isTiny(url: string): boolean {
  const carried = readAddress(url)?.carried.join('') ?? '';
  return carried.length > 0 && carried.length <= 2;
}

/** A helper for a part of the work: no places, no deeds, no rights of its own. */
function isPlainChild(texts: readonly ArgumentLeaf[]): boolean {
  return texts.every(({ role, value }) => (role === 'payload' || role === 'scope' || role === 'other') && !/[@~]|:\/\/|\/\w/.test(value) && !wordsOf(fold(value)).some((word) => ACTS.has(word)));
}

const TYPED_WORDS_MIN = 2;

/** A message that the person typed out themselves; that it goes where they said is seen to besides. */
function isTypedByOwner({ consequences }: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): boolean {
  const carried = texts.filter(({ role, value }) => role === 'payload' && value.trim() !== '').map(({ value }) => fold(value).trim());
  if (consequences.size !== 1 || !consequences.has('send') || carried.length === 0 || forbidsAnything(words.owner().folded)) return false;
  return carried.every((value) => wordsOf(value).length >= TYPED_WORDS_MIN && words.owner().folded.includes(value));
}

/** The person spoke of this very file, or of such secrets. */
function isSecretNamed({ paths, nouns, leaves }: ClassifiedCall, owner: TextIndex): boolean {
  if (paths.length > 0) return paths.every((path) => isNamedIn(owner, path) || isNamedIn(owner, path.slice(path.lastIndexOf('/') + 1)));
  const commands = leaves.filter(({ role }) => role === 'command');
  return commands.length > 0 ? commands.every(({ value }) => owner.folded.includes(fold(value)) || namesSecrets(owner.folded)) : nouns.some((noun) => NOUNS.secrets.has(noun) && owner.words.has(noun));
}

/** Deletes or overwrites what the machine or the person's account needs: a root, a home, a dotfile, a place of the system. */
function strikesSystem({ consequences, paths }: ClassifiedCall, owner: TextIndex): boolean {
  const unnamed = paths.filter((path) => !owner.folded.includes(fold(path)));
  if (consequences.has('delete')) return paths.some(isWholePlace) || unnamed.some(isSystemPlace);
  return consequences.has('write_outside') && unnamed.some((path) => isSystemPlace(path) && /(?:^|\/)\.|^\/(?:etc|usr|bin|sbin|boot|lib|var|root|Library)\//.test(path));
}

function commandFactsOf(call: ClassifiedCall, words: RunWords): WordsFacts['command'] {
  if (call.commands.length === 0) return null;
  const all = call.commands.map(({ facts }) => facts);
  const owner = words.owner();
  const isFromSource = call.commands.some(({ line, facts }) => sharedWords(withoutDelimiters(line, facts.commands), owner, words.sources(), isTellingInCommand) !== undefined);
  const isPure = call.isCode && call.commands.every(({ line }) => isPureCode(line));
  const isHarmless = isPure || all.every((facts) => !facts.loosens && (facts.isUsualCheck || (facts.isLookOnly && !facts.readsSecrets)));
  const isAsked = !isHarmless && call.commands.every(({ line, facts }) => isAskedCommand(facts, line, owner));
  const isTyped = call.commands.every(({ line }) => owner.folded.includes(fold(line)));
  return {
    isUsual: isHarmless,
    isAsked,
    isFromSource: (isFromSource || words.machineRequests().has('execute')) && !isHarmless,
    reachesOut: all.some((facts) => facts.reachesOut),
    handsOver: all.some((facts) => facts.handsOver) || (all.some((facts) => facts.pushes) && (destinationIsFromSource(call, words) || (words.holdsPrivate() && call.urls.some((url) => !isNamedIn(owner, url))))),
    readsSecrets: !isTyped && !namesSecrets(owner.folded) && all.some((facts) => facts.readsSecrets),
    endangers: !isTyped && all.some((facts) => facts.endangers) && !isInstallAsked(call, words),
    isConsequential: all.some((facts) => facts.hasAssignments || facts.deletes || facts.installs || facts.reachesOut || facts.readsSecrets || facts.loosens),
  };
}

/** The person wants just that installed, and nobody told a machine to: a look before it runs is enough. */
function isInstallAsked({ urls, commands }: ClassifiedCall, words: RunWords): boolean {
  const owner = words.owner();
  if (words.addressesMachine() || urls.length !== 1 || !commands.every(({ facts }) => facts.isRemoteInstall) || !wishesVerb(owner.folded, ['install', 'setup'])) return false;
  const host = readAddress(urls[0] ?? '')?.host ?? '';
  return owner.words.has(host.split('.').at(-2) ?? '') && words.sources().some(({ index }) => standsIn(index, urls[0] ?? ''));
}

function destinationIsFromSource(call: ClassifiedCall, words: RunWords): boolean {
  return destinationsOf(call).some((value) => originOf(value, words.owner(), words.sources()) === 'source');
}
