import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { captureOutput, headAndTail } from './output-capture.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('captureOutput', () => {
  it('keeps everything that fits, the beginning first', verifies('KEL-SBX-12'), () => {
    const capture = captureOutput(headAndTail(9));
    capture.push(Buffer.from('abcdefg'));
    const { head, tail, totalBytes } = capture.captured();
    expect({ head: text(head), tail: text(tail), totalBytes }).toEqual({ head: 'abcd', tail: 'efg', totalBytes: 7 });
  });

  it('keeps exactly the first and the last bytes, however they come', verifies('KEL-SBX-12'), () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }), fc.nat(30), fc.nat(30), (chunks, headBytes, tailBytes) => {
        const capture = captureOutput({ headBytes, tailBytes });
        chunks.forEach((chunk) => capture.push(chunk));
        const whole = Buffer.concat(chunks);
        const rest = whole.subarray(headBytes);
        expect(capture.captured()).toEqual({
          head: new Uint8Array(whole.subarray(0, headBytes)),
          tail: new Uint8Array(rest.subarray(Math.max(0, rest.length - tailBytes))),
          totalBytes: whole.length,
        });
      }),
    );
  });

  it('gives a copy that later output does not change', verifies('KEL-SBX-12'), () => {
    const capture = captureOutput({ headBytes: 0, tailBytes: 4 });
    capture.push(Buffer.from('abcd'));
    const before = capture.captured();
    capture.push(Buffer.from('xy'));
    expect([text(before.tail), text(capture.captured().tail)]).toEqual(['abcd', 'cdxy']);
  });
});
