import { Readable, Writable } from 'node:stream';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScriptedServer } from '../../src/models/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { CAPABILITIES, testEditor } from '../support/acp-editor.ts';
import { LAUNCHER } from '../support/keelson-home.ts';
import { finishes, scriptedTask, WRITES_NOTE, WRITES_SECRET } from '../support/scripted-task.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { TRACED } from '../support/traced.ts';

let place: ToolsCommandLine;
let model: ScriptedServer | undefined;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(async () => {
  await model?.close();
  model = undefined;
  place.remove();
});

describe('keelson mcp', () => {
  it('speaks over its pipes with the program that started it, and ends with it', verifies('KEL-MCPS-08'), async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, 'mcp'], cwd: place.workspace, env: { ...(process.env as Record<string, string>), ...TRACED, KEELSON_HOME: place.home }, stderr: 'pipe' });
    const client = new McpClient({ name: 'a host of tools', version: '1' });
    await client.connect(transport);
    const { structuredContent } = await client.callTool({ name: 'run_start', arguments: { task: 'list the files of this folder', engine: 'offline' } });
    const { run_id: run } = structuredContent as { run_id: string };
    const watched = await client.callTool({ name: 'run_watch', arguments: { run } });
    expect(watched.structuredContent).toMatchObject({ run_id: run, standing: 'ended' });
    await client.close();
    expect((await place.keelson(['runs', '--json'])).stdout).toContain(run);
  });
});

describe('keelson acp', () => {
  it('works for an editor over its pipes, asks it, and ends with it', verifies('KEL-ACP-01', 'KEL-ACP-03'), async () => {
    model = await scriptedTask(place, WRITES_NOTE, WRITES_SECRET, finishes('All set up.'));
    const child = place.start(['acp']);
    const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error('the pipes of the process are there');
    const editor = testEditor(Writable.toWeb(stdin) as WritableStream<Uint8Array>, Readable.toWeb(stdout) as ReadableStream<Uint8Array>, { permission: async () => 'allow_once' });
    const { agent } = editor.connection;
    await agent.request('initialize', { protocolVersion: 1, clientCapabilities: CAPABILITIES });
    const { sessionId } = await agent.request('session/new', { cwd: place.workspace, mcpServers: [] });
    expect(await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'set it up' }] })).toEqual({ stopReason: 'end_turn' });
    expect([editor.said(), editor.asked.length]).toEqual(['All set up.', 1]);
    stdin.end();
    expect(await ended).toBe(0);
  });
});
