import type { Consequence, TaintClass } from '../../contracts/index.ts';
import { addressesIn, urlsIn, type ArgumentLeaf } from './calls/arguments.ts';
import { isCodeFile, isObeyedFile, isRiskyCode } from './calls/risky-code.ts';
import { opensToPublic } from './calls/named-consequences.ts';
import type { ClassifiedCall } from './classify-call.ts';
import type { WordsFacts } from './decide-words.ts';
import { originOf, sharedWords } from './derive.ts';
import { holdsPersonalData, repeatsOwnSources, type PrivateValues } from './private-words.ts';
import type { RunWords } from './run-words.ts';
import { leadsInside, opaqueParts, readAddress } from './words/addresses.ts';
import { chunksOf, isDistinctive } from './words/chunks.ts';
import { fold } from './words/fold.ts';
import { isStandingInstruction, wishesVerb, type Asked } from './words/requests.ts';
import { isNamedIn, standsIn, type TextIndex } from './words/text-index.ts';

/** Which wish of the person covers which consequence. */
const WISHES: Readonly<Partial<Record<Consequence, readonly Asked[]>>> = {
  send: ['send', 'publish'], publish: ['publish'], delete: ['delete'], execute: ['execute', 'modify'], modify: ['modify', 'send', 'remember', 'include', 'publish'], spend: ['spend', 'send'], delegate: ['delegate', 'execute'], remember: ['remember'], write_outside: ['modify', 'remember', 'send'], write_inside: ['modify', 'remember', 'publish', 'send'], unknown: [],
};
const STEERING_ROLES: ReadonlySet<ArgumentLeaf['role']> = new Set(['destination', 'address', 'path', 'command', 'amount', 'scope', 'visibility', 'permission', 'reference', 'other']);
export function callFacts(call: ClassifiedCall, words: RunWords, secrets: PrivateValues): WordsFacts {
  const owner = words.owner();
  const sources = words.sources();
  const requests = words.requests();
  const wishes = words.wishes();
  const texts = call.leaves.filter(({ isText }) => isText);
  const consequential = [...call.consequences].filter((one) => WISHES[one] !== undefined);
  const destination = worstOrigin(destinationsOf(call).map((value) => originOf(value, owner, sources)));
  const carriesSecret = holdsSecrets(call, texts, words, secrets);
  return {
    consequences: call.consequences,
    highestClass: words.highestClass(),
    isAskedFor: consequential.every((one) => WISHES[one]?.some((wish) => wishes.has(wish)) ?? false) || (!call.consequences.has('unknown') && wishesVerb(owner.folded, call.verbs)),
    isSteeredByOwner: !call.isCut && call.leaves.every((leaf) => isOwners(leaf, call, words)),
    destination,
    carriesPrivate: call.isCut || carriesSecret || repeatsOwn(call, texts, words),
    carriesSecret,
    isByReference: call.isByReference,
    sourceAsksToSend: requests.has('send') || requests.has('publish'),
    sourceAsksToInclude: requests.has('include'),
    isScopeOwners: call.wideValues.length > 0 ? call.wideValues.every((value) => isNamedIn(owner, value)) : namesManyPlaces(owner),
    isPublicOwners: isPublicOwners(words),
    looksAtSecrets: call.looksAtSecrets,
    isTold: call.isTold,
    fetchesInside: call.urls.some((url) => {
      const address = readAddress(url);
      return address !== undefined && url.includes('://') && leadsInside(address);
    }),
    fetchesOpaqueData: call.urls.some((url) => takesUnknownData(url, words)),
    command: commandFactsOf(call, words),
    write: writeFactsOf(call, texts, words),
    remembersStandingOrder: call.consequences.has('remember') && texts.some(({ value }) => isStandingInstruction(fold(value)) && !isNamedIn(owner, value) && !wishes.has('remember') && (sharedWords(value, owner, sources) !== undefined || requests.has('remember') || words.addressesMachine())),
  };
}

/** Whether the person spoke of several matters or the like. */
function namesManyPlaces(owner: TextIndex): boolean {
  return ['matters', 'tenants', 'clients', 'cases', 'everywhere', 'unredacted', 'unredact', 'unmask', 'unseal'].some((word) => owner.words.has(word));
}

function isPublicOwners(words: RunWords): boolean {
  return words.wishes().has('publish') || Array.from(words.owner().words).some((word) => word.startsWith('public') || word.startsWith('publi') || word.startsWith('offentlich'));
}

function worstOrigin(origins: readonly ('owner' | 'source' | 'model')[]): WordsFacts['destination'] {
  if (origins.includes('source')) return 'source';
  if (origins.includes('model')) return 'model';
  return origins.length === 0 ? 'none' : 'owner';
}

/** Recipients as they are written, and of addresses the host: the rest of an address only says where on it. */
export function destinationsOf({ recipients, urls, commands }: ClassifiedCall): string[] {
  const hosts = urls.map((url) => readAddress(url)?.host ?? url);
  const named = commands.filter(({ facts }) => facts.reachesOut).flatMap(({ line }) => hostsIn(line));
  return [...new Set([...recipients.filter((one) => !one.includes('://')), ...hosts, ...named])].filter((one) => one !== '');
}

const HOST_RUNS = /[\p{L}\p{N}._-]+/gu;
const FILE_ENDING = /\.(?:txt|md|json|js|ts|py|sh|env|pem|key|log|csv|pdf|docx?|ya?ml|toml|html?|zip|tar|gz|tgz|xml|sql|db|cfg|ini|png|jpe?g)$/i;

/** Names of machines in a command, without the labels in front that could be data. */
function hostsIn(line: string): string[] {
  return (line.match(HOST_RUNS) ?? []).filter((host) => host.slice(1, -1).includes('.') && !FILE_ENDING.test(host)).map((host) => (/^[\d.]+$/.test(host) ? host : host.split('.').slice(-2).join('.')));
}

/** Whether one argument steers only where the person said. */
function isOwners(leaf: ArgumentLeaf, call: ClassifiedCall, words: RunWords): boolean {
  const { role, value, isText } = leaf;
  const owner = words.owner();
  if (!STEERING_ROLES.has(role) || value.trim() === '' || isNamedIn(owner, value)) return true;
  if (!isText && role !== 'amount') return true;
  switch (role) {
    case 'visibility':
      return !opensToPublic(leaf) || isPublicOwners(words);
    case 'permission':
      return LEAST_RIGHTS.has(fold(value));
    case 'amount':
      return saysNumber(owner, value);
    case 'destination':
      return value.split(/[,;]/).every((one) => isNamedIn(owner, one.trim()));
    case 'path':
      return isNamedIn(owner, value.slice(value.lastIndexOf('/') + 1));
    case 'command':
      return chunksOf(value).filter(isTellingInCommand).every((chunk) => isNamedIn(owner, chunk));
    // A handle that nobody wrote is what the tools here call the thing at hand.
    case 'reference':
      return isOwnEntry(call) || !words.sources().some(({ index }) => standsIn(index, value));
    case 'other':
      return isOwnEntry(call) || (addressesIn(value).length === 0 && urlsIn(value).length === 0 && sharedWords(value, owner, words.sources()) === undefined);
    default:
      return false;
  }
}

/** Whoever shares something lets it be read. */
const LEAST_RIGHTS: ReadonlySet<string> = new Set(['r', 'read', 'reader', 'view', 'viewer', 'readonly', 'read_only', 'read-only']);

/** The same number, however it is grouped. */
function saysNumber(owner: TextIndex, value: string): boolean {
  const amount = Number(value.replace(/[\s,]/g, ''));
  return Number.isFinite(amount) && (owner.folded.match(/\d[\d.,]*/g) ?? []).some((said) => Number(said.replaceAll(',', '')) === amount || Number(said.replaceAll('.', '').replace(',', '.')) === amount);
}

/** A new entry among the person's own things may take its details from what was read: that is what it is for. */
function isOwnEntry({ consequences, recipients, urls }: ClassifiedCall): boolean {
  return consequences.size === 1 && consequences.has('modify') && recipients.length === 0 && urls.length === 0;
}

function holdsSecrets(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords, secrets: PrivateValues): boolean {
  const all = texts.map(({ value }) => value);
  if (secrets.standIn(all.join('\n')) || all.some((value) => secrets.standIn(value))) return true;
  return payloadOf(call, texts).some((value) => !isNamedIn(words.owner(), value) && holdsPersonalData(value));
}

function repeatsOwn(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): boolean {
  return payloadOf(call, texts).some((value) => repeatsOwnSources(value, words.owner(), words.sources()));
}

/** What is carried, as against where it goes. */
function payloadOf({ urls }: ClassifiedCall, texts: readonly ArgumentLeaf[]): string[] {
  const carried = texts.filter(({ role }) => role !== 'destination' && role !== 'amount').map(({ value }) => value);
  return [...carried, urls.flatMap((url) => readAddress(url)?.carried ?? []).join(' ')];
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

function isOwnClass(taintClass: TaintClass): boolean {
  return taintClass === 'user_trusted_bounded' || taintClass === 'internal_corpus_trusted';
}

const COMMON_PROGRAM_WORD = /^(?:npm|npx|node|yarn|pnpm|python3?|pip3?|git|cargo|make|bash|sh|test|run|build|install|start|lint|check|-{1,2}[a-z-]{1,12}|\d{1,3}|src|tests?|lib|[\w./-]+\.(?:ts|js|py|md|json|txt|tsx|jsx|go|rs|toml|yaml|yml|html|css|test\.ts|csv|log))$/i;

function isTellingInCommand(chunk: string): boolean {
  return isDistinctive(chunk) && !COMMON_PROGRAM_WORD.test(chunk);
}

function commandFactsOf(call: ClassifiedCall, words: RunWords): WordsFacts['command'] {
  if (call.commands.length === 0) return null;
  const all = call.commands.map(({ facts }) => facts);
  const isFromSource = call.commands.some(({ line }) => sharedWords(line, words.owner(), words.sources(), isTellingInCommand) !== undefined);
  const isHarmless = all.every((facts) => facts.isUsualCheck || (facts.isLookOnly && !facts.readsSecrets));
  const bringsAssignment = call.commands.some(({ facts }) => facts.hasAssignments);
  return {
    isUsual: isHarmless,
    isFromSource: (isFromSource || words.machineRequests().has('execute')) && !isHarmless,
    reachesOut: all.some((facts) => facts.reachesOut),
    takesSecretsOut: all.some((facts) => facts.reachesOut && facts.handsOver && facts.readsSecrets) || all.some((facts) => facts.handsOver && destinationIsFromSource(call, words)),
    isConsequential: bringsAssignment || all.some((facts) => facts.deletes || facts.installs || facts.reachesOut || facts.readsSecrets),
  };
}

function destinationIsFromSource(call: ClassifiedCall, words: RunWords): boolean {
  return destinationsOf(call).some((value) => originOf(value, words.owner(), words.sources()) === 'source');
}

const CHANGES: readonly Asked[] = ['modify', 'include', 'delete', 'execute', 'send', 'reveal'];

function writeFactsOf(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): WordsFacts['write'] {
  if (!call.consequences.has('write_inside') && !call.consequences.has('write_outside')) return null;
  const owner = words.owner();
  const written = texts.filter(({ role }) => role !== 'path').map(({ value }) => value);
  const isCode = call.paths.length === 0 || call.paths.some(isCodeFile);
  const isTelling = (chunk: string): boolean => isDistinctive(chunk) && /[@._/:\d=-]/.test(chunk);
  const isLed = written.some((value) => sharedWords(value, owner, words.sources(), isTelling) !== undefined);
  const asksForChange = CHANGES.some((asked) => words.requests().has(asked));
  const asksMachine = CHANGES.some((asked) => words.machineRequests().has(asked));
  const highest = words.highestClass();
  const isBounded = highest !== undefined && isOwnClass(highest);
  return {
    isObeyed: call.paths.some(isObeyedFile),
    // The person's own files are full of code; there only words to a machine lead to more of it.
    isRiskyFromSource: isCode && ((written.some(isRiskyCode) && (asksMachine || words.addressesMachine() || (!isBounded && (isLed || asksForChange)))) || (asksMachine && isLed)),
  };
}
