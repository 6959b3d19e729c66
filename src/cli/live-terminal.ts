import type { Terminal } from './surface.ts';

const ESCAPE = '\u001b[';

/** A terminal with a few lines at its foot that change in place, under everything that is written. */
export interface LiveTerminal {
  readonly terminal: Terminal;
  show(lines: readonly string[]): Promise<void>;
  /** Takes the changing lines away; nothing of them stays. */
  end(): Promise<void>;
}

/**
 * Writes go above the changing lines. While a line is open, such as a question that waits for its answer, they are not
 * drawn; a line that somebody types moves the cursor, which is counted, and is written again above so that it stays.
 */
export function liveTerminal(inner: Terminal): LiveTerminal {
  let wanted: readonly string[] = [];
  let drawn = 0;
  let isLineOpen = false;
  const erasing = (): string => {
    const up = drawn;
    drawn = 0;
    return up === 0 ? '' : `${ESCAPE}${up}F${ESCAPE}J`;
  };
  const drawing = (): string => {
    if (isLineOpen) return '';
    drawn = wanted.length;
    return wanted.map((line) => `${cut(line, inner.columns)}\n`).join('');
  };
  /** The two streams are one screen here, so what changes is drawn on the one that is for people. */
  const above = (write: Terminal['writeOut']) => async (text: string): Promise<void> => {
    if (text === '') return;
    const erased = erasing();
    isLineOpen = !text.endsWith('\n');
    const redrawn = drawing();
    // All at once: whatever else is written meanwhile comes after.
    await Promise.all([...(erased === '' ? [] : [inner.writeError(erased)]), write(text), ...(redrawn === '' ? [] : [inner.writeError(redrawn)])]);
  };
  const writeError = above(inner.writeError);
  const show = async (lines: readonly string[]): Promise<void> => {
    // What stands there already is not drawn again: it would only flicker.
    if (drawn === lines.length && lines.every((line, at) => line === wanted[at])) return;
    wanted = lines;
    const text = `${erasing()}${drawing()}`;
    if (text !== '') await inner.writeError(text);
  };
  return {
    terminal: {
      ...inner,
      writeOut: above(inner.writeOut),
      writeError,
      async *readLines(signal) {
        for await (const line of inner.readLines(signal)) {
          if (isLineOpen) isLineOpen = false;
          else if (drawn > 0) {
            drawn += 1;
            await writeError(`> ${line}\n`);
          }
          yield line;
        }
      },
    },
    show,
    end: () => show([]),
  };
}

/** A line that reaches the edge would take two, and then too few would be erased. */
function cut(line: string, columns: number): string {
  const characters = [...line];
  return characters.length < columns ? line : `${characters.slice(0, Math.max(0, columns - 2)).join('')}…`;
}
