import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { RunEventLine, RunStartReport } from '../../src/contracts/index.ts';
import { startScriptedServer, type ScriptedServer } from '../../src/models/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { ScriptedRoleTurn } from '../scenarios/run/scenario-file.ts';
import { playedBy, speakerOf } from '../scenarios/run/scripted-roles.ts';
import { toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { typingTerminal } from '../support/typing-terminal.ts';
import { APPROVAL, watchedProcesses, type WatchedProcess } from '../support/waiting-process.ts';

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

type Turn = z.input<typeof ScriptedRoleTurn>;

const SURE = { confidence: { score: 0.9, rationale: 'Seen.' }, risk: { level: 'low', rationale: 'It stays here.' } };
const REPORTED = [
  { type: 'AnalysisReport', content: { question: 'What was asked.', findings: 'Seen.', method: 'With tools.', key_numbers: [], limitations: [] } },
  { type: 'Code', content: { language: 'tool calls', source: 'The calls.', parameters: {}, seed: null } },
];
const call = (name: string, given: object): Turn => ({ as: 'executor', calls: [{ name, arguments: given as Record<string, never> }] });
const done = (output: string): Turn => ({ as: 'executor', finish: { status: 'completed', output, ...SURE, artifacts: REPORTED, next_actions: [] } as never });
const WRITE = call('write_file', { path: '.env', content: 'A=b' });
const ASK = call('ask_user', { question: 'Which port?', options: ['8080', '9090'] });

/** What the plan is about; tests differ in what else the executor does. */
const NOTE = call('write_file', { path: 'a.txt', content: 'one' });
const CRITERION = { criterion: 'The note is written.', mode: 'verifiable', required: true, check: { kind: 'file_changed', path: 'a.txt' } };
const PLANS: Turn = { as: 'planner', times: 'any', says: { decision: 'plan', questions: [], reason: 'One step.', task_criteria: [CRITERION], subtasks: [{ sequence: 1, role: 'analyst', intent: 'Set it up', context: '', tools: ['write_file'], success_criteria: [CRITERION] }] } as never };
const PERCEIVES: Turn = { as: 'perceiver', times: 'any', says: { intent: 'Set the project up', scope: null, deadline: null } };
const CRITIC: Turn = { as: 'critic', times: 'any', says: { verdict: 'pass', reasons: ['It does what was asked.'], required_fixes: [], ...SURE } as never };
const GIVES_UP: Turn = { as: 'partial_result', times: 'any', says: { summary: 'Not done.', next_moves: ['Try another way.'] } };

/** A model that plans one subtask and plays these turns at it, in the settings of the folder. */
async function withModel(...turns: Turn[]): Promise<void> {
  await withRoles(PERCEIVES, PLANS, CRITIC, GIVES_UP, NOTE, ...turns);
}

async function withRoles(...turns: Turn[]): Promise<void> {
  server = await startScriptedServer({ scenario: playedBy(turns.map((turn) => ScriptedRoleTurn.parse(turn))) });
  const models = {
    default_model: 'house/mock-model',
    providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } },
    models: [{ model_id: 'house/mock-model', provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], context_tokens: 65_536, capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context'] }],
  };
  place.write('keelson.config.json', JSON.stringify({ models, tools: UNCONFINED }));
}

/** What was sent to the executor for the nth time, as texts with the role of each. */
function sent(nth: number): string[] {
  const asked = server?.requests().filter((request) => speakerOf(request) === 'executor') ?? [];
  const { messages } = (asked.at(nth)?.body ?? { messages: [] }) as { messages: { role: string; content: unknown }[] };
  return messages.map(({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`);
}

function start(...words: string[]): WatchedProcess {
  const process = processes.watch(place.start(words));
  return process;
}

describe('keelson run', () => {
  it('says how it understood the task, plans, takes answers and words from another terminal, and ends with what was found', verifies('KEL-WATCH-09', 'KEL-RUNUI-10'), async () => {
    await withModel(WRITE, ASK, done('Done.'));
    const run = start('run', 'set', 'it', 'up');
    const id = await run.said(APPROVAL);
    const runId = await run.said(/run_[0-9A-Z]{26}/);
    expect(await place.keelson(['steer', runId.slice(-6), 'leave the tests alone'])).toMatchObject({ status: 0, stdout: 'Sent. The model hears it before its next step.\n' });
    expect((await place.keelson(['approve', id, '--yes'])).status).toBe(0);
    const question = await run.said(/hcl_[0-9A-Z]{26}/);
    expect((await place.keelson(['answer', question])).stdout).toMatch(/^Which port\?\n {2}1\. 8080 \(option-1\)\n {2}2\. 9090 \(option-2\)\n {2}Or answer in your own words\.\n/);
    expect(await place.keelson(['answer', question.slice(-6), '2'])).toEqual({ status: 0, stdout: 'Answered: 9090\n', stderr: '' });
    const { status, stdout, stderr } = await run.ended;
    expect({ status, stdout, file: readFileSync(join(place.workspace, '.env'), 'utf8') }).toEqual({ status: 0, stdout: 'Done.\n', file: 'A=b' });
    expect(tidied(stderr, runId).replaceAll(id, '<approval>').replaceAll(question, '<question>')).toMatchSnapshot();
    expect(await place.keelson(['answer', question, '1'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[hard_call.settled]') });
    expect(await place.keelson(['steer', 'last', 'more'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[run.ended]') });
  });

  it('gives a program each event as a line and the report last', verifies('KEL-RUNUI-04'), async () => {
    await withModel(WRITE, done('Then not.'));
    const run = start('run', 'set it up', '--json');
    const id = await run.said(APPROVAL);
    expect((await place.keelson(['deny', id, '--reason', 'not now'])).status).toBe(0);
    const { status, stdout } = await run.ended;
    const lines = stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
    const { type, ...report } = lines.pop();
    expect([status, type, RunStartReport.parse(report).answer]).toEqual([0, 'run.report', 'Then not.']);
    const types = lines.map((line) => RunEventLine.parse(line).type);
    expect(types.slice(0, 4)).toEqual(['run.started', 'run.prepared', 'run.model_routed', 'run.llm_started']);
    expect(['approval.requested', 'approval.resolved', 'run.tool_refused', 'run.result_given', 'run.terminated'].filter((one) => !types.includes(one))).toEqual([]);
    expect(types.filter((one) => one.startsWith('run.step_'))).toEqual([]);
    expect(sent(-1).at(-1)).toContain('User rejected tool execution: ');
  });

  it('denies what needs a yes when it is told that nobody is there', verifies('KEL-WATCH-09'), async () => {
    await withModel(WRITE, done('Then not.'));
    expect(await place.keelson(['run', 'set it up', '--unattended'])).toMatchObject({ status: 0, stdout: 'Then not.\n', stderr: expect.stringContaining('nobody is there to give one') });
    expect(existsSync(join(place.workspace, '.env'))).toBe(false);
  });

  it('asks and is steered at its own terminal', verifies('KEL-WATCH-07', 'KEL-WATCH-09'), async () => {
    await withModel(ASK, WRITE, done('Done.'));
    const { terminal, type, screen, untilShown } = typingTerminal();
    const ended = place.keelson(['run', 'set it up'], { terminal });
    await untilShown('Your answer: ');
    type('8080');
    await untilShown('Let it be done? Type yes, or no and why: ');
    type('leave the tests alone');
    await untilShown('Sent to the model. The question still waits.');
    type('yes');
    expect((await ended).status).toBe(0);
    expect(screen()).toMatch(/Approved: write_file, write "\.env"\n(.*\n)*Done\.\n\nCriteria\n {2}✓ The note is written\.\n/);
    expect(screen()).toContain('\ntaken: leave the tests alone\n');
    expect(sent(2).join('\n')).toContain('8080');
    expect(sent(-1)).toContainEqual(expect.stringMatching(/^user: [^]*leave the tests alone$/));
  });

  it('says where to answer when nothing more can be typed, and what was answered there', verifies('KEL-WATCH-07'), async () => {
    await withModel(WRITE, ASK, done('Done.'));
    const { terminal, screen, untilShown, endInput } = typingTerminal();
    const ended = place.keelson(['run', 'set it up'], { terminal });
    await untilShown('Let it be done?');
    endInput();
    await untilShown('\nNothing more can be typed here. In another terminal: keelson approve apr_');
    await place.keelson(['approve', APPROVAL.exec(screen())?.[0] ?? '', '--yes']);
    await untilShown('Nothing more can be typed here. In another terminal: keelson answer hcl_');
    const question = /hcl_[0-9A-Z]{26}/.exec(screen())?.[0] ?? '';
    await place.keelson(['answer', question, '9090']);
    expect((await ended).status).toBe(0);
    expect(screen()).toContain(`${question}: answered by owner: 9090\n`);
  });

  it('offers to take back what it changed, and nothing where it changed nothing', verifies('KEL-RUNUI-01'), async () => {
    await withModel(done('Done.'));
    const { stderr } = await place.keelson(['run', 'look']);
    const runId = /run_[0-9A-Z]{26}/.exec(stderr)?.[0] ?? '';
    expect(stderr).toContain(`\nChanged 1 file: a.txt · keelson undo ${runId.slice(-6)} takes it back\n`);
    expect((await place.keelson(['undo', runId.slice(-6), '--yes'])).status).toBe(0);
    expect(existsSync(join(place.workspace, 'a.txt'))).toBe(false);
    expect((await place.keelson(['show', 'last'])).stdout).not.toContain('keelson undo');
  });

  it('says what to do when the model takes no questions', verifies('KEL-RUNUI-03'), async () => {
    await withRoles({ ...PERCEIVES, faults: [{ kind: 'status', status: 401 }] });
    const { status, stderr } = await place.keelson(['run', 'look']);
    expect({ status, stderr }).toEqual({ status: 17, stderr: expect.stringMatching(/\nblocked: [^]*`keelson\s+models\s+--check`/) });
  });

  it('tells a question in words beside the lines for a program', verifies('KEL-RUNUI-04'), async () => {
    await withModel(ASK, done('Done.'));
    const run = start('run', 'set it up', '--json');
    const question = await run.said(/hcl_[0-9A-Z]{26}/);
    expect((await place.keelson(['answer', question, '1'])).status).toBe(0);
    const { status, stderr } = await run.ended;
    expect([status, stderr]).toEqual([0, expect.stringMatching(new RegExp(`^\\? Which port\\? \\(${question}\\)\\n {4}Waits until [0-9-]+ [0-9:]+ UTC\\. In another terminal:\\n {4}keelson answer ${question}\\n$`))]);
  });

  it('stops at Ctrl-C, says what had been done, and leaves nothing waiting', verifies('KEL-WATCH-10'), async () => {
    await withModel(WRITE, done('Done.'));
    const run = start('run', 'set it up');
    await run.said(APPROVAL);
    run.child.kill('SIGINT');
    const { status, stdout, stderr } = await run.ended;
    const runId = /run_[0-9A-Z]{26}/.exec(stderr)?.[0] ?? '';
    expect([status, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(new RegExp(`${runId} was stopped at once\\.\\nWhat it had done stays as it is:\\n {2}.*a\\.txt.* · keelson undo ${runId}\\n`));
    expect(stderr).not.toContain('user_cancelled');
    expect((await place.keelson(['attention'])).stdout).toBe('Nothing waits for you.\n');
    expect((await place.keelson(['runs', '--reason', 'user_cancelled'])).stdout).toContain('1 run · user_cancelled 1');
  });

  it('is cancelled from another terminal, once', verifies('KEL-WATCH-10'), async () => {
    await withModel(WRITE, done('Done.'));
    const run = start('run', 'set it up');
    await run.said(APPROVAL);
    const runId = await run.said(/run_[0-9A-Z]{26}/);
    const cancelled = await place.keelson(['cancel', 'last']);
    expect(cancelled).toMatchObject({ status: 0, stdout: expect.stringMatching(new RegExp(`^${runId} was stopped at once\\.\\nWhat it had done stays as it is:\\n {2}.*\\n {2}not done any more: apr_[0-9A-Z]{26}\\n$`)) });
    expect(await run.ended).toMatchObject({ status: 130, stderr: expect.stringContaining('user_cancelled: ') });
    expect(await place.keelson(['cancel', runId])).toMatchObject({ status: 1, stderr: expect.stringContaining('[run.ended]') });
    expect(await place.keelson(['cancel', 'run_01JFGWZ0000000000000000001'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[run.unknown]') });
  });

  it('goes on by its number after a kill, without asking the model again for what it said', verifies('KEL-WATCH-05', 'KEL-RUNUI-06'), async () => {
    await withModel(WRITE, done('Done.'));
    const run = start('run', 'set it up', '--key', 'the-same');
    const id = await run.said(APPROVAL);
    run.child.kill('SIGKILL');
    await run.ended;
    expect((await place.keelson(['approve', id, '--yes'])).status).toBe(0);
    const resumed = await place.keelson(['resume', 'last']);
    expect(resumed).toMatchObject({ status: 0, stdout: 'Done.\n', stderr: expect.stringMatching(/^run_[0-9A-Z]{26} goes on · Ctrl-C cancels it\nUnderstood: Set the project up\nPlan\n/) });
    expect(server?.requests().filter((request) => speakerOf(request) === 'executor')).toHaveLength(3);
    expect(await place.keelson(['resume', 'last', '--quiet'])).toEqual({ status: 0, stdout: 'Done.\n', stderr: '' });
    expect(await place.keelson(['run', 'something else', '--key', 'the-same'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Another task was started under this key: "set it up".') });
    expect(await place.keelson(['resume', 'XXXX'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[run.unknown]') });
  });

  it('does without a model what it can, says so, and refuses plainly what it cannot', verifies('KEL-RUNUI-10'), async () => {
    place.write('a.txt', 'one\ntwo\n');
    const counted = await place.keelson(['run', 'count the lines in a.txt']);
    expect(counted).toMatchObject({ status: 0, stdout: expect.stringContaining('2 lines'), stderr: expect.stringMatching(/\noffline engine: no model was asked\. There is no model to ask\.\n[^]*offline engine: no model was asked\n$/) });
    expect(await place.keelson(['run', 'write a poem'])).toMatchObject({ status: 17, stderr: expect.stringContaining('\nblocked: ') });
    expect(await place.keelson(['run', ' '])).toMatchObject({ status: 2, stderr: expect.stringContaining('No task is given.') });
    expect((await place.keelson(['runs'])).stdout).toMatch(/^[0-9A-Z]{6} {2}write a poem\n {8}blocked · [^]*\n2 runs · success 1 · blocked 1\n$/);
  });
});

describe('keelson chat', () => {
  it('is a conversation whose tasks know what was said before', verifies('KEL-RUNUI-09'), async () => {
    await withModel(done('Done.'), call('write_file', { path: 'a.txt', content: 'two' }), done('Done again.'));
    const { terminal, type, untilShown } = typingTerminal();
    const ended = place.keelson(['chat'], { terminal });
    await untilShown('you> ');
    type('/history');
    await untilShown('Nothing was said yet.\n\nyou> ');
    type('set it up');
    await untilShown('with models\n\nyou> ');
    type('/history');
    await untilShown('you  set it up\n');
    type('and again');
    await untilShown('Done again.');
    type('/exit');
    expect((await ended).status).toBe(0);
    const perceived = server?.requests().filter((request) => speakerOf(request) === 'perceiver') ?? [];
    expect(perceived.map(({ body }) => JSON.stringify(body).includes('set it up'))).toEqual([true, true]);
    expect(await place.keelson(['chat', '--last'], { input: '/history' })).toMatchObject({ status: 0, stdout: expect.stringMatching(/^you {2}set it up\n {5}.*\nyou {2}and again\n/) });
    expect(await place.keelson(['chat', '--session', 'XXXX9'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[session.unknown]') });
  });
});

/** Without what differs from run to run, where lines break included. */
function tidied(text: string, runId: string): string {
  return text
    .replaceAll(runId, '<run>')
    .replaceAll(runId.slice(-6), '<end>')
    .replace(/\(or the same again with --key \S+\)/, '(<key>)')
    .replaceAll(/→ (\w+) · [^→]*?\$5\.00(?: · \d+ tool\s+calls)?/g, '→ $1 · <spent>')
    .replace(/\d+ model calls, \d+ in sequence[^]*?you\s+were\s+asked\s+2\s+times/, '<cost>')
    .replaceAll(/Waits until [0-9-]+ [0-9:]+ UTC/g, 'Waits until <time>')
    .replace(/[0-9.]+ s until the first model request[^]*?waiting/, '<times>')
    .replace(/Kept: [^]*?\n(?=<run>)/, 'Kept: <artifacts>\n');
}
