import { describe, expect, it } from 'vitest';
import { sideBySide } from './execute-phase.ts';

const { signal } = new AbortController();

describe('work side by side', () => {
  it('answers in the order of the items, with no more at once than there may be', async () => {
    let [atWork, most] = [0, 0];
    const results = await sideBySide([3, 1, 2], 2, signal, async (item) => {
      most = Math.max(most, (atWork += 1));
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      atWork -= 1;
      return item * 10;
    });
    expect([results, most]).toEqual([[30, 10, 20], 2]);
  });

  it('stops those at work when one breaks, waits for them, begins no further one, and says what broke', async () => {
    const told: string[] = [];
    const together = sideBySide(['at work', 'breaks', 'never begun'], 2, signal, async (item, until) => {
      told.push(`${item} begins`);
      if (item === 'breaks') throw new Error('It broke.');
      await new Promise((resolve) => until.addEventListener('abort', resolve));
      told.push(`${item} stops`);
      throw new Error('It was stopped.');
    });
    await expect(together).rejects.toThrow('It broke.');
    expect(told).toEqual(['at work begins', 'breaks begins', 'at work stops']);
  });

  it('stops with the whole', async () => {
    const whole = new AbortController();
    const stopped = sideBySide(['one'], 1, whole.signal, (_item, until) => new Promise((resolve) => until.addEventListener('abort', () => resolve('stopped'))));
    whole.abort();
    expect(await stopped).toEqual(['stopped']);
  });
});
