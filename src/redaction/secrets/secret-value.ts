import { isAsciiLetter } from '../scan/characters.ts';

/** What people write where a secret goes later. */
const PLACEHOLDER_STARTS = [
  '<', '{', '$', '%', '[', '*', '#', '...', '…', '•', '(', '@',
  'changeme', 'change_me', 'change-me', 'placeholder', 'example', 'your', 'insert', 'replace', 'redacted', 'dummy', 'todo', 'fixme', 'enter',
];
const PLACEHOLDER_PARTS = ['xxxx', '****', '....', '••', 'your_', 'your-', 'yourkey', 'placeholder', 'changeme', '_here', '-here', 'redacted'];
const REFERENCE_STARTS = [
  'process.', 'os.', 'env.', 'self.', 'this.', 'config.', 'settings.', 'secrets.', 'vars.', 'var.', 'local.', 'data.', 'arn:', '/',
  './', '../', '~',
];
const FILE_ENDINGS = ['.pem', '.key', '.json', '.txt', '.yaml', '.yml', '.crt', '.cer', '.p12', '.env'];

const SEGMENT_CHARS_MAX = 32;

/** A value as it stands in the text. Between quotes it is data; bare it may as well be code. */
export interface WrittenValue {
  readonly value: string;
  readonly isQuoted: boolean;
}

interface Makeup {
  readonly digits: number;
  readonly lowers: number;
  readonly uppers: number;
  readonly others: number;
}

function makeupOf(value: string): Makeup {
  let digits = 0;
  let lowers = 0;
  let uppers = 0;
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) digits += 1;
    else if (isAsciiLetter(unit)) {
      if (unit >= 0x61) lowers += 1;
      else uppers += 1;
    }
  }
  return { digits, lowers, uppers, others: value.length - digits - lowers - uppers };
}

export function isPlaceholder(value: string): boolean {
  const lower = value.toLowerCase();
  if (PLACEHOLDER_STARTS.some((start) => lower.startsWith(start)) || PLACEHOLDER_PARTS.some((part) => lower.includes(part))) return true;
  return value === value.charAt(0).repeat(value.length);
}

function isIdentifier(segment: string): boolean {
  const startsWithDigit = segment >= '0' && segment < ':';
  return segment !== '' && !startsWithDigit && [...segment].every((char) => isAsciiLetter(char.charCodeAt(0)) || '_$?0123456789'.includes(char));
}

/** `settings.db.password2` in code; a segment of a real token is longer than any name. */
function isCodePath(value: string): boolean {
  const segments = value.split('.');
  return segments.length > 1 && segments.every((segment) => segment.length <= SEGMENT_CHARS_MAX && isIdentifier(segment));
}

/** A place where the secret is kept, not the secret: a variable, a file, a call, a URL. */
function isReference({ value, isQuoted }: WrittenValue): boolean {
  if (REFERENCE_STARTS.some((start) => value.startsWith(start)) || FILE_ENDINGS.some((ending) => value.endsWith(ending))) return true;
  if (value.includes('://') || value.includes('${') || value.includes('{{')) return true;
  return !isQuoted && (value.includes('(') || value.includes('[') || isCodePath(value));
}

function isOutOfQuestion(written: WrittenValue): boolean {
  return isPlaceholder(written.value) || isReference(written);
}

/** Passwords are short and made by people: letters with digits, or with enough variety. */
export function isPasswordValue(written: WrittenValue): boolean {
  const { value } = written;
  if (value.length < 6 || isOutOfQuestion(written)) return false;
  const { digits, lowers, uppers, others } = makeupOf(value);
  if (lowers + uppers > 0 && digits > 0) return true;
  return value.length >= 8 && lowers > 0 && uppers > 0 && others > 0 && !value.includes(' ');
}

/** Keys and tokens are made by machines, which hardly ever leave out digits; names in code do. */
export function isKeyValue(written: WrittenValue): boolean {
  const { value } = written;
  const { digits, lowers, uppers } = makeupOf(value);
  return value.length >= 8 && lowers + uppers > 0 && digits > 0 && !value.includes(' ') && !isOutOfQuestion(written);
}

/** What follows an authentication scheme is a credential whatever it looks like, unless it is a stand-in. */
export function isCredentialValue(written: WrittenValue): boolean {
  const { digits, lowers, uppers } = makeupOf(written.value);
  const isVaried = lowers + uppers > 0 && (digits > 0 || (lowers > 0 && uppers > 0));
  return written.value.length >= 8 && isVaried && !written.value.includes(' ') && !isOutOfQuestion(written);
}

/** For names that say little, such as `key`: only what no person would write as a name or a hash. */
export function isStrongValue(written: WrittenValue): boolean {
  const { digits, lowers, uppers } = makeupOf(written.value);
  return written.value.length >= 20 && digits > 0 && lowers > 0 && uppers > 0 && !isOutOfQuestion(written);
}
