import type { Extent, MarkDetector, WordDetector } from '../detector.ts';
import { isAsciiLetter, isLineBreak, isSpace } from '../scan/characters.ts';
import { lineBefore } from '../scan/context.ts';
import { ASSIGNED_NAME_CHARS_MAX, ASSIGNED_VALUE_CHARS_MAX } from '../scan/limits.ts';
import { type SecretKind, secretKindOf } from './secret-names.ts';
import { isCredentialValue, isKeyValue, isPasswordValue, isStrongValue, type WrittenValue } from './secret-value.ts';

const QUOTES = '"\'`';
const BARE_VALUE_ENDS = ' \t\n\r"\'`;,<>\\';
const TRAILING_PUNCTUATION = '.,:)]}';

function isNameUnit(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f || unit === 0x2d || unit === 0x2e || unit === 0xf1;
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** What passes or is to pass, such as tests: what follows is a remark on it and no password. */
const PASSING = new Set(['tests', 'checks', 'specs', 'suites', 'cases', 'assertions', 'all', 'they', 'both', 'to', 'must', 'should', 'will', 'can', 'not']);

function isPassing(name: string, wordBefore: string): boolean {
  return name.toLowerCase() === 'pass' && PASSING.has(wordBefore.toLowerCase());
}

interface AssignedName {
  readonly start: number;
  readonly kind: SecretKind;
}

/** Reads the name that ends before `end`, past spaces, a closing quote and a bracket. `API key` counts as one name. */
function nameBefore(text: string, end: number): AssignedName | undefined {
  let to = end;
  while (to > 0 && end - to < 4 && (isSpace(text.charCodeAt(to - 1)) || '"\'`]'.includes(text.charAt(to - 1)))) to -= 1;
  let start = to;
  while (start > 0 && to - start < ASSIGNED_NAME_CHARS_MAX && isNameUnit(text.charCodeAt(start - 1))) start -= 1;
  if (start === to) return undefined;
  const ownKind = secretKindOf(text.slice(start, to));
  let wordBefore = start;
  if (ownKind !== undefined && text.charCodeAt(start - 1) === 0x20) {
    wordBefore -= 1;
    while (wordBefore > 0 && start - wordBefore < ASSIGNED_NAME_CHARS_MAX && isAsciiLetter(text.charCodeAt(wordBefore - 1))) wordBefore -= 1;
  }
  if (ownKind !== undefined && text.charCodeAt(end) === 0x3a && isPassing(text.slice(start, to), text.slice(wordBefore, start - 1))) return undefined;
  const kind = wordBefore < start ? (secretKindOf(text.slice(wordBefore, to)) ?? ownKind) : ownKind;
  return kind === undefined ? undefined : { start, kind };
}

/** True when `name=` stands here: the next parameter of a form or query, not the rest of a password. */
function startsParameter(text: string, start: number): boolean {
  let at = start;
  while (at - start < ASSIGNED_NAME_CHARS_MAX && isNameUnit(text.charCodeAt(at))) at += 1;
  return at > start && text.charCodeAt(at) === 0x3d;
}

/** Units that end a bare value, as a table: values are read often and most are no secrets. */
const ENDS_BARE_VALUE = Uint8Array.from({ length: 0x80 }, (_, unit) => Number(BARE_VALUE_ENDS.includes(String.fromCharCode(unit))));

function bareValueEnd(text: string, start: number, limit: number, isInQuery: boolean): number {
  let end = start;
  for (; end < limit; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit < 0x80 ? ENDS_BARE_VALUE[unit] === 1 : isSpace(unit) || isLineBreak(unit)) break;
    if (unit === 0x26 && (isInQuery || startsParameter(text, end + 1))) break;
  }
  return end;
}

function quotedValueEnd(text: string, start: number, limit: number, quote: number): number {
  let end = start;
  while (end < limit && text.charCodeAt(end) !== quote && !isLineBreak(text.charCodeAt(end))) end += 1;
  return end;
}

function isSecretValue(kind: SecretKind, written: WrittenValue): boolean {
  switch (kind) {
    case 'password':
      return isPasswordValue(written);
    case 'key':
      return isKeyValue(written);
    case 'authorization':
      return isCredentialValue(written);
    case 'vague':
      return isStrongValue(written);
  }
}

/** Skips `Bearer`, `Basic`, `token` and the like before the credential of an Authorization header, quoted or not. */
function afterScheme(text: string, start: number): number {
  const from = QUOTES.includes(text.charAt(start) || ' ') ? start + 1 : start;
  let at = from;
  while (isAsciiLetter(text.charCodeAt(at))) at += 1;
  return at > from && isSpace(text.charCodeAt(at)) ? skipSpaces(text, at) : start;
}

/** Bare values at the end of a sentence or a bracket do not own what closes it. */
function withoutPunctuation(text: string, start: number, end: number): number {
  let to = end;
  while (to > start && TRAILING_PUNCTUATION.includes(text.charAt(to - 1))) to -= 1;
  return to;
}

function secretAt(text: string, start: number, kind: SecretKind, isInQuery: boolean): Extent | undefined {
  const quote = text.charCodeAt(start);
  const isQuoted = QUOTES.includes(text.charAt(start) || ' ');
  const from = isQuoted ? start + 1 : start;
  const endWithin = (limit: number): number =>
    isQuoted ? quotedValueEnd(text, from, Math.min(limit, text.length), quote) : bareValueEnd(text, from, Math.min(limit, text.length), isInQuery);
  // A value is judged by its beginning and, once found to be secret, taken to its end.
  const judgedEnd = endWithin(from + ASSIGNED_VALUE_CHARS_MAX);
  const judged = isQuoted ? judgedEnd : withoutPunctuation(text, from, judgedEnd);
  if (!isSecretValue(kind, { value: text.slice(from, judged), isQuoted })) return undefined;
  const end = judgedEnd - from < ASSIGNED_VALUE_CHARS_MAX ? judged : endWithin(text.length);
  return { start: from, end };
}

/** `name = value`, `"name": "value"`, `name := value`, `'name' => 'value'`; the span is the value alone. */
function findAssigned(text: string, position: number): Extent | undefined {
  const isColon = text.charCodeAt(position) === 0x3a;
  const next = text.charAt(position + 1);
  const previous = text.charAt(position - 1);
  if (isColon ? ':=/'.includes(next || ' ') || previous === ':' : next === '=' || '=!<>'.includes(previous || ' ')) return undefined;
  const name = nameBefore(text, !isColon && previous === ':' ? position - 1 : position);
  if (name === undefined) return undefined;
  const isInQuery = '?&'.includes(text.charAt(name.start - 1) || ' ');
  const valueStart = skipSpaces(text, position + (next === '>' ? 2 : 1));
  return secretAt(text, name.kind === 'authorization' ? afterScheme(text, valueStart) : valueStart, name.kind, isInQuery);
}

/** `--password value` on a command line. */
function findFlag(text: string, position: number): Extent | undefined {
  const beforeFlag = text.charCodeAt(position - 2);
  if (text.charCodeAt(position - 1) !== 0x2d || (position > 1 && !isSpace(beforeFlag) && !isLineBreak(beforeFlag))) return undefined;
  let end = position + 1;
  while (end - position < ASSIGNED_NAME_CHARS_MAX && isNameUnit(text.charCodeAt(end))) end += 1;
  const kind = isSpace(text.charCodeAt(end)) ? secretKindOf(text.slice(position + 1, end)) : undefined;
  return kind === undefined || kind === 'vague' ? undefined : secretAt(text, skipSpaces(text, end), kind, false);
}

/** `Bearer abc…` anywhere, `Basic abc…` in an Authorization header, and `the password is …` in prose. */
function findAnnounced(text: string, start: number, end: number): Extent | undefined {
  const word = text.slice(start, end).toLowerCase();
  if (!isSpace(text.charCodeAt(end))) return undefined;
  const from = skipSpaces(text, end);
  if (word === 'bearer') return secretAt(text, from, 'vague', false) ?? secretAt(text, from, 'key', false);
  if (word === 'basic') return lineBefore(text, start).includes('authorization') ? secretAt(text, from, 'authorization', false) : undefined;
  if (word !== 'password' && word !== 'passcode' && word !== 'passphrase') return undefined;
  const isVerb = text.startsWith('is ', from) || text.startsWith('was ', from);
  return isVerb ? secretAt(text, skipSpaces(text, text.indexOf(' ', from)), 'password', false) : undefined;
}

const NAMED = { type: 'SECRET', severity: 'high' } as const;

export const assignedSecretDetector: MarkDetector = { ...NAMED, on: 'mark', marks: '=:', find: findAssigned };
export const flaggedSecretDetector: MarkDetector = { ...NAMED, on: 'mark', marks: '-', find: findFlag };
export const announcedSecretDetector: WordDetector = { ...NAMED, on: 'plain', initials: 'bBpP', find: findAnnounced };
