export interface Rows {
  /** The first that is drawn. */
  readonly from: number;
  /** The first that is not drawn any more. */
  readonly to: number;
}

/** Drawn beyond what is seen, so that a quick turn of the wheel meets something. */
const BEYOND = 12;

/** Which of many rows of one height a person can see: only those are drawn, however many there are. */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): Rows {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const seen = Math.ceil(viewHeight / rowHeight) + 1;
  const from = Math.max(0, Math.min(first, count - 1) - BEYOND);
  return { from, to: Math.max(from, Math.min(count, first + seen + BEYOND)) };
}
