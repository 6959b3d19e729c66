/** Every number that stands in a text, read character by character: digits with one point, a sign, commas between thousands. */
export function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfNumber(text, at);
    if (end > at) {
      // A dash between two numbers is a range, not a sign.
      const isNegative = text.charAt(at - 1) === '-' && !isDigit(text.charAt(at - 2));
      numbers.push(Number(text.slice(at, end).replaceAll(',', '')) * (isNegative ? -1 : 1));
    }
    at = Math.max(end, at + 1);
  }
  return numbers.filter((number) => Number.isFinite(number));
}

function endOfNumber(text: string, from: number): number {
  let at = from;
  let hasPoint = false;
  while (isDigit(text.charAt(at)) || (at > from && isDigit(text.charAt(at + 1)) && goesOn(text, at, hasPoint))) {
    hasPoint ||= text.charAt(at) === '.';
    at += 1;
  }
  return at;
}

function goesOn(text: string, at: number, hasPoint: boolean): boolean {
  const mark = text.charAt(at);
  if (hasPoint) return false;
  return mark === '.' || (mark === ',' && [1, 2, 3].every((step) => isDigit(text.charAt(at + step))) && !isDigit(text.charAt(at + 4)));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
