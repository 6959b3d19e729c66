import type { ScenarioFault } from '../../../contracts/index.ts';
import type { ScriptedAnswer } from '../answer.ts';
import type { Frame, WireWriter } from '../wire/wire-writer.ts';

export interface FrameContext {
  readonly writer: WireWriter;
  readonly answer: ScriptedAnswer;
  /** A whole number below `count`, the same for the same seed. */
  readonly pick: (count: number) => number;
}

/** The frames of a stream after one fault; faults that are not about frames change nothing. */
export function spoilFrames(frames: readonly Frame[], fault: ScenarioFault, { writer, answer, pick }: FrameContext): readonly Frame[] {
  switch (fault.kind) {
    case 'duplicate_chunk':
      return duplicated(frames, fault.of === 'text' ? 'text' : 'call', pick);
    case 'reorder_chunks':
      return reordered(frames, pick);
    case 'insert':
      return inserted(frames, { start: 0, middle: middleOf(frames), end: frames.length }[fault.at], { kind: 'raw', payload: fault.text });
    case 'huge_frame':
      return inserted(frames, middleOf(frames), writer.loneText(answer, 'x'.repeat(fault.bytes)));
    case 'error_in_stream':
      return [...frames.slice(0, middleOf(frames)), writer.errorFrame(answer, fault.type, fault.message)];
    case 'finish_before_content':
      return finishedFirst(frames);
    case 'content_after_finish':
      return inserted(frames, finishOf(frames) + 1, writer.loneText(answer, 'Said after the end.'));
    default:
      return frames;
  }
}

export const isContent = (frame: { readonly kind: string }): boolean => frame.kind === 'text' || frame.kind === 'call';

/** Behind the middle one of the frames that carry content; at least one has been sent by then. */
function middleOf(frames: readonly Frame[]): number {
  const content = [...frames.keys()].filter((at) => isContent(frames[at] ?? { kind: '' }));
  return (content[Math.floor((content.length - 1) / 2)] ?? 0) + 1;
}

/** Some formats say why the model stopped only in their end marker. */
function finishOf(frames: readonly Frame[]): number {
  const at = frames.findIndex((frame) => frame.kind === 'finish');
  return at === -1 ? frames.findIndex((frame) => frame.kind === 'end') : at;
}

function inserted(frames: readonly Frame[], at: number, frame: Frame): readonly Frame[] {
  return frames.toSpliced(at, 0, frame);
}

function duplicated(frames: readonly Frame[], kind: Frame['kind'], pick: FrameContext['pick']): readonly Frame[] {
  const candidates = [...frames.entries()].filter(([, frame]) => frame.kind === kind);
  const [at, frame] = candidates[pick(candidates.length)] ?? [];
  return at === undefined || frame === undefined ? frames : inserted(frames, at, frame);
}

/** Two neighbours that carry content change places. */
function reordered(frames: readonly Frame[], pick: FrameContext['pick']): readonly Frame[] {
  const pairs = [...frames.keys()].flatMap((at) => {
    const [first, second] = [frames[at], frames[at + 1]];
    return first !== undefined && second !== undefined && isContent(first) && isContent(second) ? [{ at, first, second }] : [];
  });
  const pair = pairs[pick(pairs.length)];
  return pair === undefined ? frames : frames.toSpliced(pair.at, 2, pair.second, pair.first);
}

function finishedFirst(frames: readonly Frame[]): readonly Frame[] {
  const from = finishOf(frames);
  const finish = frames[from];
  const to = frames.findIndex(isContent);
  return finish === undefined || to === -1 ? frames : frames.toSpliced(from, 1).toSpliced(to, 0, finish);
}
