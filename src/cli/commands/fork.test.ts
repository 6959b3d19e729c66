import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { forkAnswers } from '../../../test/support/replay-samples.ts';
import { RUN } from '../../../test/support/run-samples.ts';
import { createClient } from '../../client/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { runCli } from '../run-cli.ts';

const ANSWERS = forkAnswers(RUN, '2026-11-16T08:00:00.000Z') as Readonly<Record<string, Record<string, unknown>>>;
const EFFECT = 'execute/1/1/attempt-1/turn-1/tool-1';

interface Typed {
  readonly exit: number;
  readonly out: string;
  readonly error: string;
  readonly sent: readonly (readonly [operation: string, request: unknown])[];
}

/** Types a command line, and then this when asked. */
async function typed(argv: readonly string[], { says, answers = ANSWERS }: { readonly says?: string; readonly answers?: typeof ANSWERS } = {}): Promise<Typed> {
  const sent: [string, unknown][] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const operation = new URL(request.url).pathname.split('/')[3] ?? '';
    sent.push([operation, request.method === 'GET' ? null : await request.json()]);
    return Response.json(answers[operation]);
  };
  const { terminal, out, error } = memoryTerminal(says, { isInteractive: says !== undefined });
  const exit = await runCli(argv, '1.2.3', { terminal, client: createClient({ baseUrl: 'http://keelson.test', fetch }), signal: new AbortController().signal });
  return { exit, out: out(), error: error(), sent };
}

const FORKED = `${RUN} goes on from ${RUN} at event 13, in /home/ada/work-fork-000001; 9 steps are read from the record.\n`;
const PREVIEW = `A fork of ${RUN} at event 13 reads 9 steps from its record and begins to work before execute, in /home/ada/work-fork-000001.
These files are put as they stood then, and all others are copied as they are:
  out.txt
It rests on this, which cannot be taken back and is not done again:
  2026-11-16 08:00 UTC  POST https://example.com/orders
`;

describe('keelson fork', () => {
  it('names what cannot be taken back before anything is done, and does nothing without a yes', verifies('KEL-FORK-06'), async () => {
    expect(await typed(['fork', 'last', '--dry-run'])).toMatchObject({ exit: 0, out: PREVIEW });
    const unasked = await typed(['fork', 'last']);
    expect([unasked.exit, unasked.error.includes('needs a yes'), unasked.sent.length]).toEqual([1, true, 1]);
    const refused = await typed(['fork', 'last'], { says: 'no' });
    expect([refused.exit, refused.error, refused.sent.length]).toEqual([1, `${PREVIEW}Fork it? Type yes to go on: Nothing was done.\n`, 1]);
    const agreed = await typed(['fork', 'last', '--no-start'], { says: 'yes' });
    expect([agreed.exit, agreed.out, agreed.sent[1]?.[1]]).toEqual([0, FORKED, { run: 'last', acknowledged_side_effects: [EFFECT] }]);
  });

  it('sends what was asked for', verifies('KEL-FORK-10'), async () => {
    const { exit, out, sent } = await typed(['fork', 'last', '--at', '13', '--folder', '../second', '--reason', 'too long', '--steer', 'be brief', '--max-tokens', '5000', '--max-cost', '2', '--max-minutes', '3', '--max-tool-calls', '7', '--yes', '--no-start', '--json']);
    expect([exit, JSON.parse(out)]).toEqual([0, ANSWERS['task_replay.create_fork']]);
    expect(sent.at(-1)).toEqual(['task_replay.create_fork', { run: 'last', at: '13', folder: '../second', reason: 'too long', steer: 'be brief', budget: { max_total_tokens: 5_000, max_cost_usd: 2, max_duration_sec: 180, max_tool_calls: 7 }, acknowledged_side_effects: [EFFECT] }]);
  });

  it('says where it was moved to, and that a run without side effects rests on none', verifies('KEL-FORK-07'), async () => {
    const moved = { ...ANSWERS, 'task_replay.preview_fork': { ...ANSWERS['task_replay.preview_fork'], moved: '14 lies within a step; the last place before it is event 13', restored: [], irrevocable_side_effects: [] } };
    expect((await typed(['fork', 'last', '--at', '14', '--dry-run'], { answers: moved })).out).toBe(`14 lies within a step; the last place before it is event 13.\nA fork of ${RUN} at event 13 reads 9 steps from its record and begins to work before execute, in /home/ada/work-fork-000001.\nNo file has to be put back; the folder is copied as it is.\nIt rests on nothing that cannot be taken back.\n`);
  });
});

describe('keelson checkpoint', () => {
  it('says what was kept and how to go on from there', verifies('KEL-FORK-10'), async () => {
    const { exit, out, sent } = await typed(['checkpoint', 'last', '--label', 'the tests pass']);
    expect([exit, sent]).toEqual([0, [['checkpoint.create', { run: 'last', label: 'the tests pass' }]]]);
    expect(out).toBe(`ckp_01JFGWZ0000000000000000001 keeps ${RUN} at event 13: the tests pass.\n0 artifacts, 1 that cannot be taken back.\nThe files that it changed are too many or too large to be kept; they can be put back while the folder is not changed otherwise.\nkeelson fork ${RUN} --checkpoint ckp_01JFGWZ0000000000000000001\n`);
  });

  it('lists the places of a run', verifies('KEL-FORK-10'), async () => {
    expect((await typed(['checkpoints', 'last'])).out).toBe(`${RUN} can be returned to at these events:\n     13  2026-11-16 08:00 UTC  plan was left, execute follows\n     13  2026-11-16 08:00 UTC  the tests pass (ckp_01JFGWZ0000000000000000001, by owner); 1 before it cannot be taken back\nkeelson fork ${RUN} --at EVENT goes on from one of them.\n`);
    expect((await typed(['checkpoints', 'last'], { answers: { 'checkpoint.list': { run_id: RUN, checkpoints: [] } } })).out).toBe(`${RUN} has left no phase yet; keelson checkpoint ${RUN} keeps where it stands.\n`);
  });
});
