/** What each character is outside a string, decided without regular expressions. */

const CLOSERS_BY_QUOTE: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '“”„‟',
  '”': '“”„‟',
  '„': '“”„‟',
  '‟': '“”„‟',
  '‘': '‘’‚‛',
  '’': '‘’‚‛',
  '‚': '‘’‚‛',
  '‛': '‘’‚‛',
};

/** The characters that may close a string opened by this one; undefined when it opens none. */
export function closersOf(character: string): string | undefined {
  return CLOSERS_BY_QUOTE[character];
}

export function isJsonSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

/** White space that JSON does not allow between values, the byte order mark included. */
export function isIrregularSpace(character: string): boolean {
  return !isJsonSpace(character) && character.trim() === '';
}

export function isSpace(character: string): boolean {
  return (character <= ' ' || character > '\u007f') && character.trim() === '';
}

export function isHexDigit(character: string): boolean {
  return isDigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** What numbers, literals and unquoted names are made of. */
export function isWordCharacter(character: string): boolean {
  if (character <= '\u007f') return isAsciiWordCharacter(character);
  return closersOf(character) === undefined && !isSpace(character);
}

function isAsciiWordCharacter(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    isDigit(character) ||
    (character !== '' && '_$-+.'.includes(character))
  );
}
