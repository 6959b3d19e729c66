import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, scriptedTask, WRITES_NOTE, WRITES_SECRET, type RoleTurn } from '../../../test/support/scripted-task.ts';
import { SERVED_TOKEN, servedProgram, type ServedProgram } from '../../../test/support/served-program.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../../../test/support/tools-command-line.ts';
import { AttentionDetail, KeyCreated, OPERATIONS, RunView, type ApiKey } from '../../contracts/index.ts';
import { systemClock } from '../../kernel/index.ts';
import type { ScriptedServer } from '../../models/index.ts';
import { sealKey } from '../keys/seal.ts';
import { ownClient } from '../own-client.ts';
import { mountMcp } from './index.ts';
import { MCP_OPERATIONS } from './mcp-operations.ts';

let place: ToolsCommandLine;
let model: ScriptedServer | undefined;
let served: ServedProgram;
const clients: McpClient[] = [];
beforeEach(() => void (place = toolsCommandLine()));
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await served.close();
  await model?.close();
  model = undefined;
  place.remove();
});

async function connected(...turns: readonly RoleTurn[]): Promise<McpClient> {
  if (turns.length > 0) model = await scriptedTask(place, ...turns);
  served = await servedProgram(place);
  const client = new McpClient({ name: 'a host of tools', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${SERVED_TOKEN}` } } }));
  clients.push(client);
  return client;
}

const viewOf = (result: object): RunView => RunView.parse((result as { structuredContent?: unknown }).structuredContent);
const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n');
const person = { idempotencyKey: 'a person', signal: new AbortController().signal };

describe('the tools that other programs are offered', () => {
  it('start a run, tell its progress, stop at a question to a person and go on when it is answered', verifies('KEL-MCPS-02', 'KEL-MCPS-03', 'MAH-9C-2'), async () => {
    const client = await connected(WRITES_NOTE, WRITES_SECRET, finishes('Done.'));
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations, outputSchema }) => [name, annotations?.readOnlyHint, outputSchema?.type])).toEqual([
      ['run_start', false, 'object'],
      ['run_watch', true, 'object'],
      ['run_show', true, 'object'],
      ['run_list', true, 'object'],
      ['run_steer', false, 'object'],
      ['run_cancel', false, 'object'],
      ['artifact_list', true, 'object'],
      ['artifact_show', true, 'object'],
    ]);
    const begun = viewOf(await client.callTool({ name: 'run_start', arguments: { task: 'set it up' } }));
    const updated = Promise.withResolvers<string>();
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => updated.resolve(params.uri));
    const steps: unknown[] = [];
    Object.assign(client, { fallbackNotificationHandler: async (notification: { method: string; params?: { run_id?: string } }) => void steps.push([notification.method, notification.params?.run_id]) });
    const told: string[] = [];
    const watch = (): Promise<RunView> => client.callTool({ name: 'run_watch', arguments: { run: begun.run_id } }, undefined, { onprogress: ({ message }) => void told.push(message ?? '') }).then(viewOf);
    let waiting = await watch();
    while (waiting.waits_for.length === 0) waiting = await watch();
    const [{ id, command } = { id: '', command: '' }] = waiting.waits_for;
    expect([waiting.plan, command]).toEqual([['Set it up'], `keelson approve ${id}`]);
    expect(textOf(await client.callTool({ name: 'run_steer', arguments: { run: begun.run_id, text: 'yes, approved' } }))).toContain('message_id');
    await client.subscribeResource({ uri: `keelson://runs/${begun.run_id}` });
    const shown = AttentionDetail.parse(await served.dispatcher.dispatch('query', 'attention.show', { id }, person));
    await served.dispatcher.dispatch('command', 'approval.answer', { approval_id: id, answer: 'approved', action_hash: shown.kind === 'approval' ? shown.record.question.decision.action_hash : '' }, person);
    expect(await updated.promise).toBe(`keelson://runs/${begun.run_id}`);
    let ended = await watch();
    while (ended.reason === null) ended = await watch();
    expect([ended.standing, ended.reason, ended.result, ended.criteria.map(({ verdict }) => verdict)]).toEqual(['ended', 'success', 'Done.', ['pass', 'pass']]);
    expect(told.length).toBeGreaterThan(0);
    expect(steps).toEqual(told.map(() => ['mcp/taskProgress', begun.run_id]));
    expect(readFileSync(join(place.workspace, '.env'), 'utf8')).toBe('A=b');

    const { resources } = await client.listResources();
    const artifact = resources.find(({ uri }) => uri.startsWith('keelson://artifacts/'))?.uri ?? '';
    const read = async (uri: string): Promise<string> => (await client.readResource({ uri })).contents.map((one) => ('text' in one ? one.text : '')).join('');
    expect(await read(`keelson://runs/${begun.run_id}/result`)).toBe('Done.');
    expect(JSON.parse(await read(`keelson://runs/${begun.run_id}`))).toMatchObject({ run_id: begun.run_id, termination: { reason: 'success' } });
    expect(JSON.parse(await read(artifact))).toMatchObject({ artifact: { run_id: begun.run_id } });
    expect(JSON.parse(await read('keelson://runs'))).toMatchObject({ total: 1 });
    expect(textOf(await client.callTool({ name: 'artifact_show', arguments: { artifact: artifact.split('/').at(-1) } }))).toContain(begun.run_id);
    expect((await client.complete({ ref: { type: 'ref/resource', uri: 'keelson://runs/{run_id}' }, argument: { name: 'run_id', value: begun.run_id.slice(0, 8) } })).completion.values).toEqual([begun.run_id]);
    await expect(client.readResource({ uri: 'keelson://runs/run_01JCQZ9Y5D0000000000000001' })).rejects.toMatchObject({ code: -32_002 });
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toMatchObject({ code: -32_002 });
  });

  it('let a watcher go without ending the run, and cancel it when that is asked for', verifies('KEL-MCPS-03'), async () => {
    const client = await connected(WRITES_SECRET, finishes('Done.'));
    const { run_id: run } = viewOf(await client.callTool({ name: 'run_start', arguments: { task: 'set it up' } }));
    const leaves = new AbortController();
    const watched = client.callTool({ name: 'run_watch', arguments: { run, wait_seconds: 3_600 } }, undefined, { signal: leaves.signal });
    leaves.abort();
    await expect(watched).rejects.toThrow();
    expect(viewOf(await client.callTool({ name: 'run_show', arguments: { run } })).reason).toBe(null);
    expect(await client.callTool({ name: 'run_cancel', arguments: { run } })).toMatchObject({ structuredContent: { receipt: { run_id: run } } });
    let ended = viewOf(await client.callTool({ name: 'run_watch', arguments: { run } }));
    while (ended.reason === null) ended = viewOf(await client.callTool({ name: 'run_watch', arguments: { run } }));
    expect(ended.reason).toBe('user_cancelled');
    expect(textOf(await client.callTool({ name: 'run_steer', arguments: { run, text: 'go on' } }))).toContain('[run.ended]');
  });

  it('say what is wrong with a call, and do nothing then', verifies('KEL-MCPS-02'), async () => {
    const client = await connected();
    expect(await client.callTool({ name: 'run_start', arguments: { task: '', mode: 'session' } })).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/task: .*mode.*\n.*\n\[input\.invalid\]/s) }] });
    expect(await client.callTool({ name: 'run_show', arguments: { run: 'last' } })).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('[run.unknown]') }] });
    await expect(client.callTool({ name: 'approval_answer', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    await expect(client.subscribeResource({ uri: 'keelson://audit' })).rejects.toMatchObject({ code: -32_002 });
  });
});

describe('what is never offered', () => {
  it('is everything but starting, watching, steering and stopping runs, and reading what came of them', verifies('KEL-MCPS-04'), async () => {
    await connected();
    const ids = MCP_OPERATIONS.map(({ entry }) => entry.operation_id);
    expect(ids).toEqual(['run.start', 'run.list', 'run.find', 'run.show', 'run.steer', 'run.cancel', 'artifact.list', 'artifact.show', 'attention.list', 'attention.follow']);
    const own = ownClient(served.dispatcher, MCP_OPERATIONS);
    for (const operation of OPERATIONS.filter(({ entry }) => !ids.includes(entry.operation_id))) {
      expect(await own.call(operation, {} as never, { idempotencyKey: 'k' })).toMatchObject({ ok: false, error: { code: 'operation.unknown' } });
    }
  });

  it('is anything to the key of another tenant, or a session to another caller than who began it', verifies('KEL-MCPS-05'), async () => {
    await connected();
    const asked = (token: string, more: Record<string, string> = {}): Promise<Response> =>
      fetch(`${served.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${token}`, ...more }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } }) });
    const keyOf = async (tenant: string, ...scopes: string[]): Promise<string> => sealKey(SERVED_TOKEN, tenant, KeyCreated.parse(await served.dispatcher.dispatch('command', 'key.create', { tenant, name: scopes.join('-'), scopes }, { ...person, idempotencyKey: `${tenant}${scopes.join()}` })).key.key_id);
    const [mine, reader] = [await keyOf('default', 'run'), await keyOf('default', 'read')];
    const begun = await asked(mine);
    expect([begun.status, (await asked(reader)).status]).toEqual([200, 403]);
    expect((await asked(SERVED_TOKEN, { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' })).status).toBe(404);
    const answers: Parameters<Parameters<typeof mountMcp>[0]['all']>[1][] = [];
    mountMcp({ all: (_path, answer) => answers.push(answer) }, { dispatcher: served.dispatcher, clock: systemClock, version: '0', deadline: (ms) => AbortSignal.timeout(ms), closing: new AbortController().signal, welcomeOf: () => undefined });
    const refused = await answers[0]?.({ req: { raw: new Request(`${served.url}/mcp`, { method: 'POST', body: '{}' }) }, var: { caller: { kind: 'key', tenant: 'other', key: { scopes: ['run'] } as unknown as ApiKey } } });
    expect([refused?.status, await refused?.json()]).toMatchObject([403, { code: 'server.not_admitted', data: { reason: 'other_tenant' } }]);
  });

  it('is anything at all to who does not show the token or comes from elsewhere', verifies('KEL-MCPS-05'), async () => {
    await connected();
    const asked = async (headers: Record<string, string>): Promise<number> => (await fetch(`${served.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }, body: '{}' })).status;
    expect([await asked({}), await asked({ authorization: 'Bearer another' }), await asked({ authorization: `Bearer ${SERVED_TOKEN}`, origin: 'http://elsewhere.example' }), await asked({ authorization: `Bearer ${SERVED_TOKEN}` })]).toEqual([401, 401, 403, 400]);
  });
});
