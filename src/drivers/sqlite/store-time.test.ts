import { describe, expect, it } from 'vitest';
import { bootEpoch, systemStoreTime } from './store-time.ts';

const fails = (): string => {
  throw new Error('no such file');
};

describe('the boot of a machine', () => {
  it('goes by the first name that the system gives it', () => {
    expect(bootEpoch([fails, () => ' \n', () => ' 7f-12\n', () => 'other'])).toBe('7f-12');
  });

  it('has one constant name where the system gives none, which no clock and no network changes', () => {
    expect([bootEpoch([fails]), bootEpoch([])]).toEqual(['unnamed-boot', 'unnamed-boot']);
  });

  it('is the same each time it is asked for', () => {
    const time = systemStoreTime({ nowMs: () => 5 });
    expect([time().epoch, time().wallMs]).toEqual([bootEpoch(), 5]);
  });
});
