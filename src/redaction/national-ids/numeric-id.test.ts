import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SensitiveSpan } from '../../contracts/index.ts';
import { redact } from '../redact.ts';
import { Gap } from '../scan/digit-run.ts';
import { NORTHERN_AND_EASTERN_EUROPEAN_IDS } from './northern-and-eastern-europe.ts';
import { numericIdDetector } from './numeric-id.ts';
import { OVERSEAS_IDS } from './overseas.ts';
import { WESTERN_EUROPEAN_IDS } from './western-europe.ts';

/** Published or computed sample numbers, none of them a person's. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  UK_NHS: ['9434765919', '4010232137'],
  NL_BSN: ['111222333', '123456782'],
  BE_NRN: ['85073003328', '17073003384'],
  FR_NIR: ['295109912611193'],
  DE_STEUER_ID: ['36574261809'],
  PT_NIF: ['501964843'],
  CH_AHV: ['7569217076985'],
  GR_AMKA: ['01013099997'],
  SE_PERSONNUMMER: ['8112289874', '198112289874'],
  NO_FODSELSNUMMER: ['15108695088'],
  PL_PESEL: ['44051401359'],
  CZ_RODNE_CISLO: ['7103192745'],
  RO_CNP: ['1630615123457'],
  BG_EGN: ['7523169263'],
  HR_OIB: ['33392005961'],
  EE_ISIKUKOOD: ['36805280109'],
  TR_KIMLIK: ['17291716060'],
  BR_CPF: ['39053344705'],
  BR_CNPJ: ['16727230000197'],
  CA_SIN: ['123456782'],
  AU_TFN: ['123456782'],
  IN_AADHAAR: ['234123412346'],
  ZA_ID: ['7503305044089'],
  IL_ID: ['039337423'],
  KR_RRN: ['9710139019902'],
  JP_MY_NUMBER: ['123456789018'],
  TH_ID: ['1234567890121'],
};

const IDS = [...WESTERN_EUROPEAN_IDS, ...NORTHERN_AND_EASTERN_EUROPEAN_IDS, ...OVERSEAS_IDS];

function spansIn(text: string, type: string): SensitiveSpan[] {
  const ids = IDS.filter((id) => id.type === type);
  return redact(text, { method: 'mask', detectors: ids.map(numericIdDetector) }).spans;
}

describe.each(Object.entries(SAMPLES))('%s', (type, numbers) => {
  const word = IDS.find((id) => id.type === type)?.words[0] ?? '';

  it.each(numbers)('finds %s beside its word and nowhere else', verifies('KEL-REDACTION-16'), (number) => {
    const span = { start: word.length + 1, end: word.length + 1 + number.length, type, severity: 'high' };
    expect(spansIn(`${word} ${number}`, type)).toEqual([span]);
    expect(spansIn(`rows ${number}`, type)).toEqual([]);
    expect(spansIn(`${word} ${number}X`, type)).toEqual([]);
  });

  it.each(numbers)('refuses every other last digit of %s', verifies('KEL-REDACTION-16'), (number) => {
    const others = [...'0123456789'].filter((digit) => digit !== number.at(-1)).map((digit) => number.slice(0, -1) + digit);
    expect(others.filter((other) => spansIn(`${word} ${other}`, type).length > 0)).toEqual([]);
  });
});

describe('UK_UTR', () => {
  it('has its check digit in front', verifies('KEL-REDACTION-16'), () => {
    const numbers = [...'0123456789'].map((check) => `utr ${check}955839661`);
    expect(numbers.filter((text) => spansIn(text, 'UK_UTR').length > 0)).toEqual(['utr 1955839661']);
  });
});

describe('a numeric id', () => {
  const detector = numericIdDetector({
    type: 'DK_CPR',
    digitCounts: [6],
    isValid: (digits) => digits === '123456',
    words: ['code'],
    distinctive: { shape: [2, 2, 2], gaps: [Gap.DOT, Gap.DASH] },
  });
  const find = (text: string) => redact(text, { method: 'mask', detectors: [detector] }).redacted;

  it.each([
    ['code 123456', 'code [DK_CPR_1]'],
    ['123456 (code)', '[DK_CPR_1] (code)'],
    ['code 12 34-56', 'code [DK_CPR_1]'],
    ['12.34-56', '[DK_CPR_1]'],
    ['7 12.34-56', '7 [DK_CPR_1]'],
    ['12-34-56', '12-34-56'],
    ['12.34.56', '12.34.56'],
    ['12-34.56', '12-34.56'],
    ['12.3-456', '12.3-456'],
    ['code 123457', 'code 123457'],
    ['code x-123456', 'code x-123456'],
    ['code\n123456', 'code\n123456'],
    ['decode 123456', 'decode 123456'],
  ])('%j becomes %j', verifies('KEL-REDACTION-16'), (text, redacted) => {
    expect(find(text)).toBe(redacted);
  });
});
