/** Eighths of a cell, the lowest first: enough to see a rise or a fall without colour. */
const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const NOTHING = '·';

/** One character for each value, from 0 to the largest; a null is a place without one. */
export function blockLine(values: readonly (number | null)[], max = Math.max(0, ...values.map((value) => value ?? 0))): string {
  return values.map((value) => (value === null ? NOTHING : max === 0 ? BLOCKS[0] : (BLOCKS[Math.min(BLOCKS.length - 1, Math.floor((value / max) * BLOCKS.length))] ?? BLOCKS[0]))).join('');
}

/** A bar of so many cells; what is not nothing is never shown as nothing. */
export function bar(value: number, max: number, cells: number): string {
  if (value <= 0 || max <= 0) return '';
  return '█'.repeat(Math.max(1, Math.round((value / max) * cells)));
}

/** As many of the last as fit. */
export function lastThatFit<Value>(values: readonly Value[], room: number): readonly Value[] {
  return values.slice(-Math.max(1, room));
}
