import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { NOW_MS, outline, sentBy, stepsFor } from '../../../test/support/scripted-steps.ts';
import type { ScenarioFault, ScenarioTurn } from '../../contracts/index.ts';

type TurnInput = z.input<typeof ScenarioTurn>;
type FaultInput = z.input<typeof ScenarioFault>;

const TEXT = 'Gute Fahrt, Tromsø 🌊';
const turnWith = (...faults: FaultInput[]): TurnInput => ({ answer: [{ type: 'text', text: TEXT }], chunk_chars: 7, faults });
const WHOLE = { isStreaming: false } as const;
const textIn = (bytes: Buffer): unknown => (JSON.parse(bytes.toString()) as { choices: { message: { content: unknown } }[] }).choices[0]?.message.content;

describe('what the server does', () => {
  it.each<[string, FaultInput[], string]>([
    ['nothing wrong', [], '200 … end'],
    ['cut before headers', [{ kind: 'cut', at: 'before_headers', by: 'reset' }], 'reset'],
    ['cut before headers, which cannot end well', [{ kind: 'cut', at: 'before_headers', by: 'end' }], 'close'],
    ['cut after headers', [{ kind: 'cut', at: 'after_headers', by: 'end' }], '200 end'],
    ['cut in the middle', [{ kind: 'cut', at: 'mid_body' }], '200 … close'],
    ['headers late', [{ kind: 'stall', at: 'before_headers', ms: 120_000 }], '120000ms 200 … end'],
    ['headers never', [{ kind: 'stall', at: 'before_headers' }], 'hang'],
    ['first byte late', [{ kind: 'stall', at: 'after_headers', ms: 7 }], '200 7ms … end'],
    ['first byte never', [{ kind: 'stall', at: 'after_headers' }], '200 hang'],
    ['idle in the middle', [{ kind: 'stall', at: 'mid_body', ms: 9 }], '200 … 9ms … end'],
    ['idle, then cut', [{ kind: 'stall', at: 'mid_body', ms: 9 }, { kind: 'cut', at: 'before_end_marker', by: 'end' }], '200 … 9ms … end'],
    ['comments and no more', [{ kind: 'comments_only', count: 2, every_ms: 3 }], '200 … 3ms … 3ms end'],
    ['a status', [{ kind: 'status', status: 503 }], '503 … end'],
    ['a status without a body', [{ kind: 'status', status: 204 }], '204 end'],
    ['raw bytes', [{ kind: 'raw', status: 418, chunks: [{ text: 'a' }, { base64: '/w==', wait_ms: 2 }], by: 'reset' }], '418 … 2ms … reset'],
  ])('with %s', verifies('KEL-MOCK-06'), (_what, faults, expected) => {
    expect(outline(stepsFor(turnWith(...faults)))).toBe(expected);
  });

  it('waits before the first byte and between chunks', verifies('KEL-MOCK-06'), () => {
    const turn = { ...turnWith(), chunk_chars: 100, latency_ms: { first_byte: 40, between_chunks: 5 } };
    expect(outline(stepsFor(turn))).toBe('40ms 200 … 5ms … 5ms … 5ms … end');
    expect(outline(stepsFor(turn, WHOLE))).toBe('40ms 200 … end');
  });

  it('drips', verifies('KEL-MOCK-06'), () => {
    expect(outline(stepsFor(turnWith({ kind: 'byte_pieces', bytes: 1, every_ms: 100 })), 6)).toBe('200 … 100ms … 100ms …');
    const slices = [...stepsFor(turnWith({ kind: 'byte_pieces', bytes: 2 }))].flatMap((step) => (step.do === 'send' ? [step.bytes.length] : []));
    expect(new Set(slices.slice(0, -1))).toEqual(new Set([2]));
    expect(sentBy(stepsFor(turnWith({ kind: 'byte_pieces', bytes: 2 }))).bytes).toEqual(sentBy(stepsFor(turnWith())).bytes);
  });

  it('can go on without end, in a stream and in a whole answer', verifies('KEL-MOCK-06'), () => {
    const texts = (fault: FaultInput, isStreaming: boolean): string[] => {
      const seen: string[] = [];
      for (const step of stepsFor(turnWith(fault), { isStreaming })) {
        if (step.do === 'send') seen.push(Buffer.from(step.bytes).toString());
        if (seen.length > 5_000) break;
      }
      return seen;
    };
    expect(texts({ kind: 'endless' }, true).at(-1)).toContain('"content":"and so on and so on ');
    expect(texts({ kind: 'endless' }, false).at(-1)).toBe(' '.repeat(1_024));
    expect(texts({ kind: 'comments_only' }, true).at(-1)).toBe(': keep-alive\n\n');
    expect(texts({ kind: 'comments_only' }, false).at(-1)).toBe(' ');
  });
});

describe('what the server sends', () => {
  it('says its length when it is whole, and its true content type', () => {
    const { headers, bytes } = sentBy(stepsFor(turnWith(), WHOLE));
    expect(headers).toEqual({ 'content-type': 'application/json', 'content-length': String(bytes.length) });
    expect(sentBy(stepsFor(turnWith())).headers).toEqual({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    expect(sentBy(stepsFor(turnWith(), { format: 'ollama' })).headers['content-type']).toBe('application/x-ndjson');
    expect(sentBy(stepsFor(turnWith({ kind: 'content_type', content_type: 'text/html' }))).headers['content-type']).toBe('text/html');
  });

  it('says no length when a whole answer is cut and then ends as if it were complete', verifies('KEL-MOCK-06'), () => {
    const { headers, bytes } = sentBy(stepsFor(turnWith({ kind: 'cut', at: 'mid_body', by: 'end' }), WHOLE));
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(() => JSON.parse(bytes.toString()) as unknown).toThrow(SyntaxError);
    expect(sentBy(stepsFor(turnWith({ kind: 'cut', at: 'mid_body', by: 'close' }), WHOLE)).headers['content-length']).not.toBe(String(bytes.length));
  });

  it.each<[FaultInput, Record<string, string>, string]>([
    [{ kind: 'status', status: 200, body: '' }, { 'content-type': 'application/json', 'content-length': '0' }, ''],
    [{ kind: 'status', status: 200, body: null }, { 'content-type': 'application/json', 'content-length': '4' }, 'null'],
    [{ kind: 'status', status: 200, body: [1] }, { 'content-type': 'application/json', 'content-length': '3' }, '[1]'],
    [{ kind: 'status', status: 502, body: '<html>' }, { 'content-type': 'text/html; charset=utf-8', 'content-length': '6' }, '<html>'],
    [
      { kind: 'status', status: 302, headers: { Location: 'http://elsewhere.test/', 'Content-Type': 'text/plain' } },
      { 'content-type': 'text/plain', 'content-length': '0', location: 'http://elsewhere.test/' },
      '',
    ],
  ])('%j', verifies('KEL-MOCK-04'), (fault, headers, body) => {
    const sent = sentBy(stepsFor(turnWith(fault)));
    expect({ headers: sent.headers, body: sent.bytes.toString() }).toEqual({ headers, body });
  });

  it('asks to be asked again at a date', verifies('KEL-MOCK-04'), () => {
    const { headers } = sentBy(stepsFor(turnWith({ kind: 'status', status: 429, retry_at_s: 30 })));
    expect(headers['retry-after']).toBe(new Date(NOW_MS + 30_000).toUTCString());
  });

  it('explains a status in the words of the provider', verifies('KEL-MOCK-04'), () => {
    const bodyOf = (format: 'anthropic' | 'ollama' | 'openai_responses'): unknown => JSON.parse(sentBy(stepsFor(turnWith({ kind: 'status', status: 529 }), { format })).bytes.toString());
    const message = 'Overloaded (scripted, model "m")';
    expect(bodyOf('anthropic')).toEqual({ type: 'error', error: { type: 'overloaded_error', message }, request_id: 'req_mock' });
    expect(bodyOf('ollama')).toEqual({ error: message });
    expect(bodyOf('openai_responses')).toEqual({ error: { message, type: 'overloaded_error', param: null, code: null } });
  });

  it('can hold bytes that are not UTF-8, inside a text', verifies('KEL-MOCK-04'), () => {
    for (const isStreaming of [true, false]) {
      const { bytes } = sentBy(stepsFor(turnWith({ kind: 'invalid_utf8' }), { isStreaming }));
      expect(bytes.indexOf(Uint8Array.of(0xff, 0xfe, 0xc3))).toBeGreaterThan(0);
      expect(() => new TextDecoder('utf8', { fatal: true }).decode(bytes)).toThrow(TypeError);
      expect(bytes.includes('\uF8FF')).toBe(false);
    }
    const { bytes } = sentBy(stepsFor({ faults: [{ kind: 'invalid_utf8' }] }, WHOLE));
    expect(textIn(bytes)).toBe('\uFFFD\uFFFD\uFFFD');
  });

  it('can be compressed, with and without saying so', verifies('KEL-MOCK-04'), () => {
    const plain = sentBy(stepsFor(turnWith(), WHOLE)).bytes;
    const said = sentBy(stepsFor(turnWith({ kind: 'gzip' }), WHOLE));
    expect(said.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(said.bytes)).toEqual(plain);
    expect('content-encoding' in sentBy(stepsFor(turnWith({ kind: 'gzip', is_labelled: false }))).headers).toBe(false);
  });

  it('can have something put into it, something huge, or an error in its place', verifies('KEL-MOCK-04'), () => {
    const plain = sentBy(stepsFor(turnWith(), WHOLE)).bytes.toString();
    const sent = (fault: FaultInput): string => sentBy(stepsFor(turnWith(fault), WHOLE)).bytes.toString();
    const middle = Math.floor(plain.length / 2);
    expect(sent({ kind: 'insert', at: 'start', text: 'X' })).toBe(`X${plain}`);
    expect(sent({ kind: 'insert', text: 'X' })).toBe(`${plain.slice(0, middle)}X${plain.slice(middle)}`);
    expect(sent({ kind: 'insert', at: 'end', text: 'X' })).toBe(`${plain}X`);
    expect(sent({ kind: 'huge_frame', bytes: 3 })).toBe(plain.replace(TEXT, `${TEXT}xxx`));
    expect(JSON.parse(sent({ kind: 'error_in_stream' }))).toEqual({ error: { message: 'Overloaded', type: 'overloaded_error', param: null, code: null } });
  });

  it('comes whole for a stream, as a stream for a whole answer, or several times over', verifies('KEL-MOCK-04'), () => {
    expect(textIn(sentBy(stepsFor(turnWith({ kind: 'whole_for_stream' }))).bytes)).toBe(TEXT);
    expect(sentBy(stepsFor(turnWith({ kind: 'stream_for_whole' }), WHOLE)).headers['content-type']).toBe('text/event-stream');
    expect(outline(stepsFor(turnWith({ kind: 'stream_for_whole' })))).toBe('200 … end');
    const { choices } = JSON.parse(sentBy(stepsFor(turnWith({ kind: 'many_choices', count: 3 }), WHOLE)).bytes.toString()) as { choices: { index: number }[] };
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('is the same for the same seed and differs with the seed', verifies('KEL-MOCK-12'), () => {
    const sent = (seed: number): string => sentBy(stepsFor({ ...turnWith({ kind: 'duplicate_chunk' }), chunk_chars: 1 }, { seed })).bytes.toString();
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map(sent);
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(sent)).toEqual(all);
    expect(new Set(all).size).toBeGreaterThan(1);
  });
});
