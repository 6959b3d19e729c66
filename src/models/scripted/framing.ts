import type { ScenarioFault } from '../../contracts/index.ts';
import type { Frame, WireWriter } from './wire/wire-writer.ts';

export type Framing = Omit<Extract<ScenarioFault, { kind: 'odd_framing' }>, 'kind' | 'comment'>;

export const USUAL_FRAMING: Framing = { line_ending: 'lf', space_after_colon: true, byte_order_mark: false, event_ids: false, comments: false };

const LINE_ENDINGS = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;
const BYTE_ORDER_MARK = '\uFEFF';

/** What keeps a connection awake and means nothing. */
export const IDLE_NOISE = { 'text/event-stream': ': keep-alive\n\n', 'application/x-ndjson': '\n' } as const;

/** A frame as it goes over the wire. */
export function renderFrame(frame: Frame, at: number, streamType: WireWriter['streamType'], framing: Framing): string {
  if (frame.kind === 'raw') return frame.payload;
  if (streamType === 'application/x-ndjson') return `${frame.payload}${framing.line_ending === 'crlf' ? '\r\n' : '\n'}`;
  const ending = LINE_ENDINGS[framing.line_ending];
  const colon = framing.space_after_colon ? ': ' : ':';
  const lines = [
    ...(framing.comments ? [': still here'] : []),
    ...(framing.event_ids ? [`id${colon}${at}`] : []),
    ...(frame.event === undefined ? [] : [`event${colon}${frame.event}`]),
    ...frame.payload.split('\n').map((line) => `data${colon}${line}`),
  ];
  const mark = framing.byte_order_mark && at === 0 ? BYTE_ORDER_MARK : '';
  return `${mark}${lines.join(ending)}${ending}${ending}`;
}
