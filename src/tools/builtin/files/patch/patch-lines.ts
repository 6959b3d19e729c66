import { splitLines, withoutLineEnd } from '../text-lines.ts';

/** The lines of a patch with a place in them. */
export interface PatchLines {
  /** 1-based number of the line that is next. */
  readonly number: () => number;
  /** The next line as it is; undefined at the end. */
  peek(): string | undefined;
  next(): string | undefined;
}

export function patchLines(patch: string): PatchLines {
  const lines = splitLines(patch);
  let at = 0;
  return {
    number: () => at + 1,
    peek: () => lines[at],
    next: () => lines[at++],
  };
}

/** What stands behind a word at the beginning of a line, without the line end; undefined when another stands there. */
export function after(word: string, line: string | undefined): string | undefined {
  return line?.startsWith(word) ? withoutLineEnd(line).slice(word.length) : undefined;
}
