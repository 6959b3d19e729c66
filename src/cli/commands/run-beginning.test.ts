import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ENDED, REPORT, RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { runCli } from '../run-cli.ts';

/** What is said first of a run of this engine, at a terminal where somebody can type or not. */
async function begun(engine: string, isInteractive: boolean): Promise<{ first: string; shown: boolean }> {
  const answers: Readonly<Record<string, unknown>> = { 'run.show': { ...REPORT, engine }, 'run.start': { run_id: RUN, answer: 'Done.', prompts: 0, termination: ENDED }, 'run.preview_undo': { run_id: RUN, workspace: '/w', changes: [], ran_programs: false, is_incomplete: false, confirmation: 'cmd_01JFGWZ0000000000000000001' }, 'attention.follow': { notices: [], position: 0, run_id: RUN } };
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const operation = new URL(request.url).pathname.split('/')[3] ?? '';
    asked.push(operation);
    return Response.json(answers[operation]);
  };
  const { terminal, error } = memoryTerminal('');
  await runCli(['run', 'sail'], '1.2.3', { terminal: { ...terminal, isInteractive }, client: createClient({ baseUrl: 'http://keelson.test', fetch }), signal: new AbortController().signal });
  return { first: error().split('\n')[0] ?? '', shown: asked.includes('run.show') };
}

describe('the beginning of a run', () => {
  it('says who hears what is typed: a model, or nobody where none takes part', verifies('KEL-RUN-18'), async () => {
    const said = `${RUN} · Ctrl-C cancels it`;
    const nobody = `${said}; no model works on it, so what you type is read only as the answer to a question`;
    expect([await begun('model', true), await begun('offline', true), await begun('tool', true), await begun('offline', false)]).toEqual([{ first: `${said}; what you type reaches the model before its next step`, shown: true }, { first: nobody, shown: true }, { first: nobody, shown: true }, { first: said, shown: false }]);
  });
});
