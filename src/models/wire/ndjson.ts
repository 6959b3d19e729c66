import { BYTE_ORDER_MARK, refuseAbove, WIRE_PIECE_CHARS_MAX, type WireLimits } from './wire-limits.ts';

export interface LineReader {
  /** Takes text as it was cut by the network and gives the lines that are now whole, without empty ones. */
  push(text: string): readonly string[];
  /** The last line, when no line feed closed it. */
  end(): readonly string[];
}

const NO_LINES: readonly string[] = [];

/** One JSON value a line. Only new text is ever searched; throws a `too_large` fault for a line above the limit. */
export function createLineReader({ charsMax = WIRE_PIECE_CHARS_MAX }: WireLimits = {}): LineReader {
  let begun = '';
  let isAtStart = true;

  const take = (lines: string[], line: string): void => {
    const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (whole !== '') lines.push(whole);
  };

  return {
    push(text) {
      if (text === '') return NO_LINES;
      let from = isAtStart && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
      isAtStart = false;
      const lines: string[] = [];
      for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', from)) {
        refuseAbove(charsMax, begun.length + at - from);
        take(lines, begun + text.slice(from, at));
        begun = '';
        from = at + 1;
      }
      refuseAbove(charsMax, begun.length + text.length - from);
      if (from < text.length) begun += text.slice(from);
      return lines;
    },
    end() {
      const lines: string[] = [];
      take(lines, begun);
      begun = '';
      return lines;
    },
  };
}
