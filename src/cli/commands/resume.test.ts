import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ENDED, REPORT, RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { runCli } from '../run-cli.ts';

const nothingChanged = { run_id: RUN, workspace: '/w', changes: [], ran_programs: false, is_incomplete: false, confirmation: 'cmd_01JFGWZ0000000000000000001' };
const ANSWERS: Readonly<Record<string, unknown>> = { 'run.show': REPORT, 'run.preview_undo': nothingChanged, 'attention.follow': { notices: [], position: 0, run_id: null } };

/** Runs a command line against a server that has one answer for each operation, and says which were asked. */
async function run(argv: readonly string[], answers = ANSWERS): Promise<{ exit: number; out: string; error: string; asked: string[] }> {
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const operation = new URL(request.url).pathname.split('/')[3] ?? '';
    asked.push(operation);
    return Response.json(answers[operation]);
  };
  const { terminal, out, error } = memoryTerminal('');
  const exit = await runCli(argv, '1.2.3', { terminal, client: createClient({ baseUrl: 'http://keelson.test', fetch }), signal: new AbortController().signal });
  return { exit, out: out(), error: error(), asked };
}

describe('a run that has ended', () => {
  it('gives back how it ended when it is resumed, and asks for nothing', verifies('KEL-SURF-07'), async () => {
    const { exit, out, error, asked } = await run(['resume', 'last']);
    const said = `${RUN} ended on ${ENDED.timestamp.slice(0, 16).replace('T', ' ')} UTC: success. Nothing is done again; this is what it came to.`;
    expect({ exit, out, said: error.split('\n')[0], asked }).toEqual({ exit: 0, out: 'The parser takes empty input now.\n', said, asked: ['run.show', 'run.preview_undo'] });
    expect(await run(['resume', 'last', '--quiet'])).toMatchObject({ exit: 0, out: 'The parser takes empty input now.\n', error: '' });
    expect(JSON.parse((await run(['resume', 'last', '--json'])).out)).toMatchObject({ type: 'run.report', run_id: RUN, termination: ENDED });
  });

  it('says in one line why there is no result for whoever wants it alone', verifies('KEL-SURF-05'), async () => {
    const termination = { ...ENDED, reason: 'timeout', suggested_action: 'retry', details: 'No more.' };
    const { exit, error } = await run(['run', 'sail', '--quiet'], { ...ANSWERS, 'run.start': { run_id: RUN, answer: '', prompts: 0, termination } });
    expect({ exit, error }).toEqual({ exit: 13, error: `keelson: timeout: its time was over. No more. Next: Give it more time with --max-minutes, or ask for less at once. · keelson show ${RUN.slice(-6)} tells more\n` });
  });
});
