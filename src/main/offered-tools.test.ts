import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { ToolsSection } from '../contracts/index.ts';
import { createKeys } from '../models/index.ts';
import { mcpServers, plainServerProcesses } from '../tools/index.ts';
import { offeredTools } from './offered-tools.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))));

const { signal } = new AbortController();

/** A program that reads what it is sent and never says a word. */
const SILENT = { command: process.execPath, args: ['-e', 'process.stdin.resume()'], allow: ['*'] };

function offering(section: object, allServersTimeoutMs = 100) {
  const settings = ToolsSection.parse(section);
  const keys = createKeys({ environment: {}, platform: 'linux', run: () => Promise.reject(new Error('no key is asked for')) });
  const started: string[] = [];
  const start = plainServerProcesses({});
  const servers = mcpServers(settings.mcp, {
    workspace: process.cwd(),
    version: '0',
    startProcess: (wish) => (started.push(wish.argv[0]), start(wish)),
    resolveKey: () => Promise.resolve(''),
    pins: { get: () => Promise.resolve(null), accept: () => Promise.resolve() },
    allowedRoles: ['coder'],
  });
  closers.push(() => servers.close());
  const offered = offeredTools({ settings: () => Promise.resolve(settings), servers: () => Promise.resolve(servers), keys, withoutEffect: () => Promise.resolve([{ name: 'a setting', reason: 'of no use' }]), allServersTimeoutMs });
  return { ...offered, started };
}

describe('the tools that are offered', () => {
  it('do not start a server unless one of its tools can be meant', verifies('KEL-MEND-01'), async () => {
    const { offered, started } = offering({ mcp: { silent: SILENT } });
    for (const sought of ['builtin', { toolId: 'read_file' }, { toolId: 'mcp__other__x' }, { toolId: 'mcp__silent' }] as const) {
      const { catalogue, leftOut, waiting } = await offered(sought, signal);
      expect({ hasReadFile: catalogue.get('read_file').definition.tool_id, leftOut, waiting }).toEqual({ hasReadFile: 'read_file', leftOut: [{ name: 'a setting', reason: 'of no use' }], waiting: [] });
    }
    expect(started).toEqual([]);
  });

  it('are listed without those of a server that does not answer in time, which is named', verifies('KEL-MEND-02'), async () => {
    const { offered, started } = offering({ mcp: { silent: SILENT } });
    const { catalogue, leftOut } = await offered('all', signal);
    expect(leftOut).toEqual([{ name: 'silent', reason: 'The server silent did not answer within 0.1 s.', server: 'silent' }, { name: 'a setting', reason: 'of no use' }]);
    expect(catalogue.get('read_file').definition.tool_id).toBe('read_file');
    expect(started).toEqual([process.execPath]);
  });

  it('tell a person who stopped waiting nothing of a time', verifies('KEL-MEND-02'), async () => {
    const { leftOut } = await offering({ mcp: { silent: SILENT } }, 60_000).offered('all', AbortSignal.abort());
    expect(leftOut[0]).toEqual({ name: 'silent', reason: 'The request initialize to the server silent was stopped.', server: 'silent' });
  });

  it('are not those that the settings switch off, also of a server that was not asked', verifies('KEL-MEND-03'), async () => {
    const { catalogue, leftOut } = await offering({ disabled: ['read_file', 'raed_file', 'mcp__silent__x'], mcp: { silent: SILENT } }).offered('builtin', signal);
    expect(catalogue.tools.some(({ definition }) => definition.tool_id === 'read_file')).toBe(false);
    expect(leftOut.slice(0, 3)).toEqual([
      { name: 'read_file', reason: 'disabled in the settings', toolId: 'read_file' },
      { name: 'raed_file', reason: 'disabled in the settings, but there is no tool of this name', toolId: 'raed_file' },
      { name: 'mcp__silent__x', reason: 'disabled in the settings', toolId: 'mcp__silent__x' },
    ]);
  });
});
