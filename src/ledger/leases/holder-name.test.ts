import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { holderName, holderWords, readHolder } from './holder-name.ts';

const HOLDER = { pid: 4711, began: '98311', host: 'deck/4026531836' };

describe('the name of a lease holder', () => {
  it('is read back as the process that it names', verifies('KEL-RUN-11'), () => {
    expect(holderName('run_1', HOLDER)).toBe('run_1:process-4711-98311@deck/4026531836');
    for (const holder of [HOLDER, { ...HOLDER, began: '' }]) expect(readHolder(holderName('a:process-1-2@b', holder))).toEqual(holder);
    for (const name of ['somebody', 'run:process-x-1@deck', 'run:process-0-1@deck', 'run:process-1.5-1@deck', 'run:process-12-1', 'run:process-12-1@']) expect([name, readHolder(name)]).toEqual([name, undefined]);
  });

  it('is told in words without the namespace, and as it is where it names no process', verifies('KEL-RUN-11'), () => {
    expect([holderWords(holderName('run_1', HOLDER)), holderWords('somebody')]).toEqual(['process 4711 on deck', 'somebody']);
  });
});
