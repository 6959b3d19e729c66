import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROTOCOL_VERSION, type McpServer, type PermissionOptionKind, type PromptResponse } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CAPABILITIES, type TestEditor } from '../../../test/support/acp-editor.ts';
import { programInEditor } from '../../../test/support/program-in-editor.ts';
import { calls, finishes, scriptedTask, WRITES_NOTE, type RoleTurn } from '../../../test/support/scripted-task.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../../../test/support/tools-command-line.ts';
import type { ScriptedServer } from '../../models/index.ts';
import { readBrought } from './brought-servers.ts';

const SERVER = fileURLToPath(new URL('../../../test/support/mcp/stdio-server.ts', import.meta.url));
const ECHO = 'mcp__editor-my-tools__echo';
const SECRET = 'mcp__editor-my-tools__secret';

let place: ToolsCommandLine;
let model: ScriptedServer;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(() => void (place = toolsCommandLine()));
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  place.remove();
});

/** The whole program with an editor at its other end, whose person gives these answers by the title of a question. */
async function editorWith(turns: readonly RoleTurn[], answers: Readonly<Record<string, PermissionOptionKind | 'cancelled'>>): Promise<ReturnType<typeof programInEditor>> {
  model = await scriptedTask(place, ...turns);
  const editor = programInEditor(place, { permission: async ({ toolCall: { title } }) => Object.entries(answers).find(([words]) => title?.includes(words))?.[1] ?? 'cancelled' });
  closers.push(editor.leave, () => model.close());
  return editor;
}

const brought = (name = 'My tools', ...tools: readonly string[]): McpServer => ({ name, command: process.execPath, args: [SERVER, (tools.length === 0 ? ['echo'] : tools).join(',')], env: [{ name: 'TOKEN', value: 'quite-a-secret' }] });

async function session({ connection: { agent } }: TestEditor, ...mcpServers: McpServer[]): Promise<string> {
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CAPABILITIES });
  return (await agent.request('session/new', { cwd: place.workspace, mcpServers })).sessionId;
}

const prompted = ({ connection: { agent } }: TestEditor, sessionId: string): Promise<PromptResponse> => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'set it up' }] });
const titles = ({ asked }: TestEditor): (string | null | undefined)[] => asked.map(({ toolCall }) => toolCall.title);
const offered = (): string[] => model.requests().flatMap(({ body }) => (body as { readonly tools?: readonly { readonly function: { readonly name: string } }[] } | undefined)?.tools?.map((tool) => tool.function.name) ?? []);
const heard = (): string => JSON.stringify(model.requests().map(({ body }) => body));

const START = 'Use the tool server "My tools" of the editor';
const ACCEPT = 'Let the model know these tools of "My tools"';

describe('a server of tools that an editor passes on', () => {
  it('is started and its tools are offered after the person said yes to both, and each call is asked about', verifies('KEL-ACP-08', 'KEL-ACP-09'), async () => {
    const editor = await editorWith([WRITES_NOTE, calls(ECHO, { words: 'hello out there' }), calls(SECRET, {}), finishes('Done.')], { [START]: 'allow_once', [ACCEPT]: 'allow_once', mcp__editor: 'allow_once' });
    const { agentCapabilities } = await editor.connection.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CAPABILITIES });
    expect(agentCapabilities?.mcpCapabilities).toEqual({ http: true, sse: false });
    expect(await prompted(editor, await session(editor, brought('My tools', 'echo', 'secret')))).toEqual({ stopReason: 'end_turn' });
    expect(titles(editor)).toEqual([START, ACCEPT, expect.stringContaining(ECHO), expect.stringContaining(SECRET)]);
    const [start, accept] = editor.asked;
    expect(JSON.stringify(start)).toContain(SERVER);
    expect(JSON.stringify(start)).toContain('It is given TOKEN.');
    expect([JSON.stringify(editor.asked), JSON.stringify(editor.updates), heard()].map((said) => said.includes('quite-a-secret'))).toEqual([false, false, false]);
    expect([JSON.stringify(accept?.toolCall.content), accept?.toolCall.rawInput]).toEqual([expect.stringContaining('A tool for tests.'), { [ECHO]: expect.objectContaining({ type: 'object' }), [SECRET]: { type: 'object' } }]);
    expect([editor.said(), heard().includes('hello out there')]).toEqual(['Done.', true]);
  });

  it('is asked about once in a thread, and its tools not again while they stay as they were accepted', verifies('KEL-ACP-08'), async () => {
    const again: RoleTurn[] = [calls('write_file', { path: 'a.txt', content: 'two' }), finishes('Again.')];
    const editor = await editorWith([WRITES_NOTE, finishes('Done.'), ...again, calls('write_file', { path: 'a.txt', content: 'three' }), finishes('Elsewhere.')], { [START]: 'allow_always', [ACCEPT]: 'allow_once' });
    const first = await session(editor, brought());
    await prompted(editor, first);
    await prompted(editor, first);
    await prompted(editor, await session(editor, brought()));
    expect([titles(editor), editor.said()]).toEqual([[START, ACCEPT], 'Done.Again.Elsewhere.']);
  });

  it('is offered to runs of its own thread and to no other', verifies('KEL-ACP-09'), async () => {
    const editor = await editorWith([WRITES_NOTE, finishes('Done.')], { [START]: 'allow_once', [ACCEPT]: 'allow_once' });
    const [withServer, without] = [await session(editor, brought()), await session(editor)];
    await prompted(editor, without);
    expect(offered()).not.toContain(ECHO);
    await prompted(editor, withServer);
    expect(offered()).toContain(ECHO);
  });

  it('is never started when the person says no, and not used when they refuse what it tells of itself', verifies('KEL-ACP-08'), async () => {
    const started = join(place.workspace, 'started');
    const leavesTrace: McpServer = { name: 'My tools', command: process.execPath, args: ['-e', `require('fs').writeFileSync(${JSON.stringify(started)}, '')`], env: [] };
    const editor = await editorWith([WRITES_NOTE, finishes('Done.'), calls('write_file', { path: 'a.txt', content: 'two' }), finishes('Again.')], { [START]: 'reject_once', 'tool server "Other"': 'allow_once', 'tools of "Other"': 'reject_once' });
    await prompted(editor, await session(editor, leavesTrace));
    expect([existsSync(started), editor.said()]).toEqual([false, '(The tool server "My tools" is left out, as you said.)\n\nDone.']);
    await prompted(editor, await session(editor, brought('Other')));
    expect([offered().filter((name) => name.startsWith('mcp__')), editor.said()]).toEqual([[], expect.stringContaining('(The tool server "Other" is left out, as you said.)\n\nAgain.')]);
  });

  it('that breaks, or cannot be used from here, is named, and the work goes on without it', verifies('KEL-ACP-08'), async () => {
    const editor = await editorWith([WRITES_NOTE, finishes('Done.')], { [START]: 'allow_once' });
    const broken: McpServer = { name: 'My tools', command: join(place.workspace, 'missing'), args: [], env: [] };
    await prompted(editor, await session(editor, broken, { type: 'sse', name: 'Old', url: 'https://a.example/sse', headers: [] }));
    expect(editor.said()).toMatch(/^\(Tool servers that cannot be used from here are left out: Old\.\)\n\n\(The tool server "My tools" is left out: The server editor-my-tools cannot be used: .*\)\n\nDone\.$/s);
  });

  it('that nobody answers for is not used, and is asked about again with the next prompt', verifies('KEL-ACP-08'), async () => {
    const editor = await editorWith([WRITES_NOTE, finishes('Done.'), calls('write_file', { path: 'a.txt', content: 'two' }), finishes('Again.')], {});
    const id = await session(editor, brought());
    await prompted(editor, id);
    await prompted(editor, id);
    expect([titles(editor), offered().filter((name) => name.startsWith('mcp__'))]).toEqual([[START, START], []]);
    expect(editor.said()).toContain('(Nobody said whether "My tools" may be used, so it is not; you are asked again with the next prompt.)');
  });

  it('is gone for whoever resumes its run elsewhere, who is told so and can go on without', verifies('KEL-ACP-10'), async () => {
    const editor = await editorWith([WRITES_NOTE, calls(ECHO, { words: 'x' }), finishes('Done.')], { [START]: 'allow_once', [ACCEPT]: 'allow_once' });
    const id = await session(editor, brought());
    void prompted(editor, id).catch(() => undefined);
    await editor.askedFor(3);
    await editor.leave();
    const resumed = await place.keelson(['resume', 'last']);
    expect(resumed.stderr.replaceAll(/\s+/g, ' ')).toContain(`An editor had brought the servers of ${ECHO}, and they ended with its thread. To go on without them, add --accept-versions "why".`);
    expect((await place.keelson(['resume', 'last', '--accept-versions', 'the editor is closed'])).stdout).toContain('Done.');
  });
});

describe('what an editor passes on', () => {
  it('is a program or an address of the web; everything else is named', verifies('KEL-ACP-08'), () => {
    const http = (name: string, url: string): McpServer => ({ type: 'http', name, url, headers: [{ name: 'authorization', value: 'x' }] });
    expect(readBrought([brought('a'), http('b', 'https://b.example/mcp'), http('c', 'file:///etc/passwd'), { type: 'sse', name: 'd', url: 'https://d.example', headers: [] }])).toEqual({
      servers: [
        { name: 'a', command: process.execPath, args: [SERVER, 'echo'], env: { TOKEN: 'quite-a-secret' } },
        { name: 'b', url: 'https://b.example/mcp', headers: { authorization: 'x' } },
      ],
      unreachable: ['c', 'd'],
    });
  });
});
