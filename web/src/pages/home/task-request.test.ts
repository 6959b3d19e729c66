import { describe, expect, it } from 'vitest';
import { runStart } from '../../../../src/contracts/index.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { EMPTY_DRAFT, requestOf, termsSaid } from './task-request.ts';

const filled = { ...EMPTY_DRAFT, request: '  count the words ' };

describe('the box for a task', () => {
  it('asks for what was typed and leaves the rest as it is configured', verifies('KEL-WEB-03', 'KEL-WEB-51'), () => {
    expect(requestOf(filled)).toEqual({ request: { request: 'count the words' } });
    const all = requestOf({ request: 'count', workspace: ' /tmp/x ', mode: 'session', engine: 'offline', maxCostUsd: '0.5', maxTokens: '1000', maxMinutes: '1.5', maxToolCalls: '7' });
    expect(all).toEqual({ request: { request: 'count', workspace: '/tmp/x', mode: 'session', engine: 'offline', budget: { max_cost_usd: 0.5, max_total_tokens: 1000, max_duration_sec: 90, max_tool_calls: 7 } } });
    expect('request' in all && runStart.request.safeParse(all.request).success).toBe(true);
  });

  it.each(['-1', '0', 'much', '1.5', 'Infinity'])('takes no limit of %s tokens', verifies('KEL-WEB-03', 'KEL-WEB-51'), (maxTokens) => {
    expect(requestOf({ ...filled, maxTokens })).toEqual({ problem: 'Tokens: a positive whole number, or nothing for the configured limit.' });
  });

  it('says before it starts where it is worked and when the person is asked', verifies('KEL-WEB-18'), () => {
    const terms = { workspace: '/home/me/project', mode: 'ask' } as const;
    expect([
      termsSaid(filled, undefined),
      termsSaid(filled, terms),
      termsSaid({ ...filled, workspace: ' /tmp/x ', mode: 'session', maxTokens: '9', engine: 'offline' }, terms),
    ]).toEqual(['folder, approvals, limits', 'in /home/me/project · ask me before every dangerous action', 'in /tmp/x · ask me only before what cannot be taken back · limits of its own · no model is asked']);
  });

  it('starts nothing without words', verifies('KEL-WEB-03', 'KEL-WEB-51'), () => {
    expect(requestOf({ ...EMPTY_DRAFT, request: '   ' })).toEqual({ problem: 'Say what is to be done.' });
  });
});
