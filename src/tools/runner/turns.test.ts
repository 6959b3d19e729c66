import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('are taken one after the other, whatever becomes of the one before', async () => {
    const turns = createTurns();
    const { signal } = new AbortController();
    const said: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const first = turns.take(() => held.then(() => void said.push('first')), signal);
    const second = turns.take(() => Promise.reject(new Error('it failed')), signal).catch(() => said.push('second'));
    const third = turns.take(async () => void said.push('third'), signal);
    letGo();
    await Promise.all([first, second, third]);
    expect(said).toEqual(['first', 'second', 'third']);
  });

  it('are given up with the reason of the signal, and the next one still waits for the first', async () => {
    const turns = createTurns();
    const ending = new AbortController();
    const said: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const first = turns.take(() => held.then(() => void said.push('first')), new AbortController().signal);
    const second = turns.take(async () => void said.push('second'), ending.signal);
    const third = turns.take(async () => void said.push('third'), new AbortController().signal);
    ending.abort('enough');
    await expect(second).rejects.toBe('enough');
    letGo();
    await Promise.all([first, third]);
    await expect(turns.take(async () => void said.push('late'), ending.signal)).rejects.toBe('enough');
    expect(said).toEqual(['first', 'third']);
  });
});
