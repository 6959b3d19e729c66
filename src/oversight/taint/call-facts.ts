import type { Consequence } from '../../contracts/index.ts';
import type { ArgumentLeaf } from './calls/arguments.ts';
import { isCodeFile, isObeyedFile, isRiskyCode } from './calls/risky-code.ts';
import { opensToPublic, widensScope } from './calls/named-consequences.ts';
import type { ClassifiedCall } from './classify-call.ts';
import type { WordsFacts } from './decide-words.ts';
import { originOf, sharedWords } from './derive.ts';
import { holdsPersonalData, repeatsOwnSources, type PrivateValues } from './private-words.ts';
import type { RunWords } from './run-words.ts';
import { leadsInside, opaqueParts, readAddress } from './words/addresses.ts';
import { isDistinctive } from './words/chunks.ts';
import { fold } from './words/fold.ts';
import { isStandingInstruction, speaksToMachine, type Asked } from './words/requests.ts';
import { isNamedIn, standsIn } from './words/text-index.ts';

/** Which wish of the person covers which consequence. */
const WISHES: Readonly<Partial<Record<Consequence, readonly Asked[]>>> = {
  send: ['send', 'publish'], publish: ['publish'], delete: ['delete'], execute: ['execute', 'modify'], modify: ['modify', 'send', 'remember', 'include'], spend: ['spend'], delegate: ['delegate', 'execute'], remember: ['remember'], write_outside: ['modify', 'remember', 'send'], write_inside: ['modify', 'remember'],
};
const STEERING_ROLES: ReadonlySet<ArgumentLeaf['role']> = new Set(['destination', 'address', 'path', 'command', 'amount', 'scope', 'visibility', 'permission', 'reference', 'other']);
/** Things that are extracted from what was read when the person asks for a new entry of their own. */
const OWN_ENTRY_ROLES: ReadonlySet<ArgumentLeaf['role']> = new Set(['other', 'reference']);

export function callFacts(call: ClassifiedCall, words: RunWords, secrets: PrivateValues): WordsFacts {
  const owner = words.owner();
  const sources = words.sources();
  const requests = words.requests();
  const wishes = words.wishes();
  const texts = call.leaves.filter(({ isText }) => isText);
  const consequential = [...call.consequences].filter((one) => WISHES[one] !== undefined);
  const destination = worstOrigin(destinationsOf(call).map((value) => originOf(value, owner, sources)));
  return {
    consequences: call.consequences,
    highestClass: words.highestClass(),
    isAskedFor: consequential.every((one) => WISHES[one]?.some((wish) => wishes.has(wish)) ?? false),
    isSteeredByOwner: !call.isCut && call.leaves.every((leaf) => isOwners(leaf, call, words)),
    destination,
    carriesPrivate: call.isCut || carriesPrivate(call, texts, words, secrets),
    isByReference: call.isByReference,
    sourceAsksToSend: requests.has('send') || requests.has('publish'),
    sourceAsksToInclude: requests.has('include'),
    isScopeOwners: call.leaves.filter(widensScope).every(({ value }) => isNamedIn(owner, value)) && call.leaves.some(widensScope),
    isPublicOwners: wishes.has('publish') && call.leaves.filter(opensToPublic).every(({ value }) => value === 'true' || isNamedIn(owner, value)),
    looksAtSecrets: call.looksAtSecrets,
    fetchesInside: call.urls.some((url) => {
      const address = readAddress(url);
      return address !== undefined && url.includes('://') && leadsInside(address);
    }),
    fetchesOpaqueData: call.urls.some((url) => takesUnknownData(url, words)),
    command: commandFactsOf(call, words),
    write: writeFactsOf(call, texts, words),
    remembersStandingOrder: call.consequences.has('remember') && texts.some(({ value }) => isStandingInstruction(fold(value)) && sharedWords(value, owner, sources) !== undefined),
  };
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
  return [...new Set([...recipients.filter((one) => !one.includes('://')), ...hosts, ...named])];
}

const HOST = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu;
const FILE_ENDING = /\.(?:txt|md|json|js|ts|py|sh|env|pem|key|log|csv|pdf|docx?|ya?ml|toml|html?|zip|tar|gz|tgz|xml|sql|db|cfg|ini|png|jpe?g)$/i;

/** Names of machines in a command, without the labels in front that could be data. */
function hostsIn(line: string): string[] {
  return (line.match(HOST) ?? []).filter((host) => !FILE_ENDING.test(host)).map((host) => (/^[\d.]+$/.test(host) ? host : host.split('.').slice(-2).join('.')));
}

function isOwners(leaf: ArgumentLeaf, call: ClassifiedCall, words: RunWords): boolean {
  const { role, value, isText } = leaf;
  if (!STEERING_ROLES.has(role) || value.trim() === '') return true;
  if (role === 'visibility' && !opensToPublic(leaf)) return true;
  if (!isText && role !== 'amount') return true;
  const owner = words.owner();
  if (isNamedIn(owner, value)) return true;
  if (role === 'destination') return value.split(/[,;]/).every((one) => isNamedIn(owner, one.trim()));
  if (role === 'path') return isNamedIn(owner, value.slice(value.lastIndexOf('/') + 1));
  // A new entry among the person's own things may take its details from what was read: that is what it is for.
  const isOwnEntry = call.consequences.size === 1 && call.consequences.has('modify') && call.recipients.length === 0 && call.urls.length === 0;
  return isOwnEntry && OWN_ENTRY_ROLES.has(role);
}

function carriesPrivate(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords, secrets: PrivateValues): boolean {
  const all = texts.map(({ value }) => value);
  if (secrets.standIn(all.join('\n')) || all.some((value) => secrets.standIn(value))) return true;
  const carried = texts.filter(({ role }) => role !== 'destination' && role !== 'amount').map(({ value }) => value);
  const inUrls = call.urls.flatMap((url) => readAddress(url)?.carried ?? []);
  const payload = [...carried, inUrls.join(' ')];
  return payload.some((value) => !isNamedIn(words.owner(), value) && holdsPersonalData(value)) || payload.some((value) => repeatsOwnSources(value, words.owner(), words.sources()));
}

/** Whether an address takes along a stretch that nobody gave: not the person, not a link that was read. */
function takesUnknownData(url: string, words: RunWords): boolean {
  const address = readAddress(url);
  if (address === undefined) return false;
  if (isNamedIn(words.owner(), url) || words.sources().some(({ index }) => index.folded.includes(fold(url)))) return false;
  return opaqueParts(address).some((part) => !standsIn(words.owner(), part) && !words.sources().some(({ index }) => standsIn(index, part)));
}

const COMMON_PROGRAM_WORD = /^(?:npm|npx|node|yarn|pnpm|python3?|pip3?|git|cargo|make|bash|sh|test|run|build|install|start|lint|check|-{1,2}[a-z-]{1,12}|\d{1,3}|src|tests?|lib|[\w./-]+\.(?:ts|js|py|md|json|txt|tsx|jsx|go|rs|toml|yaml|yml|html|css|test\.ts|csv|log))$/i;

function commandFactsOf(call: ClassifiedCall, words: RunWords): WordsFacts['command'] {
  if (call.commands.length === 0) return null;
  const isTelling = (chunk: string): boolean => isDistinctive(chunk) && !COMMON_PROGRAM_WORD.test(chunk);
  const all = call.commands.map(({ facts }) => facts);
  const isFromSource = call.commands.some(({ line }) => sharedWords(line, words.owner(), words.sources(), isTelling) !== undefined);
  const isHarmless = all.every((facts) => facts.isUsualCheck || (facts.isLookOnly && !facts.readsSecrets));
  const bringsAssignment = call.commands.some(({ facts }) => facts.hasAssignments);
  return {
    isUsual: isHarmless,
    isFromSource: isFromSource && !isHarmless,
    reachesOut: all.some((facts) => facts.reachesOut),
    takesSecretsOut: all.some((facts) => facts.reachesOut && facts.handsOver && facts.readsSecrets) || all.some((facts) => facts.handsOver && destinationIsFromSource(call, words)),
    isConsequential: bringsAssignment || all.some((facts) => facts.deletes || facts.installs || facts.reachesOut || facts.readsSecrets),
  };
}

function destinationIsFromSource(call: ClassifiedCall, words: RunWords): boolean {
  return destinationsOf(call).some((value) => originOf(value, words.owner(), words.sources()) === 'source');
}

function writeFactsOf(call: ClassifiedCall, texts: readonly ArgumentLeaf[], words: RunWords): WordsFacts['write'] {
  if (!call.consequences.has('write_inside') && !call.consequences.has('write_outside')) return null;
  const owner = words.owner();
  const written = texts.filter(({ role }) => role !== 'path').map(({ value }) => value);
  const isCode = call.paths.length === 0 || call.paths.some(isCodeFile);
  const isTelling = (chunk: string): boolean => isDistinctive(chunk) && /[@._/:\d=-]/.test(chunk);
  const isLed = written.some((value) => sharedWords(value, owner, words.sources(), isTelling) !== undefined);
  const asksForChange = ['modify', 'include', 'delete', 'execute', 'send', 'reveal'].some((asked) => words.requests().has(asked as Asked));
  const asksMachine = asksForChange && words.sources().some(({ index }) => speaksToMachine(index.folded));
  const isBounded = words.highestClass() === 'user_trusted_bounded' || words.highestClass() === 'internal_corpus_trusted';
  return {
    isObeyed: call.paths.some(isObeyedFile),
    // The person's own files are full of code; there only words to a machine lead to more of it.
    isRiskyFromSource: isCode && ((written.some(isRiskyCode) && (asksMachine || (!isBounded && (isLed || asksForChange)))) || (asksMachine && isLed)),
  };
}
