/** Puts a text in place of what stands between two positions. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What says of which place in the sources each place of a file was made. */
export interface SourcePlaces {
  readonly mappings: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const [DIGIT_BITS, CONTINUES] = [5, 32];

function decode(text: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const char of text) {
    const digit = DIGITS.indexOf(char);
    value += (digit & (CONTINUES - 1)) << shift;
    shift += DIGIT_BITS;
    if ((digit & CONTINUES) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = rest & (CONTINUES - 1);
    rest >>>= DIGIT_BITS;
    text += DIGITS.charAt(rest > 0 ? digit | CONTINUES : digit);
  } while (rest > 0);
  return text;
}

/** The number of the source for each position where a piece begins, in order. */
export function sourceStarts(code: string, { mappings }: SourcePlaces): readonly { readonly at: number; readonly source: number }[] {
  const starts: { at: number; source: number }[] = [];
  let [lineStart, source] = [0, 0];
  for (const line of mappings.split(';')) {
    let column = 0;
    for (const segment of line === '' ? [] : line.split(',')) {
      const [forward = 0, sourceForward = 0] = decode(segment);
      column += forward;
      source += sourceForward;
      starts.push({ at: lineStart + column, source });
    }
    lineStart = code.indexOf('\n', lineStart) + 1;
  }
  return starts;
}

/** Edits a file and moves its places along. The edits stand in order, do not overlap, and neither add nor remove a line. */
export function edited<Places extends SourcePlaces>(code: string, places: Places, edits: readonly Edit[]): { readonly code: string; readonly places: Places } {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(code.slice(from, start), text);
    from = end;
  }
  pieces.push(code.slice(from));
  let [next, lineStart] = [0, 0];
  const lines = places.mappings.split(';').map((line) => {
    const lineEnd = code.indexOf('\n', lineStart);
    let [column, movedColumn, moved] = [0, 0, 0];
    const segments = (line === '' ? [] : line.split(',')).map((segment) => {
      const [forward = 0, ...others] = decode(segment);
      column += forward;
      for (let edit = edits[next]; edit !== undefined && edit.end <= lineStart + column; edit = edits[(next += 1)]) moved += edit.text.length - (edit.end - edit.start);
      const text = [column + moved - movedColumn, ...others].map(encode).join('');
      movedColumn = column + moved;
      return text;
    });
    // What was edited behind the last place of a line moves nothing on the next one.
    while ((edits[next]?.start ?? Number.POSITIVE_INFINITY) <= lineEnd) next += 1;
    lineStart = lineEnd + 1;
    return segments.join(',');
  });
  return { code: pieces.join(''), places: { ...places, mappings: lines.join(';') } };
}
