import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeelsonConfig, ToolsReport } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { NOBODY } from '../support/keelson-home.ts';
import { ended, toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';

let place: ToolsCommandLine;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(() => place.remove());

/** As one line, since where a line breaks depends on how long a path is. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('keelson tools', () => {
  it('lists each tool with what it may touch, and which sandbox holds programs', verifies('KEL-TCLI-03'), async () => {
    const { status, stdout, stderr } = await place.keelson(['tools']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('read_file  Read a file\n    reads the workspace\n');
    expect(stdout).toContain('write_file  Write a file\n    changes the workspace\n');
    expect(stdout).toMatch(/\n(Sandbox: (bubblewrap|unshare|container|seatbelt)[^\n]*\nPrograms reach no network\.|There is no sandbox here, so no program is run: )/);
  });

  it('gives a program one line that fits the contract', verifies('KEL-TCLI-03'), async () => {
    const { status, stdout } = await place.keelson(['tools', '--json']);
    const report = ToolsReport.parse(JSON.parse(stdout));
    expect({ status, lines: stdout.split('\n').length }).toEqual({ status: 0, lines: 2 });
    expect(report).toMatchObject({ left_out: [], waiting: [], network: [] });
  });

  it('shows the whole contract of one, and how it has fared once it was used', verifies('KEL-TCLI-03'), async () => {
    expect((await place.keelson(['tools', 'show', 'read_file'])).stdout).toMatch(/^read_file 1\.0\.0 {2}Read a file\n {2}touches {2}reads the workspace\n {2}effect {3}read_only\n[^]*\n {2}time {5}at most 10 s, tried again at most once\n[^]*\nTakes\n\{\n[^]*\nGives\n\{\n/);
    place.write('a.txt', 'hello');
    await place.keelson(['tools', 'run', 'read_file', 'path=a.txt']);
    expect((await place.keelson(['tools', 'show', 'read_file'])).stdout).toMatch(/\n {2}used {5}1 times well, 0 not; last \d{4}-/);
    expect((await place.keelson(['tools'])).stdout).toContain('reads the workspace; 100 % of 1 calls went well\n');
  });

  it('suggests the tools that were probably meant', verifies('KEL-TCLI-03'), async () => {
    const { status, stdout, stderr } = await place.keelson(['tools', 'show', 'read_fil']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('keelson: There is no tool read_fil.\n         Did you mean read_file');
  });
});

describe('the settings of tools', () => {
  it('can do without a sandbox, and then say that nothing holds programs', verifies('KEL-TCLI-04'), async () => {
    place.configure(UNCONFINED);
    const { status, stdout } = await place.keelson(['tools']);
    expect(status).toBe(0);
    expect(flat(stdout)).toContain('Sandbox: none; it does not hold: filesystem, network, processes, system calls, memory limit, process limit, cpu limit. Programs reach whatever network this machine reaches. ');
  });

  it('name the hosts that programs may reach', verifies('KEL-TCLI-04'), async () => {
    place.configure({ sandbox: { network: ['registry.npmjs.org', '*.example.com:8443'] } });
    const { stdout } = await place.keelson(['tools', '--json']);
    expect(ToolsReport.parse(JSON.parse(stdout)).network).toEqual(['registry.npmjs.org', '*.example.com:8443']);
  });

  it('can name a sandbox that does not work here, which is told and never replaced', verifies('KEL-TCLI-04'), async () => {
    place.configure({ sandbox: { backend: 'microvm' } });
    const { status, stdout, stderr } = await place.keelson(['tools']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(flat(stdout)).toMatch(/There is no sandbox here, so no program is run: microvm: .+\. $/);
    place.write('a.txt', 'hello');
    expect(await place.keelson(['tools', 'run', 'read_file', 'path=a.txt'])).toMatchObject({ status: 0, stdout: 'hello\n' });
    const run = await place.keelson(['tools', 'run', 'shell', 'command=ls']);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' });
    expect(flat(run.stderr)).toMatch(/The configured sandbox "microvm" cannot be used, so no program is run: .+\. Correct what is missing, or choose another sandbox in the settings; it is never replaced by another on its own\..* \[sandbox\.unavailable\]/);
  });

  it('can switch tools off, and a name that no tool has is told', verifies('KEL-TCLI-04'), async () => {
    place.configure({ disabled: ['read_file', 'raed_file'] });
    const { stdout } = await place.keelson(['tools']);
    expect(stdout).toContain('Not offered\n  read_file: disabled in the settings\n  raed_file: disabled in the settings, but there is no tool of this name\n');
    expect(await place.keelson(['tools', 'run', 'read_file', 'path=a'])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^keelson: read_file is not offered: disabled in the settings\.\n[^]*\[tool\.unavailable\]\n$/) });
  });

  it('can name a key that is not there, which is told of the one tool that needs it', verifies('KEL-TCLI-04'), async () => {
    place.configure({ web_search: { google: { key: { env: 'NO_SUCH_KEY' }, engine_id: '1' } } });
    const { tools, left_out: leftOut } = ToolsReport.parse(JSON.parse((await place.keelson(['tools', '--json'])).stdout));
    expect(leftOut).toEqual([{ name: 'web_search', reason: 'There is no key for web search from environment variable NO_SUCH_KEY: it is not set.' }]);
    const names = new Set(tools.map(({ definition }) => definition.tool_id));
    expect([names.has('web_search'), names.has('read_file')]).toEqual([false, true]);
  });

  it.each([
    [{ sandbox: { backend: 'docker' } }, 'tools.sandbox.backend: expected "auto", or Invalid option: expected one of "bubblewrap"|"unshare"|"container"|"seatbelt"|"microvm"|"none"'],
    [{ sandbox: { network: ['http://example.com'] } }, 'tools.sandbox.network.0: expected a host such as example.com, *.example.com or example.com:8443'],
    [{ sandbox: { limits: { memory_bytes: -1 } } }, 'tools.sandbox.limits.memory_bytes: Too small: expected number to be >=1'],
    [{ disable: [] }, 'tools.disable: unknown; did you mean "disabled"?'],
  ])('are refused with the place and what is expected: %j', verifies('KEL-TCLI-04'), async (tools, fault) => {
    place.configure(tools);
    const { status, stdout, stderr } = await place.keelson(['tools', 'run', 'read_file', 'path=a']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`keelson.config.json cannot be used: ${fault}`);
    expect(stderr).toContain('docs/tools.md');
  });
});

describe('a server of tools', () => {
  const SERVER = { command: process.execPath, args: [fileURLToPath(new URL('../support/mcp/stdio-server.ts', import.meta.url)), 'echo,add'], allow: ['echo'] };

  it('offers a tool only after a person accepted how it describes itself', verifies('KEL-TCLI-08'), async () => {
    place.configure({ mcp: { test: SERVER } });
    const listed = await place.keelson(['tools', '--json']);
    const { waiting, left_out: leftOut } = ToolsReport.parse(JSON.parse(listed.stdout));
    expect(waiting.map(({ tool_id, changes }) => [tool_id, changes])).toEqual([['mcp__test__echo', []]]);
    expect(leftOut.map(({ name }) => name)).toEqual(['add of test']);
    const hash = waiting[0]?.definition_hash ?? '';

    const alone = await place.keelson(['tools', 'accept', 'mcp__test__echo']);
    expect(alone).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(`--hash ${hash}`) });
    const refused = await place.keelson(['tools', 'accept', 'mcp__test__echo'], { isInteractive: true, input: 'no' });
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^mcp__test__echo of test says of itself:\n {2}.+\nOffer it to models\? Type yes to go on: It stays as it was\.\n$/) });
    expect(await place.keelson(['tools', 'accept', 'mcp__test__echo', '--hash', 'c'.repeat(64)])).toMatchObject({ status: 1, stderr: expect.stringContaining('[tool.definition_changed]') });
    expect(await place.keelson(['tools', 'accept', 'mcp__test__ehco', '--hash', hash])).toMatchObject({ status: 2, stderr: expect.stringContaining('Those that wait: mcp__test__echo.') });

    expect(await place.keelson(['tools', 'accept', 'mcp__test__echo'], { isInteractive: true, input: 'yes' })).toMatchObject({ status: 0, stdout: 'mcp__test__echo can be used now.\n' });
    expect(ToolsReport.parse(JSON.parse((await place.keelson(['tools', '--json'])).stdout))).toMatchObject({ waiting: [], tools: expect.arrayContaining([expect.objectContaining({ definition: expect.objectContaining({ tool_id: 'mcp__test__echo' }) })]) });
  });

  it('that does not start is named with the reason, and the other tools stay', verifies('KEL-TCLI-08'), async () => {
    place.configure({ mcp: { broken: { command: join(place.workspace, 'missing'), allow: ['*'] } } });
    const { status, stdout } = await place.keelson(['tools']);
    expect(status).toBe(0);
    expect(flat(stdout)).toContain('Not offered broken: The server broken cannot be used: ');
    expect(flat(stdout)).toContain('its program could not be started');
    expect(stdout).toContain('read_file  Read a file\n');
  });
});

describe('a data folder that cannot be used', () => {
  it('is told before anything is done', verifies('KEL-TCLI-02'), async () => {
    writeFileSync(place.home, 'a file is in the way');
    const { status, stdout, stderr } = await place.keelson(['tools', 'run', 'write_file', 'path=b.txt', 'content=x']);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `keelson: ${place.home} is not a folder, so there can be no ledger below it.\n         Set KEELSON_HOME to a folder.\n         [ledger.folder_unusable]\n` });
    expect(existsSync(join(place.workspace, 'b.txt'))).toBe(false);
  });

  it('may be one that this user may not write: then tools are listed and none is run', verifies('KEL-TCLI-02'), async () => {
    chmodSync(dirname(place.home), 0o755);
    mkdirSync(place.home, { mode: 0o555 });
    const [listed, run] = [await ended(place.start(['tools', '--json'], NOBODY)), await ended(place.start(['tools', 'run', 'list_directory'], NOBODY))];
    expect({ status: listed.status, stderr: listed.stderr }).toEqual({ status: 0, stderr: '' });
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^keelson: .+\n {9}.+\n {9}\[ledger\.read_only\]\n$/);
  });
});

describe('docs/tools.md', () => {
  const page = readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8');

  it('names every tool that comes with Keelson', verifies('KEL-TCLI-11'), async () => {
    const { tools } = ToolsReport.parse(JSON.parse((await place.keelson(['tools', '--json'])).stdout));
    expect(tools.map(({ definition }) => definition.tool_id).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('shows settings that are taken', verifies('KEL-TCLI-11'), async () => {
    const example = /```json\n(\{[^]*?\n\})\n```/.exec(page)?.[1] ?? '';
    place.write('keelson.config.json', JSON.stringify({ tools: { ...(JSON.parse(example) as { tools: object }).tools, mcp: {} } }));
    expect(ToolsReport.parse(JSON.parse((await place.keelson(['tools', '--json'])).stdout))).toMatchObject({ network: ['registry.npmjs.org', '*.pythonhosted.org'], left_out: [{ name: 'web_search', reason: 'disabled in the settings' }, { name: 'sandbox.readable /opt/toolchain', reason: 'there is nothing at this path' }] });
    expect(KeelsonConfig.safeParse(JSON.parse(example)).success).toBe(true);
  });

  it('shows decisions as they are', verifies('KEL-TCLI-11'), async () => {
    mkdirSync(join(place.workspace, 'project'));
    for (const kind of ['command', 'path', 'url']) {
      const shown = (page.split(`$ keelson check ${kind}`)[1] ?? '').split('\n').slice(1);
      const lines = shown.slice(0, shown.findIndex((line) => !line.startsWith('{')));
      const typed = lines.filter((line) => line.includes('"input"'));
      const { stdout } = await place.keelson(['check', kind, ...(kind === 'path' ? ['--workspace', join(place.workspace, 'project')] : [])], { input: typed.join('\n') });
      expect(stdout.trimEnd().split('\n')).toEqual(lines.filter((line) => !line.includes('"input"')));
    }
  });
});
