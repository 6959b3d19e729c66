/** A test that failed, as its program tells of it; null where it does not say. */
export interface TestFailure {
  readonly name: string;
  /** As the program writes it, below the folder of the project where it lies there. */
  readonly file: string | null;
  readonly line: number | null;
  /** The first line of why. */
  readonly message: string | null;
}

/** Reads the lines of one kind of test program; nothing for what is not its own. */
export type FailuresParser = (lines: readonly string[]) => TestFailure[];

export const NO_PLACE = { file: null, line: null } as const;

export type Place = Pick<TestFailure, 'file' | 'line'>;

/** `a.test.js:4:31`, `src/lib.rs:8:17:`, `file:///x/a.js:4:31`, `C:\x\a.js:4`: the path, and the first number behind it. */
export function placeIn(text: string): Place | undefined {
  const found = PLACE.exec(text.trim());
  const file = found?.[1];
  if (file === undefined || file.startsWith('node:')) return undefined;
  return { file: file.startsWith('file://') ? file.slice('file://'.length) : file, line: Number(found?.[2]) };
}
const PLACE = /^([^\s()][^\n()]{0,400}?):(\d{1,7})(?::\d{1,7})?:?$/;

/** What stands in the brackets at the end of a line of a stack, or behind its `at`. */
export function placeOfFrame(line: string): Place | undefined {
  const text = line.trim();
  if (!text.startsWith('at ')) return undefined;
  const open = text.lastIndexOf('(');
  const place = placeIn(open === -1 || !text.endsWith(')') ? text.slice(text.startsWith('at async ') ? 'at async '.length : 'at '.length) : text.slice(open + 1, -1));
  return place?.file?.includes('node_modules/') === true ? undefined : place;
}

/** The lines from one place up to the next that begins something else. */
export function until(lines: readonly string[], from: number, isEnd: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line, at) => at >= from && isEnd(line));
  return lines.slice(from, end === -1 ? undefined : end);
}

/** The first line that says something. */
export function firstWords(lines: readonly string[]): string | null {
  return lines.map((line) => line.trim()).find((line) => line !== '') ?? null;
}
