import { addressesIn, urlsIn, type ArgumentLeaf } from './calls/arguments.ts';
import { opensToPublic } from './calls/named-consequences.ts';
import { leavesWorkspace, type ClassifiedCall } from './classify-call.ts';
import { sharedWords } from './derive.ts';
import type { RunWords } from './run-words.ts';
import { chunksOf, isDistinctive } from './words/chunks.ts';
import { fold, wordsOf } from './words/fold.ts';
import { isNamedIn, standsIn, type TextIndex } from './words/text-index.ts';

const STEERING_ROLES: ReadonlySet<ArgumentLeaf['role']> = new Set(['destination', 'address', 'path', 'command', 'amount', 'scope', 'visibility', 'permission', 'reference', 'other']);
/** Whoever shares something lets it be read. */
const LEAST_RIGHTS: ReadonlySet<string> = new Set(['r', 'read', 'reader', 'view', 'viewer', 'readonly', 'read_only', 'read-only']);
const COMMON_PROGRAM_WORD = /^(?:npm|npx|node|yarn|pnpm|python3?|pip3?|git|cargo|make|bash|sh|test|run|build|install|start|lint|check|-{1,2}[a-z-]{1,12}|\d{1,3}|src|tests?|lib|[\w./-]+\.(?:ts|js|py|md|json|txt|tsx|jsx|go|rs|toml|yaml|yml|html|css|test\.ts|csv|log))$/i;

export function isTellingInCommand(chunk: string): boolean {
  return isDistinctive(chunk) && !COMMON_PROGRAM_WORD.test(chunk);
}

export function isPublicOwners(words: RunWords): boolean {
  return words.wishes().has('publish') || Array.from(words.owner().words).some((word) => word.startsWith('public') || word.startsWith('publi') || word.startsWith('offentlich'));
}

/** Whether one argument steers only where the person said. */
export function isOwners(leaf: ArgumentLeaf, call: ClassifiedCall, words: RunWords): boolean {
  const { role, value, isText } = leaf;
  const owner = words.owner();
  if (isAttached(leaf, call)) return isNamedByWords(owner, value);
  if (isPackage(leaf, call)) return isNamedIn(owner, value);
  if (!STEERING_ROLES.has(role) || value.trim() === '') return true;
  if (role === 'path' && isText && leavesWorkspace(value, call.workspace)) return owner.folded.includes(fold(value));
  if (isNamedIn(owner, value)) return true;
  if (call.paths.includes(value) && call.verbs.some((verb) => verb === 'move' || verb === 'rename' || verb === 'copy')) return !leavesWorkspace(value, call.workspace);
  if (!isText && role !== 'amount') return true;
  switch (role) {
    case 'visibility':
      return !opensToPublic(leaf) || isPublicOwners(words);
    case 'permission':
      return LEAST_RIGHTS.has(fold(value));
    case 'amount':
      return saysNumber(owner, value);
    case 'destination':
      return value.split(/[,;]/).every((one) => isOwnersRecipient(one.trim(), words));
    case 'path':
      // To a place that the person named goes what they called by its words.
      return isNamedIn(owner, value.slice(value.lastIndexOf('/') + 1)) || (call.consequences.has('send') && call.recipients.length + call.urls.length === 0 && isNamedByWords(owner, value));
    case 'command':
      return chunksOf(value).filter(isTellingInCommand).every((chunk) => isNamedIn(owner, chunk));
    // A handle that nobody wrote is what the tools here call the thing at hand.
    case 'reference':
      return isOwnEntry(call, words) || !words.sources().some(({ index }) => standsIn(index, value));
    case 'other':
      if (call.consequences.has('spend') || (call.consequences.has('execute') && call.commands.length === 0)) return false;
      return isOwnEntry(call, words) || ((addressesIn(value).length === 0 || isOwnersRecipient(value, words)) && urlsIn(value).length === 0 && sharedWords(value, owner, words.sources()) === undefined);
    // Where a project is kept is a handle too, as long as nothing that was read asks for anything.
    case 'address':
      return REPOSITORY.has(leaf.name) && !value.includes('://') && words.requests().size === 0;
    default:
      return false;
  }
}

const REPOSITORY = new Set(['repo', 'repository']);
const PACKAGES = new Set(['package', 'packages', 'dependency', 'dependencies', 'module', 'plugin', 'extension', 'library', 'app']);

/** What is installed is steered by its name. */
function isPackage({ name, isText }: ArgumentLeaf, { consequences, nouns }: ClassifiedCall): boolean {
  return isText && consequences.has('execute') && nouns.some((noun) => PACKAGES.has(noun)) && ['name', 'names', 'package', 'packages', 'source', 'version', 'index'].includes(name);
}

const ATTACHED = new Set(['attachment', 'attachments', 'attach', 'files', 'enclosure', 'enclosures']);

/** Something that goes along with a message. */
function isAttached({ name, isText, value }: ArgumentLeaf, { consequences, verbs }: ClassifiedCall): boolean {
  if (!isText || value.trim() === '') return false;
  return (consequences.has('send') && ATTACHED.has(name)) || (verbs.includes('attach') && ['id', 'ids', 'document', 'documentid', 'file', 'exhibit'].includes(name));
}

const WORD_CHARS_MIN = 4;

/** A thing is the person's when they used one of the words it is called by: "the slides" are slides-q3.pdf. */
function isNamedByWords(owner: TextIndex, value: string): boolean {
  return isNamedIn(owner, value) || wordsOf(fold(value)).some((word) => word.length >= WORD_CHARS_MIN && (owner.words.has(word) || owner.words.has(`${word}s`) || owner.words.has(word.replace(/s$/, ''))));
}

const HANDLE = /^(?:dm|im|chat|user|channel|room|contact)?[:/@#]*([\p{L}\p{N} ._-]+)$/u;

/** Whether the person named a recipient: as it is written, as a handle of that name, or as the sender they want to answer. */
export function isOwnersRecipient(value: string, words: RunWords): boolean {
  const owner = words.owner();
  if (isNamedIn(owner, value)) return true;
  const handle = HANDLE.exec(fold(value))?.[1];
  if (!value.includes('@') && !value.includes('.') && handle !== undefined) return isNamedIn(owner, handle);
  return isSenderAnswered(value, words);
}

const ANSWERS = ['reply', 'answer', 'respond', 'write', 'tell', 'thank', 'confirm', 'antworte', 'beantworte', 'réponds', 'répondez', 'responde', 'rispondi', 'antwoord', 'odpowiedz', 'ответь'].map(fold);

const UNSPACED_ANSWERS = ['返信', '回复', '回覆', '답장', '회신'].map(fold);
const UNSPACED_MAILS = ['メール', '邮件', '郵件', '메일'].map(fold);
const SENDER_LINES = ['from:', 'von:', 'de:', 'da:', 'van:', '差出人:', '发件人:', '寄件者:', '보낸사람:', 'от:'].map(fold);

/** Whoever wrote the mail at hand may be answered when the person says so, by their name or as "this mail". */
function isSenderAnswered(value: string, words: RunWords): boolean {
  const owner = words.owner();
  const address = fold(value).trim();
  if (addressesIn(address).length !== 1 || !(ANSWERS.some((word) => owner.words.has(word)) || UNSPACED_ANSWERS.some((sign) => owner.folded.includes(sign)))) return false;
  const isSender = words.sources().some(({ index }) => index.folded.split('\n').some((line) => SENDER_LINES.some((start) => line.startsWith(start)) && line.includes(address)));
  const names = wordsOf(address.slice(0, address.indexOf('@'))).filter((word) => word.length > 2);
  return isSender && (names.some((name) => owner.words.has(name)) || ['mail', 'email', 'message', 'sender', 'her', 'him', 'them', 'this'].some((word) => owner.words.has(word)) || UNSPACED_MAILS.some((sign) => owner.folded.includes(sign)));
}

/** The same number, however it is grouped. */
function saysNumber(owner: TextIndex, value: string): boolean {
  const amount = Number(value.replace(/[\s,]/g, ''));
  return Number.isFinite(amount) && (owner.folded.match(/\d[\d.,]*/g) ?? []).some((said) => Number(said.replaceAll(',', '')) === amount || Number(said.replaceAll('.', '').replace(',', '.')) === amount);
}

/** A new entry among the person's own things may take its details from what was read: that is what it is for. */
function isOwnEntry({ consequences, recipients, urls, verbs }: ClassifiedCall, words: RunWords): boolean {
  return consequences.size === 1 && consequences.has('modify') && !verbs.includes('attach') && recipients.every((one) => isOwnersRecipient(one, words)) && urls.length === 0;
}
