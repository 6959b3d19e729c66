import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { BudgetResource, type BudgetAdjustReport } from '../../contracts/index.ts';
import { EXIT } from '../exit-codes.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { budget, readLimit } from './budget.ts';

/** Types it, with a server that answers this. */
async function typed(wish: string, answer: BudgetAdjustReport, reason?: string): Promise<{ exit: number; out: string; sent: unknown }> {
  const { terminal, out } = memoryTerminal();
  let sent: unknown;
  const client = createClient({
    baseUrl: 'http://keelson.test',
    fetch: async (request) => {
      sent = await request.json();
      return Response.json(answer);
    },
  });
  const exit = await budget({ terminal, client, signal: new AbortController().signal }, 'last', wish, reason === undefined ? {} : { reason });
  return { exit, out: out(), sent };
}

const TOKENS: BudgetAdjustReport = { run_id: RUN, resource: 'tokens', from: 500_000, to: 800_000, consumed: 412_345 };

describe('keelson budget', () => {
  it('raises a limit for a person, with their reason', verifies('MH4-5-06'), async () => {
    expect(await typed('tokens=800,000', TOKENS, 'the files are large')).toEqual({ exit: EXIT.ok, out: 'Now 800,000 tokens instead of 500,000; 412,345 used so far by 000001.\n', sent: { run: 'last', resource: 'tokens', limit: 800_000, reason: 'the files are large' } });
    expect(await typed('cost=8.5', { run_id: RUN, resource: 'cost', from: 5, to: 8.5, consumed: 4.2 }, ' ')).toEqual({ exit: EXIT.ok, out: 'Now $8.50 instead of $5.00; $4.20 used so far by 000001.\n', sent: { run: 'last', resource: 'cost', limit: 8.5, reason: 'A person asked for it.' } });
  });

  it('takes note of a warning where no amount is given', verifies('MH4-5-06'), async () => {
    expect(await typed('tokens', { ...TOKENS, to: 500_000 })).toEqual({ exit: EXIT.ok, out: 'Noted. 500,000 tokens it stays; 412,345 used so far by 000001.\n', sent: { run: 'last', resource: 'tokens', reason: 'A person asked for it.' } });
  });

  it('refuses what is no limit, and names the limits that there are', verifies('MH4-5-06'), async () => {
    for (const wrong of ['patience=3', 'tokens=', 'tokens=0', 'tokens=-1', 'tokens=many', 'tokens=1=2', '']) expect(readLimit(wrong)).toMatchObject({ fault: { code: 'input.invalid', next_step: expect.stringContaining(BudgetResource.options.join(', ')) } });
    expect((await typed('nothing', TOKENS)).exit).toBe(EXIT.usage);
  });
});
