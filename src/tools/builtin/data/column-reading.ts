import { readingsOf, type NumberStyle } from './written-number.ts';
import type { ColumnType, TableValue } from './table-value.ts';

/** A value that keeps its column from being one of numbers. */
export interface OddValue {
  readonly row: number;
  readonly value: string;
  /** Of the filled cells. */
  readonly oddCount: number;
  readonly filledCount: number;
  /** Set when it is a number, and nobody can tell which: `1,234`. */
  readonly isAmbiguous: boolean;
}

export interface ColumnReading {
  readonly type: ColumnType;
  /** Of a column of numbers that are written as texts. */
  readonly style: NumberStyle;
  /** The first row whose number is not written as programs write it. */
  readonly marked?: number;
  /** Of a column of texts that holds numbers too. */
  readonly odd?: OddValue;
}

/** What the cells of one column allow, before the rest of the file is looked at. */
export interface ColumnEvidence {
  readonly filled: number;
  readonly booleans: number;
  readonly fits: Readonly<Record<NumberStyle, number>>;
  readonly firstUnfit: Readonly<Record<NumberStyle, number>>;
  /** Cells that are one number in one style and another in the other; the first of them, and the marks in them. */
  readonly unsure: { readonly count: number; readonly row: number; readonly marks: ReadonlySet<string> };
  readonly firstMarked: number;
}

const NONE = -1;

export function evidenceIn(rows: readonly (readonly TableValue[])[], at: number): ColumnEvidence {
  let [filled, booleans, unsure, unsureRow, firstMarked] = [0, 0, 0, NONE, NONE];
  const fits = { point: 0, comma: 0 };
  const firstUnfit = { point: NONE, comma: NONE };
  const marks = new Set<string>();
  for (const [row, cells] of rows.entries()) {
    const value = cells[at] ?? null;
    if (isEmpty(value)) continue;
    filled += 1;
    if (typeof value === 'boolean' || value === 'true' || value === 'false') booleans += 1;
    const { point, comma } = typeof value === 'number' ? { point: value, comma: value } : readingsOf(String(value));
    for (const [style, number] of [['point', point], ['comma', comma]] as const) {
      if (number !== undefined) fits[style] += 1;
      else if (firstUnfit[style] === NONE) firstUnfit[style] = row;
    }
    if (typeof value === 'string' && firstMarked === NONE && (point !== undefined || comma !== undefined) && !isPlain(value)) firstMarked = row;
    if (point === undefined || comma === undefined || point === comma) continue;
    unsure += 1;
    if (unsureRow === NONE) unsureRow = row;
    marks.add(String(value).includes(',') ? ',' : '.');
  }
  return { filled, booleans, fits, firstUnfit, unsure: { count: unsure, row: unsureRow, marks }, firstMarked };
}

/** The one style in which all cells of a column are numbers; undefined when both do, or neither. */
export function onlyStyleOf({ filled, fits }: ColumnEvidence): NumberStyle | undefined {
  if (filled === 0 || (fits.point === filled) === (fits.comma === filled)) return undefined;
  return fits.point === filled ? 'point' : 'comma';
}

/**
 * What a column is. Texts become numbers only when every filled cell is one in the same style; where both styles fit and
 * mean different numbers, the other columns of the file decide, or the way in which it is separated. Else it stays text:
 * a guess would be a wrong number.
 */
export function readColumn(evidence: ColumnEvidence, values: readonly (readonly TableValue[])[], at: number, file: { readonly styles: ReadonlySet<NumberStyle>; readonly delimiter: string | null }): ColumnReading {
  const { filled, booleans, fits, firstUnfit, unsure, firstMarked } = evidence;
  const marked = firstMarked === NONE ? {} : { marked: firstMarked };
  if (filled === 0) return { type: 'empty', style: 'point' };
  if (booleans === filled) return { type: 'boolean', style: 'point' };
  const only = onlyStyleOf(evidence);
  if (only !== undefined) return { type: 'number', style: only, ...marked };
  const told = (row: number): string => String(values[row]?.[at] ?? '');
  if (fits.point === filled) {
    if (unsure.count === 0) return { type: 'number', style: 'point', ...marked };
    const style = settledStyle(unsure.marks, file);
    if (style !== undefined) return { type: 'number', style, ...marked };
    return { type: 'text', style: 'point', odd: { row: unsure.row, value: told(unsure.row), oddCount: unsure.count, filledCount: filled, isAmbiguous: true } };
  }
  const better: NumberStyle = fits.comma > fits.point ? 'comma' : 'point';
  if (fits[better] === 0) return { type: 'text', style: 'point' };
  return { type: 'text', style: 'point', odd: { row: firstUnfit[better], value: told(firstUnfit[better]), oddCount: filled - fits[better], filledCount: filled, isAmbiguous: false } };
}

/** A file that separates cells with commas writes no decimals with them; one that separates with semicolons often does. */
function settledStyle(marks: ReadonlySet<string>, { styles, delimiter }: { readonly styles: ReadonlySet<NumberStyle>; readonly delimiter: string | null }): NumberStyle | undefined {
  if (styles.size === 1) return [...styles][0];
  if (styles.size > 1 || marks.size > 1) return undefined;
  if (marks.has(',')) return delimiter === ',' ? 'point' : undefined;
  return delimiter === ';' ? undefined : 'point';
}

/** A cell of nothing but blanks says as little as one of nothing. */
export function isEmpty(value: TableValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** As JSON writes numbers. */
function isPlain(text: string): boolean {
  return !text.includes(',') && !text.includes(' ') && !text.includes('\u00a0') && !text.includes('\u202f') && !text.includes("'") && text.split('.').length < 3;
}
