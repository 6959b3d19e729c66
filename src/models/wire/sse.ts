import { BYTE_ORDER_MARK, refuseAbove, WIRE_PIECE_CHARS_MAX, type WireLimits } from './wire-limits.ts';

export interface SseEvent {
  /** `message` when the server named none. */
  readonly event: string;
  readonly data: string;
  /** The last one the server gave, also with an earlier event; undefined before the first. */
  readonly id: string | undefined;
}

export interface SseReader {
  /** Takes text as it was cut by the network and gives the events that are now whole. */
  push(text: string): readonly SseEvent[];
  /** An event that was not closed by an empty line is none: it may have been cut. */
  end(): readonly SseEvent[];
}

const LINE_FEED = 10;
const SPACE = 32;
const COLON = 58;
const NO_EVENTS: readonly SseEvent[] = [];

/**
 * Reads an event stream as the WHATWG standard has it. Only new text is ever searched, so a long line in many small
 * pieces costs no more than in one. Throws a `too_large` fault instead of putting together more than the limit.
 */
export function createSseReader({ charsMax = WIRE_PIECE_CHARS_MAX }: WireLimits = {}): SseReader {
  /** The line that has begun in earlier pieces. */
  let begun = '';
  /** The data of the event that has begun; undefined before its first data line. */
  let data: string | undefined;
  let event = '';
  let id: string | undefined;
  let isAtStart = true;
  /** A carriage return ended the last piece, so a line feed at the start of the next belongs to it. */
  let endedWithReturn = false;
  let events: SseEvent[] = [];

  const dispatch = (): void => {
    if (data !== undefined) events.push({ event: event === '' ? 'message' : event, data, id });
    data = undefined;
    event = '';
  };
  const takeData = (value: string): void => {
    data = data === undefined ? value : `${data}\n${value}`;
    refuseAbove(charsMax, data.length);
  };
  const takeLine = (line: string): void => {
    const { field, value } = fieldOf(line);
    if (field === 'data') takeData(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  };
  /** A line from `from` up to `to`. Most lines are `data: …` and lie wholly in one piece: those are cut out once. */
  const takeSpan = (text: string, from: number, to: number): void => {
    refuseAbove(charsMax, begun.length + to - from);
    if (begun !== '') {
      const line = begun + text.slice(from, to);
      begun = '';
      takeLine(line);
    } else if (from === to) dispatch();
    else if (text.startsWith('data:', from) && to - from > 5) takeData(text.slice(from + (text.charCodeAt(from + 5) === SPACE ? 6 : 5), to));
    else if (text.charCodeAt(from) !== COLON) takeLine(text.slice(from, to));
  };
  const keep = (text: string, from: number): void => {
    refuseAbove(charsMax, begun.length + text.length - from);
    if (from < text.length) begun += text.slice(from);
  };
  const readLineFeeds = (text: string, start: number): void => {
    let from = start;
    for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', from)) {
      takeSpan(text, from, at);
      from = at + 1;
      if (text.charCodeAt(from) === LINE_FEED) {
        dispatch();
        from += 1;
      }
    }
    keep(text, from);
  };
  const readAnyEnds = (text: string, start: number): void => {
    let from = start;
    let feed = text.indexOf('\n', from);
    let carriage = text.indexOf('\r', from);
    while (feed !== -1 || carriage !== -1) {
      const isReturn = carriage !== -1 && (feed === -1 || carriage < feed);
      const at = isReturn ? carriage : feed;
      takeSpan(text, from, at);
      from = at + 1;
      if (isReturn && from === text.length) endedWithReturn = true;
      else if (isReturn && text.charCodeAt(from) === LINE_FEED) from += 1;
      if (feed !== -1 && feed < from) feed = text.indexOf('\n', from);
      if (carriage !== -1 && carriage < from) carriage = text.indexOf('\r', from);
    }
    keep(text, from);
  };

  return {
    push(text) {
      if (text === '') return NO_EVENTS;
      let from = 0;
      if (isAtStart && text.startsWith(BYTE_ORDER_MARK)) from = 1;
      isAtStart = false;
      if (endedWithReturn && text.charCodeAt(0) === LINE_FEED) from = 1;
      endedWithReturn = false;
      if (text.includes('\r', from)) readAnyEnds(text, from);
      else readLineFeeds(text, from);
      if (events.length === 0) return NO_EVENTS;
      const taken = events;
      events = [];
      return taken;
    },
    end: () => NO_EVENTS,
  };
}

/** A comment is a field without a name, which nobody knows. One space after the colon belongs to it. */
function fieldOf(line: string): { readonly field: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { field: line, value: '' };
  return { field: line.slice(0, colon), value: line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1) };
}
