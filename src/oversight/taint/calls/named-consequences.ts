import type { Consequence } from '../../../contracts/index.ts';
import { fold } from '../words/fold.ts';
import { actionOf, type ArgumentLeaf } from './arguments.ts';
import { ACTS, LOOKED_AT, LOOKS, NOUNS, toolNameWords } from './name-words.ts';

const CHANGES: ReadonlySet<Consequence> = new Set<Consequence>(['modify', 'delete', 'send', 'delegate', 'remember', 'execute']);
const ASKS_A_PERSON = new Set(['request', 'ask', 'propose', 'suggest']);

/** What a tool does that is known only by its name: verbs first, then what they are done to. */
export function consequencesOfName(name: string, leaves: readonly ArgumentLeaf[]): Set<Consequence> {
  const words = [...toolNameWords(actionOf(leaves)), ...toolNameWords(name)];
  const has = (nouns: ReadonlySet<string>): boolean => words.some((word) => nouns.has(word));
  const isLook = words.some((word) => LOOKS.has(word));
  const acts = new Set(words.flatMap((word) => ACTS.get(word) ?? []));
  const found = new Set<Consequence>();
  if (has(NOUNS.audit) && (has(NOUNS.auditLogs) || words.length === 1 || acts.size > 0 || isLook)) return found.add('change_policy');
  if (words.some((word) => word === 'approval' || word === 'approvals') && words.some((word) => ASKS_A_PERSON.has(word))) return found.add('answer');
  if (words.includes('confirm') && words.some((word) => ['booking', 'order', 'payment', 'purchase', 'reservation', 'transfer', 'checkout'].includes(word))) return found.add('spend');
  if (words.includes('rsvp') || (words.some((word) => INVITATIONS.has(word)) && words.some((word) => ['respond', 'answer', 'accept', 'decline'].includes(word)))) return found.add('modify');
  if (answersServer(words)) return found.add('send');
  if (isForThePerson(words, leaves)) return found.add('answer');
  if (acts.has('approve') || (words.some((word) => word === 'approval' || word === 'approvals') && words.some((word) => ['resolve', 'grant', 'give', 'confirm', 'accept', 'answer', 'respond', 'complete', 'sign', 'forge'].includes(word))) || (words.includes('sign') && words.includes('off')) || (words[0] === 'confirm' && !has(NOUNS.money))) return found.add('approve');
  if (isUsualCheck(words, leaves)) return found.add('look');
  const git = words[0] === 'git' ? gitConsequence(words[1]) : undefined;
  if (git !== undefined) return found.add(git);
  const first = words[0] ?? '';
  // "get", "read" and the like rule what stands beside them: "get_order" orders nothing.
  if ((LOOKS.has(first) && !LOOKED_AT.has(first)) || (isLook && acts.size === 0)) return found.add(isWeb(words, leaves) ? 'fetch' : 'look');
  for (const act of acts) for (const one of refined(act, words, leaves)) found.add(one);
  if (found.size > 0) return found;
  return found.add(isLook ? 'look' : byNoun(words, leaves));
}

const INVITATIONS = new Set(['invite', 'invites', 'invitation', 'invitations']);

/** What a server of tools asks for goes to that server, not to the person. */
function answersServer(words: readonly string[]): boolean {
  return words.some((word) => SERVER_ASKS.has(word)) && words.some((word) => REPLIES.has(word));
}

const SERVER_ASKS = new Set(['elicit', 'elicitation', 'sampling', 'sample', 'roots', 'completion', 'oauth']);
const REPLIES = new Set(['reply', 'response', 'respond', 'answer', 'result', 'accept', 'submit', 'return', 'create', 'callback']);

const GIT_LOOKS = new Set(['log', 'status', 'diff', 'show', 'blame', 'branches', 'history', 'grep']);

function gitConsequence(word: string | undefined): Consequence | undefined {
  if (word === undefined) return undefined;
  if (GIT_LOOKS.has(word)) return 'look';
  return word === 'checkout' || word === 'reset' || word === 'stash' || word === 'tag' ? 'modify' : undefined;
}

/** The checks of a project, called by their name and without words of anybody's. */
function isUsualCheck(words: readonly string[], leaves: readonly ArgumentLeaf[]): boolean {
  return words[0] === 'run' && words.length > 1 && words.slice(1).every((word) => ['test', 'tests', 'lint', 'linter', 'typecheck', 'checks', 'check', 'unit', 'suite'].includes(word)) && leaves.every(({ role, isText }) => !isText || role === 'path');
}

/** Things said or asked to whoever sits at the desk. */
function isForThePerson(words: readonly string[], leaves: readonly ArgumentLeaf[]): boolean {
  if (leaves.some(({ role }) => role === 'destination' || role === 'address')) return false;
  if (words.some((word) => ['user', 'person', 'human', 'owner'].includes(word)) && words.some((word) => ['notify', 'message', 'tell', 'ask', 'inform', 'prompt', 'alert', 'show', 'answer', 'respond', 'reply', 'escalate'].includes(word))) return true;
  if (words[0] === 'return' && words.some((word) => word === 'result' || word === 'results' || word === 'answer' || word === 'output')) return true;
  return words.includes('final') || (words.includes('answer') && words.some((word) => ['submit', 'give', 'write', 'send', 'return'].includes(word))) || words[0] === 'elicit' || words[0] === 'ask' || words[0] === 'clarify' || words[0] === 'present';
}

function isWeb(words: readonly string[], leaves: readonly ArgumentLeaf[]): boolean {
  if (words.some((word) => NOUNS.secrets.has(word))) return false;
  return words.some((word) => NOUNS.web.has(word)) || leaves.some(({ role, value }) => role === 'address' && /^[^\s/@]+\.[^\s/@]+|:\/\//.test(value));
}

function refined(act: Consequence, words: readonly string[], leaves: readonly ArgumentLeaf[]): Consequence[] {
  const has = (nouns: ReadonlySet<string>): boolean => words.some((word) => nouns.has(word));
  const verb = (...verbs: readonly string[]): boolean => words.some((word) => verbs.includes(word));
  const isPolicy = has(NOUNS.policy) || verb('elevate', 'impersonate', 'override', 'revoke', 'grant', 'escalate', 'promote') || (has(NOUNS.tools) && verb('register', 'add', 'install', 'enable', 'connect', 'trust', 'set', 'update'));
  if (CHANGES.has(act) && isPolicy && !verb('send', 'forward') && !(verb('rule', 'rules') && leaves.some(({ role }) => role === 'destination'))) return ['change_policy'];
  if (CHANGES.has(act) && verb(...BOUNDS) && verb('set', 'add', 'change', 'update', 'raise', 'widen', 'extend')) return ['change_policy'];
  // A choice that is kept is asked no more.
  if (verb('decision', 'decisions', 'choice') && (act === 'remember' || leaves.some(({ value }) => /^(?:allow|approv|always|grant)/i.test(value.trim())))) return ['change_policy'];
  if (CHANGES.has(act) && verb('config', 'configuration', 'setting', 'settings', 'option', 'options', 'preference', 'preferences', 'flag') && leaves.some(isAboutPolicy)) return ['change_policy'];
  if (verb('filter', 'filters', 'rule', 'rules') && leaves.some(({ role }) => role === 'destination')) return ['send'];
  if (act === 'execute' && words.includes('run') && words.some((word) => LOOKS.has(word) && word !== 'check')) return ['look'];
  if (act === 'delegate') return ['delegate'];
  if (words.includes('http') && verb('put', 'patch', 'delete', 'post')) return ['send'];
  if (act === 'send' && (has(NOUNS.money) && leaves.some(({ role }) => role === 'amount'))) return ['spend'];
  if (act === 'modify' && verb('draft', 'compose', 'generate', 'bookmark', 'favourite', 'favorite', 'highlight')) return ['note'];
  if (act === 'send' && verb('accept', 'decline', 'draft')) return verb('draft') ? ['note'] : ['modify'];
  if (verb('export', 'dump', 'backup') && verb('all', 'everything', 'bulk', 'full', 'entire')) return ['modify', 'send'];
  if (act === 'send' && verb('export', 'backup', 'submit') && !leaves.some(({ role, value }) => role === 'destination' || role === 'address' || value.includes('://'))) return verb('submit') ? ['send'] : ['write_inside'];
  if (act !== 'modify') return [act];
  if (has(NOUNS.tools) && verb('write', 'save', 'store', 'edit', 'create')) return ['write_inside'];
  if (has(NOUNS.agents) && verb('create', 'add', 'start', 'new') && !words.includes('task')) return ['delegate'];
  if (has(NOUNS.memory) && verb('write', 'save', 'store', 'add', 'update', 'set', 'append', 'create', 'put', 'insert', 'upsert')) return ['remember'];
  if (verb('transfer')) return has(NOUNS.files) ? ['send'] : leaves.some(({ role }) => role === 'amount') || has(NOUNS.money) ? ['spend'] : ['send'];
  if (has(NOUNS.money) && verb('create', 'add', 'place', 'set', 'subscribe', 'accept', 'sign')) return ['spend'];
  if (verb('book') || (verb('subscribe') && leaves.some(({ role }) => role === 'amount'))) return ['spend'];
  if (verb('post')) return has(NOUNS.public) ? ['publish'] : ['send'];
  if (verb('fill') && leaves.some(({ role }) => role === 'address')) return ['send'];
  if (verb('copy', 'compress', 'apply') && (has(NOUNS.files) || leaves.some(({ role }) => role === 'path')) && !leaves.some(({ value }) => value.includes('://') || value.includes('@'))) return ['write_inside'];
  if (verb('set', 'create') && verb('reply', 'responder', 'autoreply')) return ['modify'];
  if (verb('reply')) return isToThePerson(words, leaves) ? ['answer'] : ['send'];
  if (verb('comment', 'sync', 'replicate', 'mirror', 'push') || (verb('add') && verb('collaborator')) || (verb('invite') && !has(NOUNS.calendar))) return ['send'];
  if (has(NOUNS.notes) && verb('write', 'add', 'create', 'save', 'update', 'append', 'set')) return ['note'];
  if (has(NOUNS.mail) && verb('create', 'compose', 'write') && !words.includes('draft')) return ['send'];
  if (has(NOUNS.web) && verb('open', 'load')) return ['fetch'];
  if (verb('patch') && verb('apply')) return ['write_inside'];
  if (verb('open', 'load', 'select') && words.length <= 2 && !verb('app', 'application', 'door')) return leaves.some(({ role, value }) => role === 'address' && value.includes('://')) ? ['fetch'] : ['look'];
  // Pages and cells live in somebody's application, not in the folder.
  if (verb('update', 'edit', 'set') && verb('page', 'cell', 'sheet', 'spreadsheet', 'wiki', 'row') && !leaves.some(({ role }) => role === 'path')) return ['modify'];
  if (verb('write', 'edit', 'append', 'patch', 'replace', 'insert', 'save', 'create', 'update', 'put') && (has(NOUNS.files) || leaves.some(({ role }) => role === 'path') || (words.length === 1 && words[0] !== 'update' && words[0] !== 'put'))) return ['write_inside'];
  return ['modify'];
}

function isToThePerson(words: readonly string[], leaves: readonly ArgumentLeaf[]): boolean {
  return !words.some((word) => NOUNS.mail.has(word)) && !leaves.some(({ role }) => role === 'destination' || role === 'reference' || role === 'address');
}

function byNoun(words: readonly string[], leaves: readonly ArgumentLeaf[]): Consequence {
  const has = (nouns: ReadonlySet<string>): boolean => words.some((word) => nouns.has(word));
  if (words.length > 0 && words.every((word) => ['final', 'user', 'to', 'the', 'task', 'message'].includes(word) || NOUNS.answer.has(word)) && has(NOUNS.answer)) return isToThePerson([], leaves) ? 'answer' : 'send';
  if (words.includes('task') && leaves.some(({ name }) => name === 'prompt' || name === 'task' || name === 'instructions')) return 'delegate';
  if (has(NOUNS.shell) || (words.length === 1 && words[0] === 'make')) return 'execute';
  if (has(NOUNS.mail)) return 'send';
  if (has(NOUNS.public)) return 'publish';
  if (has(NOUNS.policy)) return 'change_policy';
  if (has(NOUNS.money)) return 'spend';
  if (has(NOUNS.memory)) return leaves.some(({ role }) => role === 'payload') ? 'remember' : 'look';
  if (words.some((word) => ['telemetry', 'analytics', 'metrics', 'tracking', 'beacon'].includes(word))) return 'send';
  if (has(NOUNS.notes)) return 'note';
  if (words.some((word) => ['fetch', 'http', 'browse', 'navigate', 'download', 'crawl', 'scrape', 'goto', 'visit', 'wget', 'curl', 'ping', 'resolve', 'nslookup', 'dig', 'dns', 'url', 'web', 'browser'].includes(word))) return 'fetch';
  if (has(NOUNS.answer)) return leaves.some(({ role, value }) => role === 'reference' || role === 'destination' || role === 'address' || /\S@\S/.test(value)) && !words.includes('answer') ? 'send' : 'answer';
  if (has(NOUNS.calendar)) return 'modify';
  return 'unknown';
}

/** What keeps the run within bounds. */
const BOUNDS = ['scope', 'clearance', 'root', 'roots', 'domains', 'egress', 'approver', 'approvers', 'allow', 'allowed', 'limit', 'autonomy'];
const GUARD_STEMS = ['approv', 'guard', 'allow', 'egress', 'clearance', 'permit', 'whitelist', 'denylist'];

/** Whether an argument names something that guards the run. */
function isAboutPolicy({ name, value }: ArgumentLeaf): boolean {
  return toolNameWords(`${name} ${value}`).some((word) => NOUNS.policy.has(word) || NOUNS.audit.has(word) || GUARD_STEMS.some((stem) => word.startsWith(stem)));
}

const OUTGOING_METHODS = new Set(['post', 'put', 'patch', 'delete']);
const PUBLIC_VALUES = new Set(['public', 'world', 'anyone', 'everyone', 'internet', 'anyonewithlink', 'anyonewiththelink', 'open', 'unlisted', 'publicread', 'anonymous', 'all']);
const WIDE_VALUES = new Set(['all', 'any', 'global', 'everything', 'everyone', 'firm', 'firmwide', 'tenant', 'organisation', 'organization', 'org', 'company', 'root', 'allmatters', 'allclients', 'alllibraries', 'alltenants', 'crossmatter', 'workspacewide', 'other', 'others', 'entire', 'full', 'unrestricted', 'allusers', 'every', 'companywide', 'orgwide', 'system']);
const OWN_VALUES = new Set(['matter', 'currentmatter', 'thismatter', 'current', 'this', 'same', 'own', 'self', 'mine', 'here', 'default', 'local', 'me', 'private', 'active', 'session', 'workspace', 'project', 'file', 'document', 'folder', 'selection', 'inbox', 'run']);

const plain = (value: string): string => fold(value).replace(/[^\p{L}\p{N}*]/gu, '');

/** Whether an argument opens something to everybody. */
export function opensToPublic({ name, role, value }: ArgumentLeaf): boolean {
  if (role !== 'visibility') return false;
  if (name === 'private') return plain(value) === 'false';
  return PUBLIC_VALUES.has(plain(value)) || ((name === 'public' || name === 'ispublic' || name === 'published' || name === 'anyone') && plain(value) === 'true');
}

/** Whether an argument keeps something among those who already see it. */
export function keepsPrivate({ name, role, value }: ArgumentLeaf): boolean {
  return role === 'visibility' && (['private', 'internal', 'team', 'draft', 'restricted', 'me', 'owner', 'invited'].includes(plain(value)) || (name.endsWith('public') && plain(value) === 'false'));
}

/** Whether an argument reaches for more than what is being worked on. */
export function widensScope({ name, role, value, isText }: ArgumentLeaf): boolean {
  if (role !== 'scope') return /^(?:all|cross|every|any)(?:matters?|tenants?|clients?|libraries|users|workspaces?)$/.test(name) && plain(value) === 'true';
  if (!isText) return plain(value) === 'true';
  const bare = plain(value);
  return bare === '*' || WIDE_VALUES.has(bare) || bare.includes('*') || (!OWN_VALUES.has(bare) && SEPARATE_PLACES.has(name));
}

/** Another one of these is another person's business, whatever it is called. */
const SEPARATE_PLACES = new Set(['matter', 'matterid', 'matters', 'tenant', 'tenantid', 'client', 'clientid', 'case', 'caseid', 'organisation', 'organization', 'org', 'orgid', 'workspace', 'workspaceid', 'library', 'libraryid', 'libraries', 'users']);

/** The work at hand itself. */
export function isOwnPlace(value: string): boolean {
  return OWN_VALUES.has(plain(value));
}

export function isOutgoingMethod({ name, value }: ArgumentLeaf): boolean {
  return (name === 'method' || name === 'verb' || name === 'httpmethod') && OUTGOING_METHODS.has(plain(value));
}
