import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { boundedAnswer } from './bounded-answer.ts';

const answer = (parts: readonly string[], type: string): Response => boundedAnswer(new Response(new Blob([...parts]).stream(), { headers: { 'content-type': type }, status: 201 }), 10);
const TOO_LARGE = 'The server sent more than 10 bytes in one message.';

describe('the answer of a server', () => {
  it('is held to a size as a whole', verifies('KEL-MCP-02'), async () => {
    expect(await answer(['1234567890'], 'application/json').text()).toBe('1234567890');
    await expect(answer(['12345678901'], 'application/json').text()).rejects.toThrow(TOO_LARGE);
    expect(answer([''], 'application/json').status).toBe(201);
  });

  it('that is a stream of events is held to it event by event', verifies('KEL-MCP-02'), async () => {
    const events = 'data: 1\n\n'.repeat(50);
    expect(await answer([events], 'text/event-stream; charset=utf-8').text()).toBe(events);
    expect(await answer(['\ndata: 12\n\ndata: 34\n\n'], 'Text/Event-Stream').text()).toHaveLength(21);
    expect(await answer(['d: 1\r\n\r\n'.repeat(5)], 'text/event-stream').text()).toHaveLength(40);
    await expect(answer(['data: 12345\n\n'], 'text/event-stream').text()).rejects.toThrow(TOO_LARGE);
    await expect(answer(['a\nb\nc\nd\ne\nf\n\n'], 'text/event-stream').text()).rejects.toThrow(TOO_LARGE);
  });

  it('keeps having no body when it has none', verifies('KEL-MCP-02'), () => {
    const empty = new Response(null, { status: 204 });
    expect(boundedAnswer(empty, 10)).toBe(empty);
  });
});
