import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { hiddenIn, hiddenInValue } from './hidden-characters.ts';

describe('what a person does not see', () => {
  it('is found in a text and named', verifies('KEL-MCP-06'), () => {
    const found = ['plain\n\ttext\r', 'tag\u{e0041}', 'bidi\u202e', 'isolate\u2066', 'mark\u200f', 'zero\u200bwidth', '\ufeffbom', 'bell\u0007', 'soft\u00adhyphen', 'a\u200db', 'word\u2060joiner', 'x\u{e0101}', 'mongol\u180e', 'arabic\u061c', 'note\ufff9', 'old\u206a', 'del\u007f', 'vt\u000b', 'esc\u001b'].map(hiddenIn);
    const direction = 'a character that changes the direction of writing';
    const control = 'a control character';
    expect(found).toEqual([undefined, 'a tag character, which can hide words', direction, direction, direction, 'a space without width', 'a space without width', control, 'a soft hyphen', 'an invisible joiner', 'an invisible character', 'a variation mark, which can hide words', 'an invisible character', direction, 'an invisible character', 'an invisible character', control, control, control]);
  });

  it('is not what other scripts and pictures need', verifies('KEL-MCP-06'), () => {
    expect(['👩‍💻 works', 'می‌خواهم', 'עברית', 'naïve', '日本語', 'é'].map(hiddenIn)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
    expect(hiddenIn('می\u200c\u200dخ')).toBe('an invisible joiner');
  });

  it('is looked for in every text of a definition, names of members included, down to a depth', verifies('KEL-MCP-06'), () => {
    expect(hiddenInValue({ a: [1, null, { b: 'plain' }] })).toBeUndefined();
    expect(hiddenInValue({ a: [{ b: 'x\u202e' }] })).toBe('a character that changes the direction of writing');
    expect(hiddenInValue({ 'n\u200bame': 1 })).toBe('a space without width');
    let deep: unknown = 'end';
    for (let level = 0; level < 65; level += 1) deep = [deep];
    expect([hiddenInValue(deep), hiddenInValue([deep])]).toEqual([undefined, 'more levels than a definition needs']);
  });
});
