import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttentionDetail, AttentionReport, ToolApprovalPending } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { typingTerminal } from '../support/typing-terminal.ts';
import { APPROVAL, watchedProcesses, type WatchedProcess } from '../support/waiting-process.ts';

let place: ToolsCommandLine;
const processes = watchedProcesses();
beforeEach(() => {
  place = toolsCommandLine();
});
afterEach(async () => {
  await processes.endAll();
  place.remove();
});

const WRITE = ['tools', 'run', 'write_file', 'path=.env', 'content=A=b', '--wait'];
const fileText = (path: string): string => readFileSync(join(place.workspace, path), 'utf8');

/** A call that waits in a process of its own, and what it waits for. */
async function waiting(words: readonly string[] = WRITE): Promise<WatchedProcess & { readonly id: string }> {
  const process = processes.watch(place.start(words));
  return { ...process, id: await process.said(APPROVAL) };
}

describe('a call that waits for a yes', () => {
  it('is not waited for, and not done, when the run is to stop after its step', async () => {
    const { id, ended } = await waiting();
    const { items } = AttentionReport.parse(JSON.parse((await place.keelson(['attention', '--json'])).stdout));
    expect((await place.keelson(['cancel', items[0]?.run_id ?? '', '--after-step'])).stdout).toContain(`not done any more: ${id}\n`);
    expect(await ended).toMatchObject({ status: 1, stderr: expect.stringContaining('[tool.approval_denied]') });
    expect(existsSync(join(place.workspace, '.env'))).toBe(false);
  });

  it('is listed elsewhere, shown whole, and done after the yes of another terminal', verifies('KEL-WATCH-01', 'KEL-WATCH-02'), async () => {
    const { id, ended } = await waiting();
    const listed = AttentionReport.parse(JSON.parse((await place.keelson(['attention', '--json'])).stdout));
    expect(listed.items).toMatchObject([{ item_id: id, attention_kind: 'approval_required', summary: 'write_file: write ".env"', command_ref: `keelson approve ${id}` }]);
    expect((await place.keelson(['attention'])).stdout).toMatch(new RegExp(`^medium {2}write_file: write ".env"\\n {2}${id} of run_[0-9A-Z]{26} · waits 1 h 5\\d min more\\n {2}keelson approve ${id}\\n$`));
    const approved = await place.keelson(['approve', id.slice(-6).toLowerCase(), '--yes']);
    expect({ ...approved, stderr: approved.stderr.replaceAll(place.workspace, '<workspace>').replace(/(apr|run)_[0-9A-Z]{26}/g, '<$1>').replace(/1 h 5\d min/, '<time>') }).toMatchSnapshot();
    expect(await ended).toMatchObject({ status: 0, stdout: 'Created .env (3 bytes).\n', stderr: expect.stringContaining(`${id}: approved by owner\n`) });
    expect([fileText('.env'), (await place.keelson(['attention'])).stdout]).toEqual(['A=b', 'Nothing waits for you.\n']);
  });

  it('is not done after a no, and whoever asked is told why', verifies('KEL-WATCH-02'), async () => {
    const { id, ended } = await waiting();
    expect(await place.keelson(['deny', id, '--reason', 'use the test database'])).toEqual({ status: 0, stdout: 'Denied: write_file, write ".env"\n', stderr: '' });
    expect(await ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Not allowed: ') });
    expect((await ended).stderr).toContain('use the test database');
    expect(existsSync(join(place.workspace, '.env'))).toBe(false);
  });

  it('is done with the arguments that a person puts in place of others, after they were judged again', verifies('KEL-WATCH-03'), async () => {
    const { id, ended } = await waiting();
    const unchanged = await place.keelson(['edit', id, 'content=A=b', '--yes']);
    expect(unchanged).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('What you gave changes no argument.') });
    expect(await place.keelson(['edit', id, 'paht=notes.txt', '--yes'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('[tool.arguments_invalid]') });
    const edited = await place.keelson(['edit', id, 'path=notes.txt', '--yes']);
    expect(edited).toMatchObject({ status: 0, stdout: 'Edited: write_file goes on with what you wrote.\n', stderr: expect.stringMatching(/Instead:\n {2}- path: \.env\n {2}\+ path: notes\.txt\n$/) });
    expect(await ended).toMatchObject({ status: 0, stdout: 'Created notes.txt (3 bytes).\n' });
    expect([existsSync(join(place.workspace, '.env')), fileText('notes.txt')]).toEqual([false, 'A=b']);
    const other = await waiting();
    expect((await place.keelson(['edit', other.id, '--args', '{"path":"../out.txt","content":"x"}', '--yes'])).status).toBe(0);
    expect(await other.ended).toMatchObject({ status: 1, stderr: expect.stringContaining('no approval changes the rule path.outside_workspace') });
  });

  it('is answered by whoever comes first; the other is told who was', verifies('KEL-WATCH-04'), async () => {
    const { id, ended } = await waiting();
    const both = await Promise.all([place.keelson(['approve', id, '--yes']), place.keelson(['deny', id])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
    const won = both[0]?.status === 0 ? 'approved' : 'denied';
    expect(both.find(({ status }) => status === 1)?.stderr).toContain(`${id} was answered before: owner said "${won}" at `);
    expect((await ended).status).toBe(won === 'approved' ? 0 : 1);
    expect(await place.keelson(['approve', id.slice(-6), '--yes'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[approval.settled]') });
    expect((await place.keelson(['attention', id.slice(-6)])).stdout).toMatch(new RegExp(`\\n {2}${id} was answered before: owner said "${won}" at .*\\n$`));
  });

  it('is shown whole without an answer, to people and programs', verifies('KEL-WATCH-02'), async () => {
    const { id } = await waiting();
    expect(await place.keelson(['attention', id])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^write_file in .*\n {2}\? write "\.env"\n {4}content: A=b\n/) });
    const shown = AttentionDetail.parse(JSON.parse((await place.keelson(['attention', id.slice(-4), '--json'])).stdout));
    expect(shown).toMatchObject({ kind: 'approval', record: { approval_id: id, question: { decision: { arguments: { path: '.env', content: 'A=b' } } } }, settled: null });
    expect(await place.keelson(['attention', id, '--follow'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[input.invalid]') });
  });

  it('is asked about each time, whatever a yes asks to be remembered', verifies('KEL-WATCH-02'), async () => {
    const { id, ended } = await waiting();
    expect((await place.keelson(['approve', id, '--remember', 'workspace', '--yes'])).stdout).toBe('Approved: write_file, write ".env"; this once, for it is asked about each time\n');
    expect((await ended).status).toBe(0);
  });

  it('needs a yes that somebody can give', verifies('KEL-WATCH-02'), async () => {
    const { id } = await waiting();
    const refused = await place.keelson(['approve', id]);
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('run the same again with --yes.\n         [operation.not_confirmed]\n') });
    expect(await place.keelson(['approve', id], { isInteractive: true, input: 'maybe' })).toMatchObject({ status: 1, stderr: expect.stringMatching(/Let it be done\? Type yes to go on: Nothing was answered; it still waits\.\n$/) });
    expect((await place.keelson(['attention'])).stdout).toContain(id);
    expect(await place.keelson(['approve', 'QQQQQ', '--yes'])).toMatchObject({ status: 2, stderr: expect.stringContaining(`What waits: ${id}`) });
    expect(await place.keelson(['approve', id.slice(-3), '--yes'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Type at least the last 4 characters of it') });
  });

  it('can be answered together with others by one yes', verifies('KEL-WATCH-02'), async () => {
    const [one, other] = await Promise.all([waiting(), waiting(['tools', 'run', 'write_file', 'path=.npmrc', 'content=c', '--wait'])]);
    const approved = await place.keelson(['approve', one.id, other.id], { isInteractive: true, input: 'yes' });
    expect(approved).toMatchObject({ status: 0, stdout: 'Approved: write_file, write ".env"\nApproved: write_file, write ".npmrc"\n', stderr: expect.stringContaining('Let all 2 be done? Type yes to go on: ') });
    expect([(await one.ended).status, (await other.ended).status]).toEqual([0, 0]);
  });

  it('outlives the process that waits: killed, answered, gone on with, it is done once', verifies('KEL-WATCH-05'), async () => {
    const words = [...WRITE, '--key', 'the-same'];
    const { child, id, ended } = await waiting(words);
    child.kill('SIGKILL');
    await ended;
    expect((await place.keelson(['attention'])).stdout).toContain(id);
    expect((await place.keelson(['approve', id, '--yes'])).status).toBe(0);
    expect(existsSync(join(place.workspace, '.env'))).toBe(false);
    const again = await place.keelson(words);
    expect(again).toMatchObject({ status: 0, stdout: 'Created .env (3 bytes).\n' });
    expect(await place.keelson(words)).toMatchObject({ status: 0, stdout: 'Created .env (3 bytes).\n' });
    expect((await place.keelson(['ledger', 'events', '--type', 'approval.consumed'])).stdout.split('\n')).toHaveLength(2);
  });

  it('is told as one notification to a program that follows', verifies('KEL-WATCH-06'), async () => {
    const follower = processes.watch(place.start(['attention', '--follow', '--json']));
    const { id } = await waiting();
    const line = await follower.said(/\{.*toolApprovalPending.*\}/);
    expect(ToolApprovalPending.parse(JSON.parse(line)).params).toMatchObject({ approval_id: id, tool_id: 'write_file', commands: expect.arrayContaining([`keelson approve ${id}`]) });
  });
});

describe('a call that nobody waits for any more', () => {
  it('stays open after Ctrl-C, with the key to go on, until its run is cancelled', verifies('KEL-WATCH-05', 'KEL-WATCH-10'), async () => {
    const { child, id, ended } = await waiting();
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect({ status, stderr }).toEqual({ status: 130, stderr: expect.stringMatching(/The question stays open\. To go on once it is answered, run the same again with --key cmd_[0-9A-Z]{26}\.\n/) });
    const listed = (await place.keelson(['attention'])).stdout;
    const runId = /run_[0-9A-Z]{26}/.exec(listed)?.[0] ?? '';
    expect(listed).toContain(id);
    expect(await place.keelson(['cancel', runId])).toMatchObject({ status: 0, stdout: `${runId} was not at work; it is ended now.\nIt had changed nothing.\n  not done any more: ${id}\n` });
    expect((await place.keelson(['attention'])).stdout).toBe('Nothing waits for you.\n');
    expect(await place.keelson(['approve', id, '--yes'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[approval.settled]') });
  });

  it('is left out by a receipt, and is then not done', verifies('KEL-WATCH-11'), async () => {
    const { id, ended } = await waiting();
    expect(await place.keelson(['skip', id.slice(-6)])).toEqual({ status: 0, stdout: expect.stringMatching(new RegExp(`^Left out: ${id} \\(rcp_[0-9A-Z]{26}\\)\\.\\n$`)), stderr: '' });
    expect((await ended).status).toBe(1);
    expect(existsSync(join(place.workspace, '.env'))).toBe(false);
    expect(await place.keelson(['approve', id, '--yes'])).toMatchObject({ status: 1, stderr: expect.stringContaining('[approval.settled]') });
  });
});

describe('at the terminal that waits', () => {
  it('the question is asked, and what is neither yes nor no is no answer', verifies('KEL-WATCH-07'), async () => {
    const { terminal, type, screen, untilShown } = typingTerminal();
    const ended = place.keelson(WRITE, { terminal });
    await untilShown('Let it be done? Type yes, or no and why: ');
    type('what is this');
    await untilShown('no and why: That is neither yes nor no.\nLet it be done? Type yes, or no and why: ');
    type('yes');
    expect((await ended).status).toBe(0);
    expect(screen()).toContain('Approved: write_file, write ".env"\nCreated .env (3 bytes).\n');
  });

  it('a no is told with its reason', verifies('KEL-WATCH-07'), async () => {
    const { terminal, type, screen, untilShown } = typingTerminal();
    const ended = place.keelson(WRITE, { terminal });
    await untilShown('Let it be done?');
    type('no, not in this folder');
    expect((await ended).status).toBe(1);
    expect(screen()).toContain('Not allowed: ');
    expect(screen()).toContain('not in this folder');
  });

  it('an answer from elsewhere ends the question', verifies('KEL-WATCH-07'), async () => {
    const { terminal, screen, untilShown } = typingTerminal();
    const ended = place.keelson(WRITE, { terminal });
    await untilShown('Let it be done?');
    const id = APPROVAL.exec(screen())?.[0] ?? '';
    expect((await place.keelson(['approve', id, '--yes'])).status).toBe(0);
    expect((await ended).status).toBe(0);
    expect(screen()).toContain(`\n${id}: approved by owner\nCreated .env (3 bytes).\n`);
  });
});

describe('a question in words', () => {
  it('is put to whoever waits with --wait, and can be answered elsewhere', verifies('KEL-WATCH-07'), async () => {
    const asks = ['tools', 'run', 'ask_user', 'question=Which port?', 'options=["8080","9090"]'];
    expect(await place.keelson(asks)).toMatchObject({ status: 1, stderr: expect.stringContaining('With --wait the question is put to you') });
    const asking = processes.watch(place.start([...asks, '--wait']));
    const id = await asking.said(/hcl_[0-9A-Z]{26}/);
    expect(await place.keelson(['answer', id.slice(-6), '7'])).toEqual({ status: 0, stdout: 'Answered in your own words: 7\n', stderr: '' });
    expect(await asking.ended).toMatchObject({ status: 0, stdout: '7\n' });
    expect((await place.keelson(['answer', id])).stdout).toMatch(/ · answered by owner: 7\n$/);
  });
});

describe('a mode', () => {
  it('lets through what it may, and asks about the rest all the same', verifies('KEL-WATCH-08'), async () => {
    place.write('a.txt', 'one\n');
    const { id, ended } = await waiting(['tools', 'run', 'write_file', 'path=.env', 'content=x', '--mode', 'session']);
    await place.keelson(['deny', id]);
    expect((await ended).status).toBe(1);
  });
});
