import { remainder } from '../checks/checksums.ts';
import { ANY_LETTER, type Extent, type WordDetector } from '../detector.ts';
import { digitValue, isAsciiLetter, isDash, isInvisible, isLineBreak, isSpace, isWordUnit } from '../scan/characters.ts';

/** The length of an IBAN by country, from the SWIFT registry and the countries that use the format without it. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AO25 AT20 AZ28 BA20 BE16 BF28 BG22 BH22 BI27 BJ28 BR29 BY28 CF27 CG27 CH21 CI28 CM27 CR22 CV25 CY28 CZ24 DE22 DJ27 ' +
    'DK18 DO28 DZ26 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GA27 GB22 GE22 GI23 GL18 GQ27 GR27 GT28 GW25 HN28 HR21 HU28 IE22 IL23 IQ23 IR26 IS26 ' +
    'IT27 JO30 KM27 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MA28 MC27 MD24 ME22 MG27 MK19 ML28 MN20 MR27 MT31 MU30 MZ25 NE28 NI28 NL18 ' +
    'NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SN28 SO23 ST25 SV28 TD27 TG28 TL23 TN24 TR26 UA29 ' +
    'VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** People break an IBAN into groups, and mail programs break it across lines. */
const BREAK_CHARS_MAX = 2;

function breakLength(text: string, at: number): number {
  let length = 0;
  while (length < BREAK_CHARS_MAX) {
    const unit = text.charCodeAt(at + length);
    if (!isSpace(unit) && !isDash(unit) && !isLineBreak(unit)) break;
    length += 1;
  }
  return length;
}

/** Check digits run from 02 to 98; the others would pass the arithmetic and are never given. */
function hasIssuedCheck(compact: string): boolean {
  const check = Number(compact.slice(2, 4));
  return check >= 2 && check <= 98;
}

/** The country and check moved behind, letters as 10 to 35, taken modulo 97 (ISO 7064). */
function passesMod97(compact: string): boolean {
  let digits = '';
  for (const char of compact.slice(4) + compact.slice(0, 4)) digits += String(Number.parseInt(char, 36));
  return remainder(digits, 97) === 1;
}

function find(text: string, start: number): Extent | undefined {
  if (digitValue(text.charCodeAt(start + 2)) < 0 || digitValue(text.charCodeAt(start + 3)) < 0) return undefined;
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return undefined;
  let compact = '';
  let at = start;
  while (compact.length < length) {
    const unit = text.charCodeAt(at);
    const digit = digitValue(unit);
    if (digit >= 0) compact += String(digit);
    else if (isAsciiLetter(unit)) compact += text.charAt(at).toUpperCase();
    else if (!isInvisible(unit)) {
      const skipped = breakLength(text, at);
      if (skipped === 0) return undefined;
      at += skipped - 1;
    }
    at += 1;
  }
  return !isWordUnit(text.charCodeAt(at)) && hasIssuedCheck(compact) && passesMod97(compact) ? { start, end: at } : undefined;
}

export const ibanDetector: WordDetector = { type: 'IBAN', severity: 'high', on: 'lettered', initials: ANY_LETTER, find };
