import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { renderFrame, USUAL_FRAMING } from './framing.ts';

const frame = { kind: 'text', event: 'delta', payload: '{"a":1}' } as const;

describe('a frame', () => {
  it('is an event of a stream, or a line of JSON', verifies('KEL-MOCK-04'), () => {
    expect(renderFrame(frame, 0, 'text/event-stream', USUAL_FRAMING)).toBe('event: delta\ndata: {"a":1}\n\n');
    expect(renderFrame({ kind: 'end', payload: '[DONE]' }, 0, 'text/event-stream', USUAL_FRAMING)).toBe('data: [DONE]\n\n');
    expect(renderFrame(frame, 0, 'application/x-ndjson', USUAL_FRAMING)).toBe('{"a":1}\n');
    expect(renderFrame({ kind: 'raw', payload: ': x\n\n' }, 0, 'text/event-stream', USUAL_FRAMING)).toBe(': x\n\n');
  });

  it('may look odd and still be right', verifies('KEL-MOCK-04'), () => {
    const odd = { line_ending: 'crlf', space_after_colon: false, byte_order_mark: true, event_ids: true, comments: true } as const;
    expect(renderFrame(frame, 0, 'text/event-stream', odd)).toBe('\uFEFF: still here\r\nid:0\r\nevent:delta\r\ndata:{"a":1}\r\n\r\n');
    expect(renderFrame({ ...frame, payload: 'a\nb' }, 1, 'text/event-stream', { ...USUAL_FRAMING, line_ending: 'cr' })).toBe('event: delta\rdata: a\rdata: b\r\r');
    expect(renderFrame(frame, 1, 'application/x-ndjson', odd)).toBe('{"a":1}\r\n');
    expect(renderFrame(frame, 1, 'application/x-ndjson', { ...odd, line_ending: 'cr' })).toBe('{"a":1}\n');
  });
});
