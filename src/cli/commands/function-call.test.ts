import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { runCli } from '../run-cli.ts';

const ID = 'fnc_01JFGWZ0000000000000000001';
const AT = '2026-01-02T03:04:05.000Z';
const call = { call_id: ID, run_id: RUN, call: 'execute/1/tool', name: 'weather', arguments: { place: 'Lyme' }, asked_at: AT, expires_at: '2026-01-02T05:04:05.000Z' };
const receipt = { skip_id: 'rcp_01JFGWZ0000000000000000001', target_ref: ID, skipped_by_ref: 'owner', reason: 'user_directed', downstream_effect: 'none', created_at: AT, schema_version: '1.0' };

async function typed(words: readonly string[], settled: object | null = null): Promise<string> {
  const { terminal, out, error } = memoryTerminal('');
  const fetch = async (request: Request): Promise<Response> => Response.json(new URL(request.url).pathname.endsWith('attention.skip') ? { receipt } : { kind: 'function_call', call, settled, as_of: AT });
  await runCli([...words], '1.2.3', { terminal, client: createClient({ baseUrl: 'http://keelson.test', fetch }), signal: new AbortController().signal });
  return `${out()}${error()}`;
}

describe('a call that a client is to make', () => {
  it('is shown to a person with what became of it, and left out by them', verifies('KEL-FUNC-06'), async () => {
    expect(await typed(['attention', ID])).toBe(`Its client is to call weather\n  {"place":"Lyme"}\n  ${ID} of ${RUN} · waits 2 h 0 min more\n`);
    expect(await typed(['attention', ID], { answer: 'answered', by: 'owner', at: AT })).toContain(`${ID} of ${RUN} · answered, by owner\n`);
    expect(await typed(['skip', ID])).toBe(`Left out: ${ID} (${receipt.skip_id}).\n`);
  });

  it('is answered and approved by nobody else', verifies('KEL-FUNC-06'), async () => {
    const said = [await typed(['answer', ID, 'windy']), await typed(['approve', ID, '--yes'])];
    expect(said).toEqual([expect.stringMatching(/is a call of a function that the client of the run answers\.[^]*keelson skip fnc_/), expect.stringMatching(/is a question, not something to say yes or no to\.[^]*keelson attention fnc_/)]);
  });
});
