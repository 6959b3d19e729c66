import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { BudgetResource, type BudgetAdjustReport, type BudgetShowReport } from '../../contracts/index.ts';
import { EXIT } from '../exit-codes.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { budget, readLimit, showBudget } from './budget.ts';

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

const TOKENS: BudgetAdjustReport = { run_id: RUN, resource: 'tokens', from: 500_000, to: 800_000, consumed: 412_345, held: 20_000, waited: false };

describe('keelson budget', () => {
  it('raises a limit for a person, with their reason', verifies('MH4-5-06'), async () => {
    expect(await typed('tokens=800,000', TOKENS, 'the files are large')).toEqual({ exit: EXIT.ok, out: 'The limit is now 800,000 tokens instead of 500,000; 000001 has used 412,345 and set 20,000 aside.\n', sent: { run: 'last', resource: 'tokens', limit: 800_000, reason: 'the files are large' } });
    expect(await typed('cost=8.5', { run_id: RUN, resource: 'cost', from: 5, to: 8.5, consumed: 4.2, held: 0, waited: true }, ' ')).toEqual({ exit: EXIT.ok, out: 'The limit is now $8.50 instead of $5.00; 000001 has used $4.20. It waited for this, and goes on where it is at work; otherwise keelson resume 000001 goes on.\n', sent: { run: 'last', resource: 'cost', limit: 8.5, reason: 'A person asked for it.' } });
  });

  it('takes note of a warning where no amount is given', verifies('MH4-5-06'), async () => {
    expect(await typed('tokens', { ...TOKENS, to: 500_000 })).toEqual({ exit: EXIT.ok, out: 'Noted. The limit stays at 500,000 tokens; 000001 has used 412,345 and set 20,000 aside.\n', sent: { run: 'last', resource: 'tokens', reason: 'A person asked for it.' } });
  });

  it('refuses what is no limit, and names the limits that there are', verifies('MH4-5-06'), async () => {
    for (const wrong of ['patience=3', 'tokens=', 'tokens=0', 'tokens=-1', 'tokens=many', 'tokens=1=2', '']) expect(readLimit(wrong)).toMatchObject({ fault: { code: 'input.invalid', next_step: expect.stringContaining(BudgetResource.options.join(', ')) } });
    expect((await typed('nothing', TOKENS)).exit).toBe(EXIT.usage);
  });

  it('shows each limit with what is used, held and left, and whose word it is', verifies('KEL-RAISE-08'), async () => {
    const standing = (resource: BudgetResource, used: number, held: number, limit: number) => ({ resource, used, held, left: limit - used - held, limit });
    const report: BudgetShowReport = {
      run_id: RUN,
      scopes: [
        { scope: 'run', of: RUN, limits: [{ ...standing('tokens', 412_345, 20_000, 800_000), from: 'raised', detail: 'ada: the files are large' }, { ...standing('cost', 1.5, 0, 2), from: 'configuration', detail: 'runs.budget.per_run.max_cost_usd' }, { ...standing('tools', 3, 1, 7), from: 'start', detail: 'given when it was started' }] },
        { scope: 'user_daily', of: 'ada, 2026-11-16 (UTC)', limits: [{ ...standing('runs', 4, 0, 50), from: 'default', detail: 'runs.budget.per_user_daily.max_runs' }] },
        { scope: 'global', of: 'all runs here', limits: [] },
      ],
      assumed_calls: 2,
    };
    const shown = async (run: string | undefined, json: boolean) => {
      const { terminal, out } = memoryTerminal();
      const asked: string[] = [];
      const client = createClient({ baseUrl: 'http://keelson.test', fetch: async (request) => (asked.push(request.method === 'GET' ? request.url : JSON.stringify(await request.json())), Response.json(report)) });
      const exit = await showBudget({ terminal, client, signal: new AbortController().signal }, run, { json });
      return { exit, out: out(), asked };
    };
    const text = await shown('last', false);
    expect([text.exit, text.out]).toEqual([EXIT.ok, [
      `This run: ${RUN}`,
      '                     used    held     left    limit  limit from',
      '  tokens          412,345  20,000  367,655  800,000  raised by ada: the files are large',
      '  dollars           $1.50   $0.00    $0.50    $2.00  configuration (runs.budget.per_run.max_cost_usd)',
      '  calls of tools        3       1        3        7  given when it was started',
      '',
      'The day: ada, 2026-11-16 (UTC)',
      '        used  held  left  limit  limit from',
      '  runs     4     0    46     50  default (runs.budget.per_user_daily.max_runs)',
      '',
      'Everything here: all runs here',
      '    used  held  left  limit  limit from',
      '',
      '2 answered calls of models reported no tokens that can be believed; the most that they can have used is assumed.',
      '',
    ].join('\n')]);
    expect(JSON.parse((await shown(undefined, true)).out)).toEqual(report);
    expect(text.asked.join()).toContain('last');
  });
});
