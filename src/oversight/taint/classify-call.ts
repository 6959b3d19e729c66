import { posix } from 'node:path';
import { CLIENT_TOOL_PREFIX, type Consequence, type JsonObject } from '../../contracts/index.ts';
import { addressesIn, argumentLeaves, urlsIn, type ArgumentLeaf } from './calls/arguments.ts';
import { commandFacts, isSecretPath, namesSecrets, type CommandFacts } from './calls/command-facts.ts';
import { ACTS, LOOKS, NOUNS, toolNameWords } from './calls/name-words.ts';
import { isGuardFile, switchesGuardsOff } from './calls/guard-files.ts';
import { otherPlaces } from './calls/other-places.ts';
import { fold, passesForLatin } from './words/fold.ts';
import { consequencesOfName, isOutgoingMethod, isOwnPlace, keepsPrivate, opensToPublic, widensScope } from './calls/named-consequences.ts';

/** What a call is about to do, as the runner knows it; the shape is that of tools' intentions. */
export type IntendedAct =
  | { readonly kind: 'path'; readonly op: string; readonly path: string; readonly to?: string }
  | { readonly kind: 'script'; readonly script: string; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'program'; readonly argv: readonly string[]; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'url'; readonly url: string; readonly method: string }
  | { readonly kind: 'person'; readonly question: string }
  | { readonly kind: 'remote'; readonly server: string; readonly name: string };

export interface CallToClassify {
  readonly name: string;
  readonly arguments: JsonObject;
  /** None for a tool that is known only by its name and arguments. */
  readonly intentions: readonly IntendedAct[];
  readonly touches: readonly string[];
  readonly workspace: string;
}

export interface ClassifiedCall {
  readonly consequences: ReadonlySet<Consequence>;
  readonly leaves: readonly ArgumentLeaf[];
  /** Whether there were more arguments than are looked at. */
  readonly isCut: boolean;
  /** Command lines and scripts. */
  readonly commands: readonly { readonly line: string; readonly facts: CommandFacts }[];
  readonly recipients: readonly string[];
  readonly urls: readonly string[];
  readonly paths: readonly string[];
  /** What reaches beyond the work at hand, as it is written. */
  readonly wideValues: readonly string[];
  /** Hands over something by naming it instead of quoting it. */
  readonly isByReference: boolean;
  /** It reads where secrets are kept, or what only sounds like it. */
  readonly looksAtSecrets: 'certainly' | 'perhaps' | 'no';
  /** Whoever answers may be elsewhere: what the arguments hold is told to them. */
  readonly isTold: boolean;
  /** A tool of somebody else's server, or of a client. */
  readonly isForeign: boolean;
  /** Its name is written with letters that only look like the usual ones. */
  readonly isLookalike: boolean;
  /** It runs code rather than the commands of a shell. */
  readonly isCode: boolean;
  /** What the name says is done, and to what. */
  readonly verbs: readonly string[];
  readonly nouns: readonly string[];
  /** Without the server in front of it. */
  readonly ownName: string;
  readonly workspace: string;
}

const PATH_CONSEQUENCES: Readonly<Record<string, Consequence>> = { read: 'look', list: 'look', stat: 'look', write: 'write_inside', create_directory: 'write_inside', delete: 'delete', rename: 'modify' };

export function classifyCall(call: CallToClassify): ClassifiedCall {
  const { leaves, isCut } = argumentLeaves(call.arguments);
  const isNamedOnly = call.intentions.some(({ kind }) => kind === 'remote') || (call.intentions.length === 0 && call.touches.length > 0);
  const consequences = isNamedOnly ? namedConsequences(call.name, leaves) : intendedConsequences(call);
  const commands = commandLines(call, leaves, isNamedOnly, consequences).map((line) => ({ line, facts: commandFacts(line) }));
  for (const { facts } of commands) addCommandConsequences(consequences, facts);
  const paths = pathsOf(call, leaves);
  if (paths.some((path) => leavesWorkspace(path, call.workspace))) leaveWorkspace(consequences);
  const isWriting = consequences.has('write_inside') || consequences.has('write_outside') || consequences.has('delete');
  if (isWriting && paths.some((path) => isGuardFile(path) || leaves.some(({ isText, value }) => isText && switchesGuardsOff(path, value)))) consequences.add('change_policy');
  const widePaths = paths.filter((path) => reachesElsewhere(path, call.workspace));
  if (widePaths.length > 0 && consequences.has('look')) consequences.add('widen_scope');
  const places = otherPlaces(leaves, commands.map(({ line }) => line));
  if (places.length > 0) consequences.add('widen_scope');
  if (consequences.size > 1) consequences.delete('unknown');
  return {
    consequences,
    leaves,
    isCut,
    commands,
    recipients: recipientsOf(leaves),
    urls: [...new Set([...call.intentions.flatMap((one) => (one.kind === 'url' ? [one.url] : [])), ...addressValues(leaves), ...commands.flatMap(({ line }) => urlsIn(line))])],
    paths,
    wideValues: [...leaves.filter((leaf) => widensScope(leaf) && !places.some((place) => leaf.value.includes(place))).map(({ value }) => value), ...widePaths, ...places],
    isByReference: leaves.some(({ role, name }) => (role === 'reference' && !(THREADS.has(name) && answersThread(call.name))) || role === 'path' || role === 'permission' || name === 'attach') || toolNameWords(call.name).some((word) => word === 'forward' || word === 'export' || word === 'sync' || word === 'backup' || word === 'mirror' || word === 'rule' || word === 'filter' || word === 'push'),
    looksAtSecrets: looksAtSecrets(call.name, consequences, paths, leaves),
    isTold: isNamedOnly && (isForeign(call.name) || (consequences.has('look') && !toolNameWords(call.name).some(isOwnThing))),
    isForeign: isForeign(call.name),
    isLookalike: passesForLatin(call.name),
    isCode: isNamedOnly && toolNameWords(call.name).some((word) => ['code', 'python', 'javascript', 'js', 'notebook', 'repl', 'interpreter'].includes(word)),
    verbs: toolNameWords(call.name).filter((word) => ACTS.has(word)),
    nouns: toolNameWords(call.name).filter((word) => !ACTS.has(word)),
    ownName: fold(call.name.split(/__|[./:]/).at(-1) ?? ''),
    workspace: call.workspace,
  };
}

function isForeign(name: string): boolean {
  return name.startsWith('mcp__') || name.startsWith(CLIENT_TOOL_PREFIX);
}

const CERTAIN_SECRETS: ReadonlySet<string> = new Set(['secret', 'secrets', 'credential', 'credentials', 'password', 'passwords', 'keychain', 'vault', 'cookie', 'cookies', 'env']);
const THREADS: ReadonlySet<string> = new Set(['id', 'messageid', 'threadid', 'emailid', 'inreplyto', 'conversationid', 'issueid', 'ticketid', 'commentid']);

/** What is said in a thread goes by its handle; that hands nothing over. */
function answersThread(name: string): boolean {
  return toolNameWords(name).some((word) => word === 'reply' || word === 'respond' || word === 'comment');
}

const OWN_THINGS: readonly ReadonlySet<string>[] = [NOUNS.files, NOUNS.memory, NOUNS.notes, NOUNS.calendar, NOUNS.mail, new Set(['library', 'summarise', 'summarize', 'translate', 'count', 'words'])];

function isOwnThing(word: string): boolean {
  return OWN_THINGS.some((things) => things.has(word));
}

function namedConsequences(name: string, leaves: readonly ArgumentLeaf[]): Set<Consequence> {
  const found = consequencesOfName(name, leaves);
  const isLook = found.has('look') || found.has('fetch');
  if (leaves.some(opensToPublic)) found.add('publish');
  else if (found.has('publish') && leaves.some(keepsPrivate) && found.delete('publish')) found.add('modify');
  const words = toolNameWords(name);
  const keepsBooks = words.some((word) => KEEPING_BOOKS.has(word)) && words.some((word) => BOOKED.has(word));
  if (leaves.some(widensScope) && !keepsBooks) found.add('widen_scope');
  if (words.some((word) => word === 'matters' || word === 'tenants' || word === 'clients')) found.add('widen_scope');
  if (words.some((word) => word === 'matter' || word === 'tenant') && !keepsBooks && leaves.some(({ role, name: one, value }) => (role === 'reference' || one === 'name') && !isOwnPlace(value))) found.add('widen_scope');
  if (words.some((word) => ['unredact', 'unmask', 'deanonymise', 'deanonymize', 'unseal', 'declassify'].includes(word)) || (words.some((word) => word.startsWith('redact')) && words.some((word) => ['reveal', 'uncover', 'expose', 'lift', 'undo'].includes(word)))) found.add('widen_scope');
  if (words.some((word) => word === 'switch' || word === 'cross') && words.some((word) => NOUNS.matters.has(word) || word === 'workspace')) found.add('widen_scope');
  if (words.some((word) => word === 'download' || word === 'save') && leaves.some(({ role }) => role === 'path')) found.add('write_inside');
  if (leaves.some(isOutgoingMethod)) found.add('send');
  const changesSomething = !isLook && !found.has('answer');
  if (changesSomething && leaves.some((leaf) => changesPermission(leaf, found.has('send')))) found.add('change_policy');
  if (changesSomething && leaves.some(({ name: one, value }) => GIVEN_APPROVAL.test(one) && (YES.test(value.trim()) || one.endsWith('by')))) found.add('approve');
  if (leaves.some(raisesItself)) found.add('change_policy');
  if (words.some((word) => ['placeholder', 'placeholders', 'pseudonym', 'pseudonyms', 'mask'].includes(word)) && words.some((word) => ['resolve', 'reveal', 'lookup', 'map', 'get', 'expand'].includes(word))) found.add('widen_scope');
  if (found.has('unknown') && leaves.some(({ role }) => role === 'destination')) found.add('send');
  if (found.has('unknown') && leaves.some(({ name: one }) => one === 'command' || one === 'cmd')) found.add('execute');
  if (found.has('unknown') && leaves.some(({ role }) => role === 'amount')) found.add('spend');
  const asksDatabase = words.some((word) => ['sql', 'db', 'database', 'postgres', 'sqlite', 'mysql'].includes(word));
  for (const { name: one, value } of leaves) if (one === 'sql' || one === 'statement' || (asksDatabase && (one === 'query' || one === 'q'))) for (const consequence of sqlConsequences(value)) found.add(consequence);
  // A question to a database only looks, whatever the tool that puts it is called.
  if (asksDatabase && found.size === 1 && found.has('execute') && leaves.some(({ value }) => /^\s{0,20}select\b[^;]{1,5000};?\s{0,20}$/i.test(value)) && found.delete('execute')) found.add('look');
  return found;
}

/** Beginning or ending a matter is an action like others; it looks into none. */
const KEEPING_BOOKS: ReadonlySet<string> = new Set(['create', 'close', 'reopen', 'archive', 'new']);
const BOOKED: ReadonlySet<string> = new Set(['matter', 'client', 'case']);
/** Who gave a yes is recorded by whoever heard it. */
const GIVEN_APPROVAL = /^(?:approval|approved|approver|approvedby|approvalstatus|signoff|signedoffby|signedby)$/;
const YES = /^(?:approved|granted|yes|true|signed|given|accepted|ok)$/i;

const OFF_OR_ON = /^(?:off|on|true|false|none|disabled|enabled|0|1|never|auto|skip|full|all|\*|yes|no|bypass|yolo|permissive|admin|owner|root|superuser)$/i;

/** A permission that is handed out or switched, as against a word such as the role of a message. */
function changesPermission({ role, name, value }: ArgumentLeaf, isSharing: boolean): boolean {
  if (role !== 'permission') return false;
  // Sharing one thing with a right to read or write it is sharing; making somebody its master is not.
  if (!isSharing && ['permission', 'permissions', 'accesslevel', 'acl', 'isadmin', 'admin', 'privileges', 'autoapprove', 'skipapproval', 'bypass', 'allowlist', 'guardrails', 'sandbox', 'approvals', 'policy'].includes(name)) return true;
  return OFF_OR_ON.test(value.trim());
}

/** A call that gives itself more rights than it has. */
function raisesItself({ name, value }: ArgumentLeaf): boolean {
  return ['admin', 'isadmin', 'asadmin', 'sudo', 'superuser', 'elevated', 'bypass', 'root', 'unsafe', 'skipapproval', 'skipapprovals', 'autoapprove', 'noapproval', 'force_admin'].includes(name) && value.trim().toLowerCase() === 'true';
}

function sqlConsequences(sql: string): Consequence[] {
  const found: Consequence[] = [];
  if (/\b(?:drop|delete|truncate)\b/i.test(sql)) found.push('delete');
  if (/\b(?:update|insert|alter|create|replace|merge)\b/i.test(sql)) found.push('modify');
  if (/\b(?:grant|revoke)\b/i.test(sql)) found.push('change_policy');
  return found;
}

function intendedConsequences({ intentions }: CallToClassify): Set<Consequence> {
  const found = new Set<Consequence>();
  for (const one of intentions) {
    if (one.kind === 'path') found.add(PATH_CONSEQUENCES[one.op] ?? 'unknown');
    else if (one.kind === 'url') found.add(one.method === 'GET' || one.method === 'HEAD' ? 'fetch' : 'send');
    else if (one.kind === 'script' || one.kind === 'program') found.add('execute');
    else if (one.kind === 'person') found.add('answer');
  }
  return found.size === 0 ? found.add('look') : found;
}

/** Tools that are called after the program they start. */
const PROGRAM_NAMES: ReadonlySet<string> = new Set(['pytest', 'make', 'cargo', 'jest', 'vitest', 'tsc', 'eslint', 'gradle', 'mvn', 'docker', 'kubectl', 'terraform', 'npm', 'pip']);

/** What these run is named, not written out. */
const DEEDS: ReadonlySet<string> = new Set(['deploy', 'trigger', 'invoke', 'launch', 'install', 'compile', 'workflow', 'job', 'pipeline', 'package']);

function commandLines({ name, intentions }: CallToClassify, leaves: readonly ArgumentLeaf[], isNamedOnly: boolean, consequences: ReadonlySet<Consequence>): string[] {
  const intended = intentions.flatMap((one) => {
    if (one.kind === 'script') return [withEnvironment(one.environment, one.script)];
    return one.kind === 'program' ? [withEnvironment(one.environment, one.argv.map(quoted).join(' '))] : [];
  });
  if (!isNamedOnly || !consequences.has('execute')) return intended;
  const [program = ''] = toolNameWords(name);
  const prefix = PROGRAM_NAMES.has(program) ? [program] : [];
  const given = leaves.filter(({ role, isText }) => role === 'command' && isText).map(({ value }) => value);
  if (prefix.length > 0) return [[...prefix, ...given].join(' ')];
  if (given.length > 0) return [given.join(' ')];
  return toolNameWords(name).some((word) => DEEDS.has(word)) ? [] : leaves.filter(({ isText }) => isText).map(({ value }) => value);
}

function withEnvironment(environment: Readonly<Record<string, string>>, line: string): string {
  const set = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...set, line].join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function addCommandConsequences(consequences: Set<Consequence>, facts: CommandFacts): void {
  if (facts.isLookOnly && !facts.readsSecrets && consequences.size === 1) {
    consequences.delete('execute');
    consequences.add('look');
  }
  if (facts.deletes) consequences.add('delete');
  if (facts.handsOver || facts.sends || facts.pushes) consequences.add('send');
  if (facts.publishes) consequences.add('publish');
  if (facts.approves) consequences.add('approve');
  if (facts.opensGuards) consequences.add('change_policy');
}

function pathsOf({ name, intentions }: CallToClassify, leaves: readonly ArgumentLeaf[]): string[] {
  const intended = intentions.flatMap((one) => (one.kind === 'path' ? [one.path, ...(one.to === undefined ? [] : [one.to])] : []));
  if (intended.length > 0) return intended;
  const movesFiles = toolNameWords(name).some((word) => NOUNS.files.has(word)) && leaves.some(({ name: one }) => one === 'from' || one === 'source' || one === 'path' || one === 'src');
  if (movesFiles) return leaves.filter(({ name: one, value, isText }) => isText && ['from', 'to', 'source', 'path', 'src', 'dst', 'dest', 'destination', 'file'].includes(one) && !value.includes('@') && !value.includes('://')).map(({ value }) => value);
  return leaves.filter(({ name: one, role, value, isText }) => isText && !value.includes('://') && (role === 'path' || ((one === 'pattern' || one === 'glob') && /^(?:\/|~|\.\.)/.test(value)))).map(({ value }) => value);
}

/** Whether a path leads out of the folder, as written; where links lead is the business of the judge of paths. */
export function leavesWorkspace(path: string, workspace: string): boolean {
  if (path.startsWith('~')) return true;
  const whole = posix.resolve(workspace, path.replaceAll('\\', '/'));
  return (/^[A-Za-z]:[\\/]/.test(path) && path !== workspace) || (whole !== workspace && !whole.startsWith(`${workspace}/`));
}

/** A home, a dotfile in it, or a folder of the system. */
export function isSystemPlace(path: string): boolean {
  return SYSTEM_PLACE.test(path);
}

const SYSTEM_PLACE = /^(?:\/\*{0,2}$|\/(?:etc|root|proc|sys|var|boot|usr|bin|sbin|lib|private|Library|Users|home)(?:\/|$)|~|[A-Za-z]:[\\/])/;

/** Looking elsewhere: up and out, into somebody's home or the system's own folders. */
function reachesElsewhere(path: string, workspace: string): boolean {
  return leavesWorkspace(path, workspace) && (path.startsWith('..') || path.includes('/../') || SYSTEM_PLACE.test(path) || isSecretPath(path));
}

function leaveWorkspace(consequences: Set<Consequence>): void {
  if (consequences.delete('write_inside') || consequences.has('modify')) consequences.add('write_outside');
}

function recipientsOf(leaves: readonly ArgumentLeaf[]): string[] {
  const named = leaves.filter(({ role, isText }) => role === 'destination' && isText).flatMap(({ value }) => value.split(/[,;]/)).map((one) => one.trim());
  const written = leaves.filter(({ role, isText }) => role !== 'payload' && role !== 'destination' && role !== 'command' && isText).flatMap(({ value }) => addressesIn(value));
  return [...new Set([...named, ...written])].filter((one) => one !== '');
}

function addressValues(leaves: readonly ArgumentLeaf[]): string[] {
  return leaves.filter(({ role, isText }) => isText && (role === 'address' || role === 'other' || role === 'destination')).flatMap(({ role, value }) => {
    const urls = urlsIn(value);
    return urls.length > 0 ? urls : role === 'address' && value.trim() !== '' ? [value.trim()] : [];
  });
}

function looksAtSecrets(name: string, consequences: ReadonlySet<Consequence>, paths: readonly string[], leaves: readonly ArgumentLeaf[]): ClassifiedCall['looksAtSecrets'] {
  if (!consequences.has('look') && !consequences.has('widen_scope')) return 'no';
  const words = toolNameWords(name);
  const isLooking = words.some((word) => LOOKS.has(word)) && !words.includes('count');
  if (isLooking && words.some((word) => CERTAIN_SECRETS.has(word))) return 'certainly';
  if (paths.some(namesSecrets) || leaves.some(({ role, value }) => role === 'command' && namesSecrets(value))) return 'certainly';
  return (isLooking && words.some((word) => NOUNS.secrets.has(word))) || paths.some(isSecretPath) ? 'perhaps' : 'no';
}
