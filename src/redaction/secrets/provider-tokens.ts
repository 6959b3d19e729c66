import type { Extent, WordDetector } from '../detector.ts';
import { isHexDigit, isWordUnit } from '../scan/characters.ts';
import { isPlaceholder } from './secret-value.ts';

type Alphabet = 'alphanumeric' | 'token' | 'hexadecimal' | 'capitals' | 'dotted';

interface TokenForm {
  readonly prefix: string;
  readonly alphabet: Alphabet;
  /** Characters behind the prefix. Minima lie a little below what issuers use today, because they change them. */
  readonly min: number;
  readonly max?: number;
}

function forms(prefixes: string, alphabet: Alphabet, min: number, max?: number): TokenForm[] {
  return prefixes.split(' ').map((prefix) => ({ prefix, alphabet, min, ...(max === undefined ? {} : { max }) }));
}

/** Tokens that carry their issuer's mark. The longer prefix comes first where one begins with another. */
const TOKEN_FORMS: readonly TokenForm[] = [
  ...forms('AKIA ASIA ABIA ACCA', 'capitals', 16, 16),
  ...forms('github_pat_', 'token', 22),
  ...forms('ghp_ gho_ ghu_ ghs_ ghr_', 'alphanumeric', 30),
  ...forms('glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent-', 'token', 20),
  ...forms('xoxa- xoxb- xoxe- xoxp- xoxr- xoxs- xoxo- xapp-', 'token', 20),
  ...forms('sk_live_ sk_test_ rk_live_ rk_test_ whsec_', 'alphanumeric', 16),
  ...forms('sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-', 'token', 20),
  ...forms('sk-', 'alphanumeric', 20),
  ...forms('AIza', 'token', 30),
  ...forms('ya29.', 'token', 20),
  ...forms('GOCSPX-', 'token', 24),
  ...forms('hf_ api_org_', 'alphanumeric', 20),
  ...forms('npm_', 'alphanumeric', 30),
  ...forms('pypi-', 'token', 50),
  ...forms('SG.', 'dotted', 40),
  ...forms('SK', 'hexadecimal', 32, 32),
  ...forms('key-', 'hexadecimal', 32, 32),
  ...forms('dop_v1_ doo_v1_ dor_v1_', 'hexadecimal', 64, 64),
  ...forms('shpat_ shpss_ shpca_ shppa_', 'hexadecimal', 32, 32),
  ...forms('ATATT3 ATCTT3', 'token', 40),
  ...forms('NRAK- NRJS-', 'alphanumeric', 19),
  ...forms('lin_api_', 'alphanumeric', 32),
  ...forms('figd_', 'token', 32),
  ...forms('dckr_pat_', 'token', 24),
  ...forms('hvs. hvb.', 'token', 24),
  ...forms('gsk_ xai- pplx- r8_ tvly- nvapi- csk- fw_', 'token', 30),
  ...forms('tskey-', 'token', 20),
  ...forms('PMAK-', 'token', 40),
  ...forms('sntrys_ sntryu_', 'token', 40),
  ...forms('AGE-SECRET-KEY-1', 'capitals', 58, 58),
  ...forms('LTAI', 'alphanumeric', 20, 20),
  ...forms('sq0atp- sq0csp- EAAAE', 'token', 22),
  ...forms('ops_eyJ', 'token', 60),
  ...forms('cloudinary://', 'dotted', 20),
];

function isAllowed(alphabet: Alphabet, unit: number): boolean {
  const isCapitalOrDigit = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
  switch (alphabet) {
    case 'capitals':
      return isCapitalOrDigit;
    case 'hexadecimal':
      return isHexDigit(unit);
    case 'alphanumeric':
      return isCapitalOrDigit || (unit >= 0x61 && unit <= 0x7a);
    case 'token':
      return isCapitalOrDigit || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f || unit === 0x2d;
    case 'dotted':
      return isCapitalOrDigit || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f || unit === 0x2d || unit === 0x2e;
  }
}

/** The end of a token of this form that starts here, or -1. */
function endOfToken(text: string, start: number, { prefix, alphabet, min, max }: TokenForm): number {
  if (!text.startsWith(prefix, start)) return -1;
  const from = start + prefix.length;
  let end = from;
  while (isAllowed(alphabet, text.charCodeAt(end))) end += 1;
  while (end > from && '.-'.includes(text.charAt(end - 1))) end -= 1;
  if (end - from < min || (max !== undefined && end - from > max) || isWordUnit(text.charCodeAt(end))) return -1;
  return isPlaceholder(text.slice(from, end)) ? -1 : end;
}

const FORMS_BY_INITIAL: ReadonlyMap<string, readonly TokenForm[]> = Map.groupBy(TOKEN_FORMS, (form) => form.prefix.charAt(0));

function find(text: string, start: number): Extent | undefined {
  // Behind a dash a token would be the middle of a longer word; asking there would read that word again and again.
  if (text.charCodeAt(start - 1) === 0x2d) return undefined;
  for (const form of FORMS_BY_INITIAL.get(text.charAt(start)) ?? []) {
    const end = endOfToken(text, start, form);
    if (end >= 0) return { start, end };
  }
  return undefined;
}

export const providerTokenDetector: WordDetector = {
  type: 'SECRET',
  severity: 'high',
  on: 'word',
  initials: [...FORMS_BY_INITIAL.keys()].join(''),
  find,
};
