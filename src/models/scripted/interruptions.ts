import type { ScenarioFault } from '../../contracts/index.ts';
import type { Piece } from './body.ts';
import { isContent } from './faults/frame-faults.ts';

export type Interruption = Extract<ScenarioFault, { kind: 'cut' | 'stall' }>;
export type Interrupted = Piece | Interruption;

const isPiece = (item: Interrupted): item is Piece => 'bytes' in item;

/** The pieces with each interruption put where it strikes. */
export function interrupted(pieces: readonly Piece[], interruptions: readonly Interruption[]): readonly Interrupted[] {
  return interruptions.reduce<readonly Interrupted[]>((items, interruption) => struck(items, interruption), pieces);
}

function struck(items: readonly Interrupted[], interruption: Interruption): readonly Interrupted[] {
  const { at, share } = placeOf(items, interruption.at);
  const item = items[at];
  if (item === undefined || !isPiece(item) || share === 0) return items.toSpliced(at, 0, interruption);
  const middle = Math.floor(item.bytes.length * share);
  const [before, after] = [item.bytes.subarray(0, middle), item.bytes.subarray(middle)];
  return items.toSpliced(at, 1, { kind: item.kind, bytes: before }, interruption, { kind: item.kind, bytes: after });
}

interface Place {
  /** Which item; the interruption comes before it, or inside it where `share` is not 0. */
  readonly at: number;
  readonly share: number;
}

/** Of a piece that is cut open, this much is sent first; of a whole answer that lacks only its end, nearly all. */
const INSIDE = 0.5;
const NEARLY_ALL = 0.95;

function placeOf(items: readonly Interrupted[], place: Interruption['at']): Place {
  const indexesOf = (isMeant: (item: Piece) => boolean): number[] => [...items.keys()].filter((at) => isMeantAt(items, at, isMeant));
  const whole = indexesOf((item) => item.kind === 'whole').at(0);
  if (whole !== undefined) return { at: whole, share: place === 'before_end_marker' || place === 'before_finish' ? NEARLY_ALL : INSIDE };
  const content = indexesOf(isContent);
  const middle = content[Math.floor((content.length - 1) / 2)] ?? 0;
  switch (place) {
    case 'mid_frame':
      return { at: middle, share: INSIDE };
    case 'mid_tool_call': {
      const calls = indexesOf((item) => item.kind === 'call');
      const at = calls[Math.floor(calls.length / 2)] ?? middle;
      // A call that is told in one frame can only be cut inside it.
      return { at, share: calls.length > 1 ? 0 : INSIDE };
    }
    case 'before_finish':
      return { at: endOf(indexesOf((item) => item.kind === 'finish' || item.kind === 'end'), items), share: 0 };
    case 'before_end_marker':
      return { at: endOf(indexesOf((item) => item.kind === 'end'), items), share: 0 };
    default:
      return { at: Math.min(middle + 1, items.length), share: 0 };
  }
}

function isMeantAt(items: readonly Interrupted[], at: number, isMeant: (item: Piece) => boolean): boolean {
  const item = items[at];
  return item !== undefined && isPiece(item) && isMeant(item);
}

function endOf(indexes: readonly number[], items: readonly Interrupted[]): number {
  return indexes[0] ?? items.length;
}

/** The same bytes in pieces of this size, each run between interruptions cut anew; unchanged without a size. */
export function* slicedInto(items: readonly Interrupted[], bytesEach: number | undefined): Generator<Interrupted> {
  if (bytesEach === undefined) return yield* items;
  let run: Uint8Array[] = [];
  const slices = function* (): Generator<Piece> {
    const bytes = Buffer.concat(run);
    run = [];
    for (let at = 0; at < bytes.length; at += bytesEach) yield { kind: 'structure', bytes: bytes.subarray(at, at + bytesEach) };
  };
  for (const item of items) {
    if (isPiece(item)) run.push(item.bytes);
    else {
      yield* slices();
      yield item;
    }
  }
  yield* slices();
}
