import type { Extent, MarkDetector } from '../detector.ts';
import {
  charKind,
  CharKind,
  digitValue,
  isAsciiLetter,
  isDash,
  isDot,
  isHexDigit,
  isInvisible,
  isUnspacedScript,
  isWordUnit,
} from '../scan/characters.ts';
import { lineBefore } from '../scan/context.ts';
import { MAIL_DOMAIN_CHARS_MAX, MAIL_LOCAL_CHARS_MAX } from '../scan/limits.ts';

const LOCAL_MARKS = ".%+-'";
const ENCODED_AT = '%40';
const LOCAL_ESCAPES = new Set(['2B', '2D', '2E', '5F']);

/** Endings of file names that no registry has delegated: `logo@2x.png` is a picture. */
const FILE_ENDINGS = new Set(
  (
    'png jpg jpeg gif svg webp ico css scss less js jsx ts tsx json html htm xml yaml yml toml txt pdf exe dll gz tgz jar whl ' +
    'lock log map localhost localdomain'
  ).split(' '),
);

function isLabelUnit(unit: number): boolean {
  return (isWordUnit(unit) && unit !== 0x5f) || isUnspacedScript(unit) || isInvisible(unit);
}

function isLocalUnit(unit: number): boolean {
  return isLabelUnit(unit) || unit === 0x5f || LOCAL_MARKS.includes(String.fromCharCode(unit));
}

/** Where `"jane doe"` begins when the local part is quoted; -1 when no quote opens on this line. */
function quotedLocalStart(text: string, at: number): number {
  for (let start = at - 2; start >= 0 && at - start <= MAIL_LOCAL_CHARS_MAX; start -= 1) {
    const unit = text.charCodeAt(start);
    if (unit === 0x22) return start + 1 < at - 1 && !isWordUnit(text.charCodeAt(start - 1)) ? start : -1;
    if (unit === 0x0a || unit === 0x3a) return -1;
  }
  return -1;
}

/**
 * Escapes end what stands before a local part: `%20` in a URL, except those of characters that belong in one (and
 * `%de`, which is no ASCII character and may be part of a name), and the letter of a `\n` in quoted source.
 */
function afterEscapes(text: string, start: number, at: number): number {
  for (let back = at - 3; back >= start; back -= 1) {
    const isEscape = text.charCodeAt(back) === 0x25 && '01234567'.includes(text.charAt(back + 1)) && isHexDigit(text.charCodeAt(back + 2));
    if (isEscape && !LOCAL_ESCAPES.has(text.slice(back + 1, back + 3).toUpperCase())) return back + 3;
  }
  return text.charCodeAt(start - 1) === 0x5c && 'nrt'.includes(text.charAt(start)) ? start + 1 : start;
}

function localStart(text: string, at: number): number {
  if (text.charCodeAt(at - 1) === 0x22) return quotedLocalStart(text, at);
  let start = at;
  while (start > 0 && at - start < MAIL_LOCAL_CHARS_MAX && isLocalUnit(text.charCodeAt(start - 1))) start -= 1;
  // Prose in a script without spaces runs into an ASCII address; an address wholly in that script stays whole.
  if (!isUnspacedScript(text.charCodeAt(at - 1))) {
    for (let back = at - 1; back >= start; back -= 1) if (isUnspacedScript(text.charCodeAt(back))) start = back + 1;
  }
  start = afterEscapes(text, start, at);
  while (start < at && (".'-".includes(text.charAt(start)) || isInvisible(text.charCodeAt(start)))) start += 1;
  if (start === at || text.charCodeAt(at - 1) === 0x2e || text.slice(start, at).includes('..')) return -1;
  return start;
}

/** `https://user:pass@host` and `ssh://git@host` hold credentials, not mail addresses. */
function isUrlUserInfo(text: string, start: number): boolean {
  const before = lineBefore(text, start, MAIL_DOMAIN_CHARS_MAX);
  const scheme = before.lastIndexOf('://');
  if (scheme < 0) return false;
  for (let at = scheme + 3; at < before.length; at += 1) if (' /?#"\'<>'.includes(before.charAt(at))) return false;
  return true;
}

function isTopLevel(label: string): boolean {
  if (label.startsWith('xn--')) return label.length > 4;
  if (label.length < 2 || FILE_ENDINGS.has(label.toLowerCase())) return false;
  for (let at = 0; at < label.length; at += 1) if (digitValue(label.charCodeAt(at)) >= 0 || isDash(label.charCodeAt(at))) return false;
  return true;
}

/** Cuts prose that runs into the last label: a script without spaces, a new sentence, or a hyphenated word. */
function trimLabel(label: string, isFirst: boolean, previous: string): string {
  let end = label.length;
  if (isAsciiLetter(label.charCodeAt(0))) {
    for (let at = 1; at < label.length; at += 1) if (isUnspacedScript(label.charCodeAt(at))) return label.slice(0, at);
  }
  if (!isFirst && previous === previous.toLowerCase() && label.charAt(0) !== label.charAt(0).toLowerCase()) return '';
  if (!isFirst && !label.startsWith('xn--')) end = label.indexOf('-') < 0 ? end : label.indexOf('-');
  return label.slice(0, end);
}

function isVersion(labels: readonly string[]): boolean {
  return labels.slice(0, 2).every((label) => label !== '' && Number.isInteger(Number(label)));
}

/** Where a domain of two or more labels that starts here ends; -1 when there is none. */
function domainEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && end - start < MAIL_DOMAIN_CHARS_MAX) {
    const unit = text.charCodeAt(end);
    if (!isLabelUnit(unit) && unit !== 0x2d && !isDot(unit)) break;
    end += 1;
  }
  const raw = text.slice(start, end);
  const labels: string[] = [];
  let position = 0;
  for (const label of raw.replaceAll('．', '.').split('.')) {
    if (label === '' || label.startsWith('-')) break;
    labels.push(label);
    position += label.length + 1;
  }
  if (labels.length < 2 || isVersion(labels)) return -1;
  let length = position - 1;
  while (labels.length >= 2) {
    const label = labels.at(-1) ?? '';
    const trimmed = trimLabel(label, false, labels.at(-2) ?? '');
    length -= label.length - trimmed.length;
    if (isTopLevel(trimmed)) return start + length;
    length -= trimmed.length + 1;
    labels.pop();
  }
  return -1;
}

/** The end of `[192.0.2.1]`, a domain given as an address; -1 when there is none. */
function literalEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== 0x5b) return -1;
  const end = text.slice(start, start + MAIL_LOCAL_CHARS_MAX).indexOf(']');
  const inside = text.slice(start + 1, start + Math.max(end, 1));
  return inside.length > 0 && [...inside].every((char) => '0123456789.:abcdefABCDEFIPv'.includes(char)) ? start + end + 1 : -1;
}

/** `git@host:owner/repository` names a place to clone from. */
function isRemotePath(text: string, end: number): boolean {
  if (text.charCodeAt(end) !== 0x3a || charKind(text.charCodeAt(end + 1)) === CharKind.DIGIT) return false;
  for (let at = end + 1; at < end + MAIL_LOCAL_CHARS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x2f) return true;
    if (!isWordUnit(unit) && !'.-~'.includes(text.charAt(at))) return false;
  }
  return false;
}

function find(text: string, position: number): Extent | undefined {
  const isEncoded = text.charCodeAt(position) === 0x25;
  if (isEncoded && !text.startsWith(ENCODED_AT, position)) return undefined;
  const afterAt = position + (isEncoded ? ENCODED_AT.length : 1);
  const start = localStart(text, position);
  if (start < 0 || text.charCodeAt(start - 1) === 0x40) return undefined;
  const end = Math.max(domainEnd(text, afterAt), literalEnd(text, afterAt));
  if (end < 0 || isUrlUserInfo(text, start) || isRemotePath(text, end)) return undefined;
  // Underscores on both sides are emphasis in Markdown, although a local part may begin with one.
  const isEmphasised = text.charCodeAt(start) === 0x5f && text.charCodeAt(end) === 0x5f;
  return { start: isEmphasised ? start + 1 : start, end };
}

export const emailDetector: MarkDetector = { type: 'EMAIL', severity: 'medium', on: 'mark', marks: '@＠%', find };
