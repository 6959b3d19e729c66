import type { Cell } from './cell.ts';
import { BLOB_SHOWN_BYTES, CELL_CHARS_MAX, RESULT_CHARS_MAX } from './limits.ts';

/** Rows within bounds, and what was left out of them. */
export interface BoundedRows {
  readonly rows: Cell[][];
  readonly hasMore: boolean;
  readonly cutCells: number;
}

/** Takes rows as long as they fit. Nothing is cut without being counted. */
export function boundRows(all: Iterable<readonly unknown[]>, rowsMax: number): BoundedRows {
  const rows: Cell[][] = [];
  let [chars, cutCells] = [0, 0];
  for (const values of all) {
    const row = values.map((value) => {
      const cell = cellOf(value);
      if (typeof cell !== 'string' || cell.length <= CELL_CHARS_MAX) return cell;
      cutCells += 1;
      return `${cell.slice(0, CELL_CHARS_MAX)}… [${cell.length} characters]`;
    });
    chars += JSON.stringify(row).length;
    if (rows.length >= rowsMax || chars > RESULT_CHARS_MAX) return { rows, hasMore: true, cutCells };
    rows.push(row);
  }
  return { rows, hasMore: false, cutCells };
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return { blob_bytes: value.length, hex: Buffer.from(value.subarray(0, BLOB_SHOWN_BYTES)).toString('hex') };
  return JSON.stringify(value);
}

/** A table as in Markdown; a text never breaks its line. */
export function showRows(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', '\\n')).join(' | ')} |`;
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map((row) => line(row.map(shown)))].join('\n');
}

function shown(cell: Cell): string {
  if (cell === null) return 'NULL';
  return typeof cell === 'object' ? `blob of ${cell.blob_bytes} bytes ${cell.hex}` : String(cell);
}
