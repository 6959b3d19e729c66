import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { quoted } from './start-script.ts';

describe('quoted', () => {
  it('makes one word of any text', verifies('KEL-SBX-01'), () => {
    expect([quoted('a b'), quoted("it's"), quoted('$HOME\n')]).toEqual(["'a b'", `'it'\\''s'`, "'$HOME\n'"]);
  });
});
