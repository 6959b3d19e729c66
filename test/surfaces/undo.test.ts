import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunUndoReport } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { actionIn, runIn, toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';

let place: ToolsCommandLine;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(() => place.remove());

const at = (path: string): string => join(place.workspace, path);
const textOf = (path: string): string => readFileSync(at(path), 'utf8');
const run = async (...words: string[]): Promise<string> => runIn(await place.keelson(['tools', 'run', ...words]));

describe('keelson undo', () => {
  it('puts back what a tool changed, and the second time finds it as it was', verifies('KEL-TCLI-10'), async () => {
    place.write('a.txt', 'before');
    chmodSync(at('a.txt'), 0o640);
    const runId = await run('write_file', 'path=a.txt', 'content=after');
    expect(await place.keelson(['undo', runId, '--yes'])).toEqual({ status: 0, stdout: `In ${place.workspace}:\n  a.txt: put back\n`, stderr: '' });
    expect({ text: textOf('a.txt'), mode: statSync(at('a.txt')).mode & 0o777 }).toEqual({ text: 'before', mode: 0o640 });
    expect(await place.keelson(['undo', runId, '--yes'])).toEqual({ status: 0, stdout: `In ${place.workspace}:\n  a.txt: is as it was\n`, stderr: '' });
  });

  it('removes what was not there before', verifies('KEL-TCLI-10'), async () => {
    const runId = await run('write_file', 'path=new.txt', 'content=x');
    expect(await place.keelson(['undo', runId, '--dry-run'])).toEqual({ status: 0, stdout: `In ${place.workspace}, if it were done now:\n  new.txt: removed, as it was not there before\n`, stderr: '' });
    expect(existsSync(at('new.txt'))).toBe(true);
    expect(RunUndoReport.parse(JSON.parse((await place.keelson(['undo', runId, '--yes', '--json'])).stdout))).toMatchObject({ run_id: runId, workspace: place.workspace, changes: [{ path: 'new.txt', outcome: 'removed' }], is_incomplete: false });
    expect(existsSync(at('new.txt'))).toBe(false);
  });

  it('leaves alone what somebody changed since, unless it is forced', verifies('KEL-TCLI-10'), async () => {
    place.write('a.txt', 'before');
    const runId = await run('write_file', 'path=a.txt', 'content=after');
    place.write('a.txt', 'mine');
    const { status, stdout } = await place.keelson(['undo', runId, '--yes']);
    expect({ status, text: textOf('a.txt') }).toEqual({ status: 1, text: 'mine' });
    expect(stdout).toMatch(/\n {2}a\.txt: left alone .*\n--force puts back also what was changed since\.\n$/);
    expect(await place.keelson(['undo', runId, '--force'])).toMatchObject({ status: 0, stdout: expect.stringContaining('a.txt: put back') });
    expect(textOf('a.txt')).toBe('before');
  });

  it('takes back what a program changed, created and deleted', verifies('KEL-TCLI-10'), async () => {
    place.configure(UNCONFINED);
    place.write('changed.txt', 'one');
    place.write('deleted.txt', 'two');
    const words = ['tools', 'run', 'run_node', 'changes_workspace=true', 'code=const f=require("fs");f.writeFileSync("changed.txt","1");f.rmSync("deleted.txt");f.writeFileSync("created.txt","3")'];
    const ran = await place.keelson([...words, '--approve', actionIn(await place.keelson(words))]);
    expect(ran.stderr).toContain('modified changed.txt\ncreated created.txt\ndeleted deleted.txt\n');
    const { status, stdout } = await place.keelson(['undo', runIn(ran), '--yes']);
    expect(stdout).toContain('\nThe run started programs. What anybody changed in the folder while they ran counts as theirs and is in this list.\nOf programs, nothing is put back below node_modules');
    expect({ status, changed: textOf('changed.txt'), deleted: textOf('deleted.txt'), created: existsSync(at('created.txt')) }).toEqual({ status: 0, changed: 'one', deleted: 'two', created: false });
  });

  it('says what kinds of things were not kept when a program made one of them', verifies('KEL-TCLI-10'), async () => {
    place.configure(UNCONFINED);
    const words = ['tools', 'run', 'run_node', 'changes_workspace=true', 'code=require("fs").symlinkSync("elsewhere","link")'];
    const ran = await place.keelson([...words, '--approve', actionIn(await place.keelson(words))]);
    expect(await place.keelson(['undo', runIn(ran)])).toEqual({
      status: 0,
      stdout: [
        'The run changed no file.',
        'Of programs, nothing is put back below node_modules, .venv, target and caches, nor are links and empty folders.',
        'Not everything that the run may have done was kept, so some of it may remain: a link or a pipe, a file that could not be read, what a stopped call did, or everything where the folder was too large for copies.',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('shows what it would come to, and does it only after a yes', verifies('KEL-TCLI-10', 'KEL-TCLI-16'), async () => {
    place.write('a.txt', 'before');
    const runId = await run('write_file', 'path=a.txt', 'content=after');
    const plan = `In ${place.workspace}, if it were done now:\n  a.txt: put back\nDo this? Type yes to go on: `;
    expect(await place.keelson(['undo', runId])).toEqual({
      status: 1,
      stdout: '',
      stderr: `keelson: Taking back ${runId} changes 1 file, so it needs a yes.\n         Look at them with --dry-run, then run the same again with --yes.\n         [tool.approval_denied]\n`,
    });
    expect(await place.keelson(['undo', runId], { isInteractive: true, input: 'no' })).toEqual({ status: 1, stdout: '', stderr: `${plan}Nothing was done.\n` });
    expect(textOf('a.txt')).toBe('after');
    expect(await place.keelson(['undo', runId], { isInteractive: true, input: 'yes' })).toEqual({ status: 0, stdout: `In ${place.workspace}:\n  a.txt: put back\n`, stderr: plan });
    expect(textOf('a.txt')).toBe('before');
    // Nothing is left to be lost, so nobody is asked.
    expect(await place.keelson(['undo', runId])).toMatchObject({ status: 0, stdout: expect.stringContaining('a.txt: is as it was') });
  });

  it('finds the folder of the run where it was moved to', verifies('KEL-TCLI-10'), async () => {
    const [old, moved] = [at('old'), at('moved')];
    mkdirSync(old);
    const runId = await run('write_file', 'path=new.txt', 'content=x', '--workspace', old);
    renameSync(old, moved);
    expect(await place.keelson(['undo', runId, '--yes'])).toMatchObject({ status: 1, stderr: `keelson: There is no folder ${old}.\n         Name a folder that is there after --workspace.\n         [path.missing]\n` });
    expect(await place.keelson(['undo', runId, '--yes', '--workspace', moved])).toEqual({ status: 0, stdout: `In ${moved}:\n  new.txt: removed, as it was not there before\n`, stderr: '' });
    expect(existsSync(join(moved, 'new.txt'))).toBe(false);
  });

  it('says when a run changed nothing', verifies('KEL-TCLI-10'), async () => {
    expect(await place.keelson(['undo', await run('list_directory')])).toEqual({ status: 0, stdout: 'The run changed no file.\n', stderr: '' });
  });

  it('names what is no run, a run that is not known, and a place where nothing was recorded', verifies('KEL-TCLI-10'), async () => {
    const unknown = 'run_01JFGWZ0000000000000000001';
    expect(await place.keelson(['undo', unknown])).toMatchObject({ status: 1, stderr: expect.stringContaining('[ledger.absent]') });
    expect(existsSync(place.home)).toBe(false);
    await run('list_directory');
    expect(await place.keelson(['undo', unknown])).toMatchObject({ status: 1, stderr: expect.stringContaining('[tool.nothing_to_undo]') });
    expect(await place.keelson(['undo', 'yesterday'])).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no run yesterday here.') });
  });
});
