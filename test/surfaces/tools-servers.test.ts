import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';

let place: ToolsCommandLine;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(() => place.remove());

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const SERVER = fileURLToPath(new URL('../support/mcp/stdio-server.ts', import.meta.url));

/** Leaves a file behind as soon as it is started, and then never says a word. */
const silent = (): object => ({ command: process.execPath, args: ['-e', `require('fs').writeFileSync(${JSON.stringify(join(place.workspace, 'started'))}, ''); process.stdin.resume();`], allow: ['*'] });
const wasStarted = (): boolean => existsSync(join(place.workspace, 'started'));

describe('a server of tools that never answers', () => {
  it('is not started for a look at, a request for or a call of a built-in tool', verifies('KEL-MEND-01'), async () => {
    place.configure({ sandbox: { backend: 'none' }, mcp: { silent: silent() } });
    place.write('a.txt', 'hello');
    expect(await place.keelson(['tools', 'show', 'read_file'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^read_file 1\.0\.0/) });
    expect(await place.keelson(['tools', 'run', 'read_file', 'path=a.txt', '--role', 'coder'])).toMatchObject({ status: 0, stdout: 'hello\n' });
    expect((await place.keelson(['tools', 'route', 'git status'])).status).toBe(0);
    expect(await place.keelson(['tools', 'run', 'mcp__other__x'])).toMatchObject({ stderr: expect.stringContaining('There is no tool mcp__other__x.') });
    expect(wasStarted()).toBe(false);
  });

  it('does not hold up a tool of another server', verifies('KEL-MEND-01'), async () => {
    place.configure({ sandbox: { backend: 'none' }, mcp: { silent: silent(), test: { command: process.execPath, args: [SERVER, 'echo'], allow: ['*'] } } });
    expect((await place.keelson(['tools', 'show', 'mcp__test__echo'])).status).toBe(0);
    expect(wasStarted()).toBe(false);
  });
});

describe('a tool that is not offered', () => {
  it('and waits is shown whole, and refused with the words that accept it', verifies('KEL-MEND-03'), async () => {
    place.configure({ sandbox: { backend: 'none' }, mcp: { test: { command: process.execPath, args: [SERVER, 'echo'], allow: ['*'] } } });
    const shown = await place.keelson(['tools', 'show', 'mcp__test__echo']);
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^mcp__test__echo {2}of the server test; new\n {2}\S.+\nTakes\n\{\n[^]*"properties"[^]*\n\}\nIt waits for you: `keelson tools accept mcp__test__echo` lets it be used\.\n$/);
    const run = await place.keelson(['tools', 'run', 'mcp__test__echo', 'text=a']);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' });
    expect(flat(run.stderr)).toContain('mcp__test__echo waits for a person to accept it: it comes from the server test. `keelson tools show mcp__test__echo` shows how it describes itself, `keelson tools accept mcp__test__echo` lets it be used. [tool.unavailable]');
  });

  it('is refused with the reason: not allowed, or of a server that does not start', verifies('KEL-MEND-03'), async () => {
    place.configure({ sandbox: { backend: 'none' }, mcp: { test: { command: process.execPath, args: [SERVER, 'echo,add'], allow: ['echo'] }, broken: { command: join(place.workspace, 'missing'), allow: ['*'] } } });
    expect((await place.keelson(['tools', 'show', 'mcp__test__add'])).stderr).toContain('mcp__test__add is not offered: the configuration does not allow it.');
    expect(flat((await place.keelson(['tools', 'run', 'mcp__broken__x'])).stderr)).toMatch(/mcp__broken__x is not offered: The server broken cannot be used: .* Look at "tools\.mcp\.broken" in the settings, then try again\. \[tool\.unavailable\]/);
  });
});
