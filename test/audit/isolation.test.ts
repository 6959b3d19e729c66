import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryTerminal, runCli } from '../../src/cli/index.ts';
import type { Client } from '../../src/client/index.ts';
import { OPERATIONS } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/index.ts';
import type { LedgerStore } from '../../src/ledger/index.ts';
import { auditFolderOf, auditsOnDisk } from '../../src/main/audits.ts';
import { compose } from '../../src/main/compose.ts';
import { ledgerFileOf } from '../../src/main/data-folder.ts';
import { allEntries } from '../contract-suites/ledger-samples.ts';
import { verifies } from '../requirements/verifies.ts';

let root: string;
let workspace: string;
/** Inside the folder in which roles work: nothing but the rules keeps them out of it. */
let home: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-isolation-')));
  workspace = join(root, 'workspace');
  home = join(workspace, 'state');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'keelson.config.json'), JSON.stringify({ tools: { sandbox: { backend: 'none' } } }));
  writeFileSync(join(workspace, 'x.csv'), 'a,b\n1,2\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program() {
  return compose({ version: '0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { KEELSON_HOME: home }, requirementsFolder: '.', currentFolder: workspace });
}

async function typed(client: Client, words: readonly string[]) {
  const { terminal, out, error } = memoryTerminal('', { columns: 100 });
  const status = await runCli(words, '0', { terminal, client, signal: new AbortController().signal });
  return { status, stdout: out(), stderr: error() };
}

async function keelson(...words: readonly string[]) {
  const { client, close, troubles } = program();
  const ended = await typed(client, words).finally(close);
  return { ...ended, troubles: troubles().map(({ code }) => code) };
}

/** Every tool that there is, as it is shown to models. */
async function allTools(): Promise<readonly { readonly tool_id: string }[]> {
  const { tools } = JSON.parse((await keelson('tools', '--json')).stdout) as { tools: readonly { definition: { tool_id: string } }[] };
  return tools.map(({ definition }) => definition);
}

const auditFolder = (): string => auditFolderOf(home, 'default');
const told = (): Record<string, string> => Object.fromEntries(readdirSync(auditFolder(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]));

/** What a run did, event by event. */
async function courseOf(): Promise<string[]> {
  const store = await openSqliteStore({ file: ledgerFileOf(home, 'default') });
  const rows = await allEntries(store);
  await store.close();
  return rows.map(({ header }) => JSON.parse(header) as { type: string; actor: string }).map(({ type, actor }) => `${type} ${actor}`);
}

describe('the auditor', () => {
  it('looks at the log and does nothing else with it, whatever it is asked', verifies('ART-R6-NOT-1', 'ART-R6-NOT-2', 'ART-R6-01', 'ART-P-08'), async () => {
    await keelson('run', 'count the words in x.csv');
    const store = await openSqliteStore({ file: ledgerFileOf(home, 'default') });
    const before = await allEntries(store);
    const used = new Set<string>();
    const watched = new Proxy<LedgerStore>(store, { get: (target, name) => (used.add(String(name)), Reflect.get(target, name) as unknown) });
    const audits = auditsOnDisk(home, { fileOf: () => '', openToRead: async () => watched });
    audits.follow('default', watched);
    const audit = await audits.open('default');
    await audit?.report(new AbortController().signal);
    await audit?.verify({});
    await audit?.beginAgain('to see what it does', new AbortController().signal);
    await audits.close();
    expect([...used].filter((name) => name !== 'then').sort()).toEqual(['entries', 'head', 'onCommit']);
    expect(await allEntries(store)).toEqual(before);
    await store.close();
  });

  it('makes no difference to a run, nor does it when it cannot work; the person is told', verifies('ART-R6-NOT-3', 'KEL-AUDIT-19'), async () => {
    const watched = await keelson('run', 'count the words in x.csv');
    const course = await courseOf();
    expect((await keelson('audit')).stdout).toContain(`${course.length} events, 1 task; 1 run ended, 0 of them failed`);
    rmSync(home, { recursive: true });
    mkdirSync(auditFolder(), { recursive: true });
    chmodSync(auditFolder(), 0o777);
    const unwatched = await keelson('run', 'count the words in x.csv');
    expect(readdirSync(auditFolder())).toEqual([]);
    expect({ status: unwatched.status, stdout: unwatched.stdout, course: await courseOf() }).toEqual({ status: watched.status, stdout: watched.stdout, course });
    expect([watched.troubles, unwatched.troubles]).toEqual([[], ['audit.folder_unsafe']]);
  });

  it('is offered to no model: there is no tool that asks it, and none that is called like it', verifies('ART-R6-NOT-4', 'ART-P-08'), async () => {
    const tools = await allTools();
    expect(tools.length).toBeGreaterThan(20);
    const asks = OPERATIONS.map(({ entry }) => entry.operation_id).filter((id) => id.startsWith('audit.'));
    expect(asks).toEqual(['audit.report', 'audit.list_reports', 'audit.verify', 'audit.begin_again']);
    for (const definition of tools) expect(JSON.stringify(definition).toLowerCase()).not.toMatch(/\baudit/);
  });

  it('is out of reach for every tool, in the very folder that roles work in', verifies('ART-P-09', 'ART-R6-NOT-4', 'KEL-AUDIT-25'), async () => {
    const { client, close } = program();
    await typed(client, ['run', 'count the words in x.csv']);
    await typed(client, ['audit']);
    const before = told();
    const file = 'state/audit/default/audit-000001.jsonl';
    const attempts: readonly (readonly string[])[] = [
      ['read_file', `path=${file}`],
      ['read_file', `path=${join(workspace, file)}`],
      ['read_file', 'path=x/../state/audit/default/audit-head.json'],
      ['write_file', `path=${file}`, 'content=nothing'],
      ['write_file', 'path=state/audit/default/reports/000001.json', 'content={}'],
      ['edit_file', `path=${file}`, 'old_text=mother', 'new_text=owner'],
      ['move_files', '--args', JSON.stringify({ moves: [{ from: file, to: 'gone.jsonl' }] })],
      ['list_directory', 'path=state/audit/default'],
      ['search_text', 'pattern=chain_hash', 'path=state/audit/default'],
      ['apply_patch', '--args', JSON.stringify({ patch: `--- a/${file}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n` })],
      ['sql_query', 'database_path=state/audit/default/lock', 'query=select 1'],
      ['shell', `command=cat ${file}`],
      ['shell', 'command=rm -rf state/audit'],
      ['shell', `command=echo x >> ${file}`],
      ['start_process', `command=tail -f ${file}`],
    ];
    for (const [tool = '', ...given] of attempts) {
      const { status, stdout } = await typed(client, ['tools', 'run', tool, ...given]);
      expect({ tool, given, isRefused: status !== 0, leaks: stdout.includes('chain_hash') }).toEqual({ tool, given, isRefused: true, leaks: false });
    }
    for (const given of [['glob', 'pattern=state/**/*.jsonl'], ['glob', 'pattern=**/audit*'], ['search_text', 'pattern=chain_hash'], ['survey_files']]) {
      expect((await typed(client, ['tools', 'run', ...given])).stdout).not.toContain('audit-000001');
    }
    const after = told();
    expect(existsSync(join(workspace, 'gone.jsonl'))).toBe(false);
    expect(Object.keys(after).sort()).toEqual(expect.arrayContaining(Object.keys(before)));
    expect(after['audit-000001.jsonl']?.startsWith(before['audit-000001.jsonl'] ?? 'absent')).toBe(true);
    expect(after['000001.json']).toBe(before['000001.json']);
    expect(await typed(client, ['audit', 'verify'])).toMatchObject({ status: 0 });
    await close();
  });
});
