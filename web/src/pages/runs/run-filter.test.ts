import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { RunListRequest } from '../../../../src/contracts/index.ts';
import { isFiltered, NO_FILTER, requestOf } from './run-filter.ts';

describe('the filter of runs', () => {
  it('asks for what was chosen and nothing else, always in a way that the contract takes', verifies('KEL-WEB-40'), () => {
    expect([requestOf(NO_FILTER, 50), isFiltered(NO_FILTER)]).toEqual([{ limit: 50 }, false]);
    const chosen = { reason: 'timeout', standing: 'ended', since: '2026-11-01', until: '2026-11-16', costMin: ' 0.5 ', isRecalledOnly: true };
    const asked = requestOf(chosen, 20);
    expect(asked).toEqual({ limit: 20, reason: 'timeout', standing: 'ended', since: '2026-11-01', until: '2026-11-16', cost_usd_min: 0.5, is_recalled: true });
    expect([RunListRequest.safeParse(asked).success, isFiltered(chosen)]).toEqual([true, true]);
    for (const costMin of ['much', '-1', 'Infinity', '  ']) expect(requestOf({ ...NO_FILTER, costMin }, 20)).toEqual({ limit: 20 });
  });
});
