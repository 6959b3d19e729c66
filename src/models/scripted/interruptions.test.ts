import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ScenarioPlace } from '../../contracts/index.ts';
import type { Piece } from './body.ts';
import { interrupted, slicedInto, type Interrupted } from './interruptions.ts';

const piece = (kind: Piece['kind'], text: string): Piece => ({ kind, bytes: Buffer.from(text) });
const STREAM = [piece('structure', '(s)'), piece('text', '[ab]'), piece('text', '[cd]'), piece('call', '{ef}'), piece('call', '{gh}'), piece('finish', 'fin'), piece('end', 'end')];
const shown = (items: Iterable<Interrupted>): string => [...items].map((item) => ('bytes' in item ? Buffer.from(item.bytes).toString() : '!')).join(' ');
const cutAt = (at: ScenarioPlace, pieces: readonly Piece[] = STREAM): string => shown(interrupted(pieces, [{ kind: 'cut', at, by: 'close' }]));

describe('an interruption', () => {
  it.each<[ScenarioPlace, string]>([
    ['mid_body', '(s) [ab] [cd] ! {ef} {gh} fin end'],
    ['mid_frame', '(s) [ab] [c ! d] {ef} {gh} fin end'],
    ['mid_tool_call', '(s) [ab] [cd] {ef} ! {gh} fin end'],
    ['before_finish', '(s) [ab] [cd] {ef} {gh} ! fin end'],
    ['before_end_marker', '(s) [ab] [cd] {ef} {gh} fin ! end'],
  ])('strikes a stream %s', verifies('KEL-MOCK-06'), (at, expected) => {
    expect(cutAt(at)).toBe(expected);
  });

  it('cuts a call that is one frame in two', verifies('KEL-MOCK-06'), () => {
    expect(cutAt('mid_tool_call', [piece('text', 'a'), piece('call', '{ef}'), piece('end', 'e')])).toBe('a {e ! f} e');
    expect(cutAt('mid_tool_call', [piece('text', '[ab]'), piece('end', 'e')])).toBe('[a ! b] e');
  });

  it('strikes a whole answer in the middle or near its end', verifies('KEL-MOCK-06'), () => {
    const whole = [piece('whole', '0123456789')];
    expect(['mid_body' as const, 'mid_frame' as const, 'mid_tool_call' as const].map((at) => cutAt(at, whole))).toEqual(Array.from({ length: 3 }, () => '01234 ! 56789'));
    expect(['before_finish' as const, 'before_end_marker' as const].map((at) => cutAt(at, whole))).toEqual(['012345678 ! 9', '012345678 ! 9']);
  });

  it('comes at the end of a stream that has no end', verifies('KEL-MOCK-06'), () => {
    expect(cutAt('before_end_marker', [piece('text', 'a')])).toBe('a !');
    expect(cutAt('mid_body', [])).toBe('!');
  });

  it('can be followed by another', verifies('KEL-MOCK-06'), () => {
    const both = interrupted(STREAM, [
      { kind: 'stall', at: 'mid_body', ms: 5 },
      { kind: 'cut', at: 'before_finish', by: 'reset' },
    ]);
    expect(shown(both)).toBe('(s) [ab] [cd] ! {ef} {gh} ! fin end');
  });
});

describe('bytes in small pieces', () => {
  it('are cut anew between interruptions, wherever that falls', verifies('KEL-MOCK-06'), () => {
    const items = interrupted([piece('text', 'abcd'), piece('text', 'efg')], [{ kind: 'stall', at: 'mid_body' }]);
    expect(shown(slicedInto(items, 3))).toBe('abc d ! efg');
    expect(shown(slicedInto(STREAM, 100))).toBe('(s)[ab][cd]{ef}{gh}finend');
    expect(shown(slicedInto(STREAM, undefined))).toBe(shown(STREAM));
    expect([...slicedInto([piece('text', 'é')], 1)].map((item) => ('bytes' in item ? item.bytes.length : 0))).toEqual([1, 1]);
  });
});
