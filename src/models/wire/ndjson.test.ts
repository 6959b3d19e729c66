import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createLineReader } from './ndjson.ts';

function readAll(pieces: readonly string[]): string[] {
  const reader = createLineReader();
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
}

describe('an answer of one JSON value a line', () => {
  it('gives whole lines, without empty ones, carriage returns and a byte order mark', verifies('KEL-HTTP-03'), () => {
    expect(readAll(['\uFEFF{"a":1}\n{"b', '":2}\r', '\n\n\r\n{"c":3}\n'])).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('gives the last line at the end, when no line feed closed it', verifies('KEL-HTTP-03'), () => {
    const reader = createLineReader();
    expect([reader.push('{"a":1}\n{"b":2}\r'), reader.end(), reader.end()]).toEqual([['{"a":1}'], ['{"b":2}'], []]);
  });

  it('gives the same lines however they are cut', verifies('KEL-HTTP-03'), () => {
    const piece = fc.constantFrom('{', '"a"', '\n', '\r\n', 'é', '🎉', '\uFEFF', ' ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(readAll(pieces)).toEqual(readAll([pieces.join('')]));
      }),
    );
  });

  it('refuses a line above the limit while it comes, and whole', verifies('KEL-HTTP-02'), () => {
    const reader = createLineReader({ charsMax: 10 });
    expect(reader.push('0123456789')).toEqual([]);
    expect(() => reader.push('0')).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(() => createLineReader({ charsMax: 10 }).push('01234567890\n')).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(createLineReader({ charsMax: 10 }).push('0123456789\n')).toEqual(['0123456789']);
  });
});
