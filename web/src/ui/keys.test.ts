import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CHORD_MS, readKey, type KeyBinding, type KeyPress, type Pending } from './keys.ts';

const bound = (keys: string): KeyBinding => ({ keys, says: keys, run: () => undefined });
const bindings = [bound('?'), bound('g h'), bound('g r'), bound('r')];
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({ key, isTyping: false, hasModifier: false, atMs: 9_000, ...more });
const pressed = (...presses: KeyPress[]): string | undefined => {
  let pending: Pending | undefined;
  let keys: string | undefined;
  for (const one of presses) {
    const read = readKey(bindings, pending, one);
    pending = read.pending;
    keys = read.found?.keys;
  }
  return keys;
};

describe('keys', () => {
  it('mean what is bound to them, alone or one after the other', verifies('KEL-WEB-02', 'KEL-WEB-53'), () => {
    expect([pressed(press('?')), pressed(press('g')), pressed(press('g'), press('h')), pressed(press('r')), pressed(press('g'), press('r')), pressed(press('x'), press('h'))]).toEqual(['?', undefined, 'g h', 'r', 'g r', undefined]);
  });

  it('belong together only when one soon follows the other', verifies('KEL-WEB-02', 'KEL-WEB-53'), () => {
    expect([pressed(press('g'), press('h', { atMs: 9_000 + CHORD_MS })), pressed(press('g'), press('h', { atMs: 9_001 + CHORD_MS })), pressed(press('g'), press('r', { atMs: 9_001 + CHORD_MS }))]).toEqual(['g h', undefined, 'r']);
  });

  it('do nothing while somebody writes, or where the browser means something by them', verifies('KEL-WEB-02', 'KEL-WEB-53'), () => {
    expect([pressed(press('?', { isTyping: true })), pressed(press('r', { hasModifier: true })), pressed(press('g'), press('h', { isTyping: true }))]).toEqual([undefined, undefined, undefined]);
  });

  it('mean what was bound last, so that a page may take one over', verifies('KEL-WEB-02', 'KEL-WEB-53'), () => {
    const mine = bound('r');
    expect(readKey([...bindings, mine], undefined, press('r')).found).toBe(mine);
  });
});
