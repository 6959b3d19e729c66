import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { runCli } from '../run-cli.ts';

/** What is said after words were sent to a run that stands like this. */
async function said(isAtWork: boolean, hasModel: boolean): Promise<string> {
  const { terminal, out } = memoryTerminal('');
  const fetch = async (): Promise<Response> => Response.json({ run_id: RUN, message_id: 'cmd_01JFGWZ0000000000000000001', is_at_work: isAtWork, has_model: hasModel });
  expect(await runCli(['steer', RUN, 'be brief'], '1.2.3', { terminal, client: createClient({ baseUrl: 'http://keelson.test', fetch }), signal: new AbortController().signal })).toBe(0);
  return out();
}

describe('keelson steer', () => {
  it('says who hears the words and when: the model, whoever goes on, or nobody before the run plans again', verifies('KEL-WATCH-09'), async () => {
    expect([await said(true, true), await said(false, true), await said(true, false), await said(false, false)]).toEqual([
      'Sent. The model hears it before its next step.\n',
      'Sent. Nobody works on the run now; it is heard when somebody goes on with it.\n',
      'Sent. No model works on this run: it is heard only if the run plans again.\n',
      'Sent. Nobody works on the run now; no model works on this run: it is heard only if the run plans again.\n',
    ]);
  });
});
