import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createSseReader, type SseEvent } from './sse.ts';

function readAll(pieces: readonly string[]): SseEvent[] {
  const reader = createSseReader();
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
}

const message = (data: string, rest: Partial<SseEvent> = {}): SseEvent => ({ event: 'message', data, id: undefined, ...rest });

/** The standard's own words, line by line over the whole text: slow, and plain enough to be seen to be right. */
function byTheStandard(text: string): SseEvent[] {
  const events: SseEvent[] = [];
  let [data, event, id]: [string[], string, string | undefined] = [[], '', undefined];
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = whole.split(/\r\n|\r|\n/);
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n'), id });
      [data, event] = [[], ''];
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*)(?::[ ]?(.*))?$/su.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
    if (field === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}

/** Cuts a text at the places that the numbers choose. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
}

describe('an event stream', () => {
  it('gives one event for each block that an empty line closed', verifies('KEL-HTTP-01'), () => {
    expect(readAll(['data: one\n\ndata:two\n\ndata:  three\n\n'])).toEqual([message('one'), message('two'), message(' three')]);
  });

  it('joins several data lines by a line feed', verifies('KEL-HTTP-01'), () => {
    expect(readAll(['data: a\ndata\ndata:\ndata: b\n\n'])).toEqual([message('a\n\n\nb')]);
  });

  it('gives the name of an event with that event only, and the id until another comes', verifies('KEL-HTTP-01'), () => {
    expect(readAll(['event:ping\nid: 7\ndata: x\n\ndata: y\n\nid: a\0b\nid\ndata: z\n\n'])).toEqual([
      message('x', { event: 'ping', id: '7' }),
      message('y', { id: '7' }),
      message('z', { id: '' }),
    ]);
  });

  it('leaves out comments, unknown fields, and events without data', verifies('KEL-HTTP-01'), () => {
    expect(readAll([': keep-alive\n\n:\nretry: 5\nnonsense\nevent: only\n\ndata: x\n\n'])).toEqual([message('x')]);
    expect(readAll([': keep-al', 'ive: data: x\n', '\ndata: y\n\n'])).toEqual([message('y')]);
  });

  it('takes line feeds, carriage returns and both together, also when they are cut apart', verifies('KEL-HTTP-01'), () => {
    expect(readAll(['data: a\r', '\ndata: b\r', '\n\r', '\ndata: c\r\rdata: d\n\r', 'data: e\r\n\r', '\n'])).toEqual([
      message('a\nb'),
      message('c'),
      message('d'),
      message('e'),
    ]);
  });

  it('leaves out a byte order mark at the very start, and only there', verifies('KEL-HTTP-01'), () => {
    expect(readAll(['\uFEFF', 'data: a\n\n', '\uFEFFdata: b\n\n'])).toEqual([message('a')]);
  });

  it('gives nothing for an event that the end cut off', verifies('KEL-HTTP-01'), () => {
    expect(readAll(['data: a\n\ndata: {"half":'])).toEqual([message('a')]);
    expect(readAll(['data: whole line\n'])).toEqual([]);
  });

  it('reads every stream, however it is cut, as the standard says', verifies('KEL-HTTP-01'), () => {
    const piece = fc.constantFrom('data', 'data:', 'data: ', 'event: e', 'id: 1', 'id', ':', 'x', ' ', '\n', '\n\n', '\r', '\r\n', '\0', '\uFEFF', 'dat', 'é', '🎉');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, places) => {
        const text = pieces.join('');
        const expected = byTheStandard(text);
        // A carriage return at the very end closes a line at once; the standard's text is split the same way.
        expect(readAll(cut(text, places))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a line above the limit while it comes, and whole', verifies('KEL-HTTP-02'), () => {
    const endless = createSseReader({ charsMax: 20 });
    endless.push('data: 0123456789');
    expect(endless.push('0123')).toEqual([]);
    expect(() => endless.push('4')).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(() => createSseReader({ charsMax: 20 }).push(`data: ${'x'.repeat(15)}\n\n`)).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(createSseReader({ charsMax: 20 }).push(`data: ${'x'.repeat(14)}\n\n`)).toEqual([message('x'.repeat(14))]);
  });

  it('refuses an event of many short lines above the limit', verifies('KEL-HTTP-02'), () => {
    const reader = createSseReader({ charsMax: 20 });
    expect(() => reader.push('data\n'.repeat(30))).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(createSseReader({ charsMax: 20 }).push(`${'data\n'.repeat(21)}\n`)).toEqual([message('\n'.repeat(20))]);
  });

  it('reads a long line in very many pieces in linear time', () => {
    const reader = createSseReader();
    reader.push('data: ');
    for (let at = 0; at < 400_000; at += 1) reader.push('0123456789');
    expect(reader.push('\n\n')[0]?.data.length).toBe(4_000_000);
  });
});
