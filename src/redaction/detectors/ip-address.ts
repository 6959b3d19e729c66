import type { Extent, MarkDetector, NumberDetector, WordDetector } from '../detector.ts';
import { continuesHexGroups, isDash, isHexDigit, isWordUnit } from '../scan/characters.ts';
import { isLabelled, labelSet } from '../scan/context.ts';
import { type DigitRun, Gap } from '../scan/digit-run.ts';

/** Numbering that looks like an address: versions, sections, object identifiers. */
const NUMBERING_NOUNS = [
  'version', 'ver', 'v', 'release', 'rel', 'build', 'rev', 'revision', 'firmware', 'driver', 'section', 'sec', 'clause', 'chapter',
  'rule', 'article', 'art', 'para', 'paragraph', 'appendix', 'annex', 'step', 'item', 'oid', 'schedule', 'upgrade to', 'see', 'table',
  'figure', 'fig', 'level', 'part', 'assemblyversion', 'fileversion', 'software', 'kernel', 'patch', 'tag', 'api',
];
const NUMBERING_LABELS = labelSet(NUMBERING_NOUNS, ['no', 'number']);
const IPV6_CHARS_MAX = 45;
const ZONE_CHARS_MAX = 16;

/** Loopback, "any" and net masks are on every machine, and `2.0.0.0` is a version. */
function identifiesSomeone(first: number, rest: readonly number[]): boolean {
  return first !== 127 && first !== 255 && (first > 9 || rest.some((octet) => octet !== 0));
}

function findIpv4(run: DigitRun, first: number, last: number): Extent | undefined {
  if (last - first !== 3 || !run.hasGaps(first, last, [Gap.DOT]) || !run.standsAlone(first, last)) return undefined;
  const parts = [first, first + 1, first + 2, last].map((group) => run.digits(group, group));
  if (!parts.every((part) => Number(part) <= 255 && (part.length === 1 || !part.startsWith('0')))) return undefined;
  const start = run.start(first);
  const before = run.text.charCodeAt(start - 1);
  // `Chrome/120.0.0.0` is a product with its version; `//192.0.2.1` is a host.
  const isProductVersion = before === 0x2f && isWordUnit(run.text.charCodeAt(start - 2));
  const isNumbering = isProductVersion || before === 0xa7 || isLabelled(run.text, start, NUMBERING_LABELS);
  return !isNumbering && identifiesSomeone(Number(parts[0]), parts.slice(1).map(Number)) ? { start, end: run.end(last) } : undefined;
}

function isIpv4Text(part: string): boolean {
  const octets = part.split('.');
  return octets.length === 4 && octets.every((octet) => octet !== '' && octet.length <= 3 && Number(octet) <= 255);
}

/** Counts the groups of one side of `::`; NaN when one of them is malformed. An IPv4 tail counts for two. */
function groupCount(side: string): number {
  if (side === '') return 0;
  const parts = side.split(':');
  let count = 0;
  for (const [index, part] of parts.entries()) {
    const isTail = index === parts.length - 1 && part.includes('.');
    if (isTail ? !isIpv4Text(part) : part === '' || part.length > 4 || part.includes('.')) return Number.NaN;
    count += isTail ? 2 : 1;
  }
  return count;
}

function isIpv6Text(address: string): boolean {
  const [head = '', tail, ...more] = address.split('::');
  if (more.length > 0) return false;
  const count = groupCount(head) + (tail === undefined ? 0 : groupCount(tail));
  return tail === undefined ? count === 8 : count >= 1 && count <= 7;
}

/** `a::b` is code and `1::2` a ratio; an address has a group of three or more digits, or many groups, and a digit. */
function isPlausible(address: string): boolean {
  const groups = address.split(':').filter((group) => group !== '');
  const hasDigit = [...address].some((char) => char >= '0' && char <= '9');
  return hasDigit && (groups.length >= 4 || groups.some((group) => group.length >= 3));
}

/** The zone of a link-local address, as in `%eth0`, belongs to its text. */
function zoneEnd(text: string, end: number): number {
  if (text.charCodeAt(end) !== 0x25) return end;
  let at = end + 1;
  while (at - end < ZONE_CHARS_MAX && (isWordUnit(text.charCodeAt(at)) || isDash(text.charCodeAt(at)))) at += 1;
  return at === end + 1 ? end : at;
}

function findIpv6(text: string, start: number): Extent | undefined {
  if (isWordUnit(text.charCodeAt(start - 1)) || continuesHexGroups(text, start, 4)) return undefined;
  let end = start;
  let colons = 0;
  for (; end - start <= IPV6_CHARS_MAX; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit === 0x3a) colons += 1;
    else if (!isHexDigit(unit) && unit !== 0x2e) break;
  }
  while (end > start && (text.charCodeAt(end - 1) === 0x2e || (text.charCodeAt(end - 1) === 0x3a && text.charCodeAt(end - 2) !== 0x3a))) end -= 1;
  if (colons < 2 || end - start > IPV6_CHARS_MAX || isWordUnit(text.charCodeAt(end))) return undefined;
  const address = text.slice(start, end);
  return isIpv6Text(address) && isPlausible(address) ? { start, end: zoneEnd(text, end) } : undefined;
}

function findIpv6AtWord(text: string, start: number, end: number): Extent | undefined {
  return text.charCodeAt(end) === 0x3a && end - start <= 4 ? findIpv6(text, start) : undefined;
}

function findIpv6AtColons(text: string, position: number): Extent | undefined {
  return text.charCodeAt(position + 1) === 0x3a ? findIpv6(text, position) : undefined;
}

const NAMED = { type: 'IP_ADDRESS', severity: 'low' } as const;

export const ipv4Detector: NumberDetector = { ...NAMED, on: 'number', digitCounts: [4, 5, 6, 7, 8, 9, 10, 11, 12], find: findIpv4 };
export const ipv6Detector: WordDetector = { ...NAMED, on: 'word', initials: '0123456789abcdefABCDEF', find: findIpv6AtWord };
export const ipv6CompressedDetector: MarkDetector = { ...NAMED, on: 'mark', marks: ':', find: findIpv6AtColons };
