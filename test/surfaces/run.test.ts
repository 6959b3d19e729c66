import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunStartReport } from '../../src/contracts/index.ts';
import { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from '../../src/models/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { typingTerminal } from '../support/typing-terminal.ts';
import { APPROVAL, watchedProcesses, type WatchedProcess } from '../support/waiting-process.ts';

type Turns = ScriptedServerOptions['scenario']['turns'];

let place: ToolsCommandLine;
let server: ScriptedServer | undefined;
const processes = watchedProcesses();
beforeEach(() => {
  place = toolsCommandLine();
});
afterEach(async () => {
  await processes.endAll();
  await server?.close();
  server = undefined;
  place.remove();
});

const call = (name: string, given: object): Turns[number] => ({ answer: [{ type: 'tool_call', name, arguments: given as Record<string, never> }] });
const says = (text: string): Turns[number] => ({ answer: [{ type: 'text', text }] });
const WRITE = call('write_file', { path: '.env', content: 'A=b' });
const ASK = call('ask_user', { question: 'Which port?', options: ['8080', '9090'] });

/** A model that plays these turns, in the settings of the folder. */
async function withModel(...turns: Turns): Promise<void> {
  server = await startScriptedServer({ scenario: { turns } });
  const models = {
    default_model: 'house/mock-model',
    providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } },
    models: [{ model_id: 'house/mock-model', provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], context_tokens: 65_536 }],
  };
  place.write('keelson.config.json', JSON.stringify({ models, tools: UNCONFINED }));
}

/** What was sent to the model for the nth time, as texts with the role of each. */
function sent(nth: number): string[] {
  const asked = server?.requests().filter(({ method }) => method === 'POST') ?? [];
  const { messages } = (asked.at(nth)?.body ?? { messages: [] }) as { messages: { role: string; content: unknown }[] };
  return messages.map(({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`);
}

function start(...words: string[]): WatchedProcess {
  const process = processes.watch(place.start(words));
  return process;
}

describe('keelson run', () => {
  it('tells what happens, takes answers and words from another terminal, and says that nothing checked the answer', verifies('KEL-WATCH-09'), async () => {
    await withModel(WRITE, ASK, says('Done.'));
    const run = start('run', 'set', 'it', 'up');
    const id = await run.said(APPROVAL);
    const runId = await run.said(/run_[0-9A-Z]{26}/);
    expect(await place.keelson(['steer', runId, 'leave the tests alone'])).toMatchObject({ status: 0, stdout: 'Sent. The model hears it before its next step.\n' });
    expect((await place.keelson(['approve', id, '--yes'])).status).toBe(0);
    const question = await run.said(/hcl_[0-9A-Z]{26}/);
    expect((await place.keelson(['answer', question])).stdout).toMatch(/^Which port\?\n {2}1\. 8080 \(option-1\)\n {2}2\. 9090 \(option-2\)\n {2}Or answer in your own words\.\n/);
    expect(await place.keelson(['answer', question.slice(-6), '2'])).toEqual({ status: 0, stdout: 'Answered: 9090\n', stderr: '' });
    const { status, stdout, stderr } = await run.ended;
    expect({ status, stdout, file: readFileSync(join(place.workspace, '.env'), 'utf8') }).toEqual({ status: 0, stdout: 'Done.\n', file: 'A=b' });
    expect(stderr.replaceAll(runId, '<run>').replaceAll(id, '<approval>').replaceAll(question, '<question>').replace(/--key \S+/, '--key <key>')).toMatchSnapshot();
    expect(await place.keelson(['answer', question, '1'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[hard_call.settled]') });
    expect(await place.keelson(['steer', runId, 'more'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[run.ended]') });
  });

  it('gives a program each question as a notification and the report last', verifies('KEL-WATCH-09'), async () => {
    await withModel(WRITE, says('Then not.'));
    const run = start('run', 'set it up', '--json');
    const id = await run.said(APPROVAL);
    expect((await place.keelson(['deny', id, '--reason', 'not now'])).status).toBe(0);
    const { status, stdout } = await run.ended;
    const [pending = '', report = '', ...rest] = stdout.split('\n');
    expect([status, JSON.parse(pending).method, rest]).toEqual([0, 'harness/toolApprovalPending', ['']]);
    expect(RunStartReport.parse(JSON.parse(report))).toMatchObject({ answer: 'Then not.', prompts: 1, termination: { reason: 'insufficient_evidence' } });
    expect(sent(-1).at(-1)).toContain('User rejected tool execution: ');
  });

  it('denies what needs a yes when it is told that nobody is there', verifies('KEL-WATCH-09'), async () => {
    await withModel(WRITE, says('Then not.'));
    expect(await place.keelson(['run', 'set it up', '--unattended'])).toMatchObject({ status: 0, stdout: 'Then not.\n', stderr: expect.stringContaining('nobody is there to give one') });
    expect(existsSync(join(place.workspace, '.env'))).toBe(false);
  });

  it('asks and is steered at its own terminal', verifies('KEL-WATCH-07', 'KEL-WATCH-09'), async () => {
    await withModel(ASK, WRITE, says('Done.'));
    const { terminal, type, screen, untilShown } = typingTerminal();
    const ended = place.keelson(['run', 'set it up'], { terminal });
    await untilShown('what you type reaches the model before its next step');
    type('leave the tests alone');
    await untilShown('Your answer: ');
    type('8080');
    await untilShown('Let it be done? Type yes, or no and why: ');
    type('yes');
    expect((await ended).status).toBe(0);
    expect(screen()).toMatch(/Approved: write_file, write "\.env"\n(.*\n)*Done\.\nThe model gave an answer, and nothing has checked it: /);
    expect(screen()).toContain('\ntaken: leave the tests alone\n');
    expect(sent(2).join('\n')).toContain('8080');
    expect(sent(-1)).toContainEqual(expect.stringMatching(/^user: [^]*leave the tests alone$/));
  });

  it('sends to the model what is typed at a question and is no answer, and tells an answer once', verifies('KEL-WATCH-07'), async () => {
    await withModel(WRITE, says('Done.'));
    const { terminal, type, screen, untilShown } = typingTerminal();
    const ended = place.keelson(['run', 'set it up'], { terminal });
    await untilShown('Let it be done? Type yes, or no and why: ');
    type('use port 26');
    await untilShown('no and why: Sent to the model. The question still waits.\nLet it be done? Type yes, or no and why: ');
    type('no');
    expect((await ended).status).toBe(0);
    expect(screen()).toContain('\ntaken: use port 26\n');
    expect(screen()).not.toContain('denied by owner');
    expect(sent(-1)).toContainEqual(expect.stringMatching(/^user: [^]*use port 26$/));
  });

  it('says where to answer when nothing more can be typed, and what was answered there', verifies('KEL-WATCH-07'), async () => {
    await withModel(WRITE, ASK, says('Done.'));
    const { terminal, screen, untilShown, endInput } = typingTerminal();
    const ended = place.keelson(['run', 'set it up'], { terminal });
    await untilShown('Let it be done?');
    endInput();
    await untilShown('\nNothing more can be typed here. In another terminal: keelson approve apr_');
    await place.keelson(['deny', APPROVAL.exec(screen())?.[0] ?? '']);
    await untilShown('Nothing more can be typed here. In another terminal: keelson answer hcl_');
    const question = /hcl_[0-9A-Z]{26}/.exec(screen())?.[0] ?? '';
    await place.keelson(['answer', question, '9090']);
    expect((await ended).status).toBe(0);
    expect(screen()).toContain(`${question}: answered by owner: 9090\n`);
  });

  it('offers to take back only what there is to take back', verifies('KEL-WATCH-09'), async () => {
    await withModel(says('Done.'));
    expect((await place.keelson(['run', 'look', '--key', 'one'])).stderr).toMatch(/^run_[0-9A-Z]{26} · Ctrl-C cancels it\nThe model gave an answer, and nothing has checked it: .*\nrun_[0-9A-Z]{26}\n$/);
  });

  it('says that the answer was cut off when it was', verifies('KEL-WATCH-09'), async () => {
    await withModel({ ...says('It is'), stop_reason: 'max_tokens' });
    expect((await place.keelson(['run', 'look'])).stderr).toContain('\nThe answer of the model was cut off at the limit of its length, and nothing has checked it.\n');
  });

  it('says what to do when the model takes no questions', verifies('KEL-WATCH-09'), async () => {
    await withModel({ faults: [{ kind: 'status', status: 401 }] });
    const { status, stderr } = await place.keelson(['run', 'look']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/\nblocked: .*\n`keelson models --check` says what is wrong with the model, and what to do\.\nrun_[0-9A-Z]{26}\n$/) });
  });

  it('tells a question in words beside the lines for a program', verifies('KEL-WATCH-09'), async () => {
    await withModel(ASK, says('Done.'));
    const run = start('run', 'set it up', '--json');
    const question = await run.said(/hcl_[0-9A-Z]{26}/);
    expect((await place.keelson(['answer', question, '1'])).status).toBe(0);
    const { status, stdout, stderr } = await run.ended;
    expect([status, stderr, RunStartReport.parse(JSON.parse(stdout)).answer]).toEqual([0, `? Which port? (${question})\n    keelson answer ${question}\n`, 'Done.']);
  });

  it('stops at Ctrl-C, says what had been done, and leaves nothing waiting', verifies('KEL-WATCH-10'), async () => {
    await withModel(call('write_file', { path: 'a.txt', content: 'one' }), WRITE, says('Done.'));
    const run = start('run', 'set it up');
    await run.said(APPROVAL);
    run.child.kill('SIGINT');
    const { status, stdout, stderr } = await run.ended;
    const runId = /run_[0-9A-Z]{26}/.exec(stderr)?.[0] ?? '';
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toMatch(new RegExp(`${runId} was stopped at once\\.\\nWhat it had done stays as it is:\\n {2}.*a\\.txt.* · keelson undo ${runId}\\n`));
    expect(stderr).not.toContain('user_cancelled');
    expect((await place.keelson(['attention'])).stdout).toBe('Nothing waits for you.\n');
    expect((await place.keelson(['ledger', 'events', '--type', 'run.terminated'])).stdout.split('\n')).toHaveLength(2);
  });

  it('says in plain words which step is not done any more', verifies('KEL-WATCH-10'), async () => {
    await withModel({ ...says('Done.'), latency_ms: { first_byte: 60_000 } });
    const run = start('run', 'set it up');
    const runId = await run.said(/run_[0-9A-Z]{26}/);
    await expect.poll(() => server?.requests().filter(({ method }) => method === 'POST').length).toBe(1);
    expect((await place.keelson(['cancel', runId])).stdout).toBe(`${runId} was stopped at once.\nIt had changed nothing.\n  not done any more: the answer of the model in turn 1\n`);
    expect(await run.ended).toMatchObject({ status: 1, stderr: expect.stringContaining('user_cancelled: ') });
  });

  it('is cancelled from another terminal, once', verifies('KEL-WATCH-10'), async () => {
    await withModel(WRITE, says('Done.'));
    const run = start('run', 'set it up');
    await run.said(APPROVAL);
    const runId = await run.said(/run_[0-9A-Z]{26}/);
    const cancelled = await place.keelson(['cancel', runId]);
    expect(cancelled).toMatchObject({ status: 0, stdout: expect.stringMatching(new RegExp(`^${runId} was stopped at once\\.\\nIt had changed nothing\\.\\n {2}not done any more: apr_[0-9A-Z]{26}\\n$`)) });
    expect(await run.ended).toMatchObject({ status: 1, stderr: expect.stringContaining('user_cancelled: ') });
    expect(await place.keelson(['cancel', runId])).toMatchObject({ status: 1, stderr: expect.stringContaining('[run.ended]') });
    expect(await place.keelson(['cancel', 'run_01JFGWZ0000000000000000001'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[run.unknown]') });
  });

  it('goes on after a kill under its key, without asking the model again for what it said', verifies('KEL-WATCH-05'), async () => {
    await withModel(WRITE, says('Done.'));
    const words = ['run', 'set it up', '--key', 'the-same'];
    const run = start(...words);
    const id = await run.said(APPROVAL);
    run.child.kill('SIGKILL');
    await run.ended;
    expect((await place.keelson(['approve', id, '--yes'])).status).toBe(0);
    expect(await place.keelson(words)).toMatchObject({ status: 0, stdout: 'Done.\n' });
    expect(server?.requests().filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(await place.keelson(['run', 'something else', '--key', 'the-same'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Another task was started under this key: "set it up".') });
  });

  it('says what was looked for when there is no model, and starts nothing', verifies('KEL-WATCH-09'), async () => {
    const none = await place.keelson(['run', 'set it up']);
    expect(none).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('There is no model to ask. Looked for: ') });
    expect(existsSync(join(place.home, 'tenants'))).toBe(false);
    expect(await place.keelson(['run', ' '])).toMatchObject({ status: 2, stderr: expect.stringContaining('No task is given.') });
  });
});
