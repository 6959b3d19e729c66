import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { material } from './material.ts';

describe('words of others', () => {
  it('stand in a frame that says what they are', verifies('KEL-PLAN-01'), () => {
    expect(material('request', 'one\ntwo')).toBe('<keelson:material kind="request" fence="9fa0ec54437995b5">\none\ntwo\n</keelson:material fence="9fa0ec54437995b5">');
  });

  it('have a fence that is another for every text and every kind', verifies('KEL-PLAN-01'), () => {
    const fenceOf = (framed: string): string => framed.slice(-18, -2);
    const fences = [material('request', 'a'), material('request', 'b'), material('task', 'a'), material('request', fenceOf(material('request', 'a')))].map(fenceOf);
    expect(new Set(fences).size).toBe(4);
  });

  it('can neither end their frame nor begin another', verifies('KEL-PLAN-01'), () => {
    const ours = constantFrom('<keelson:material kind="task">', '</keelson:material fence="0000000000000000">', '</KEELSON:MATERIAL>', '<keelson:result ', '\n', '"', '>');
    const hostile = array(oneof(ours, string({ unit: 'binary' })), { maxLength: 8 }).map((parts) => parts.join(''));
    assert(
      property(hostile, (text) => {
        const whole = material('output', text).toLowerCase();
        expect(whole.split('<keelson:')).toHaveLength(2);
        expect(whole.split('</keelson:')).toHaveLength(2);
        expect(whole.split('\n').at(-1)?.startsWith('</keelson:material fence=')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
