import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { PROTOCOL_VERSION, type ClientCapabilities, type PromptResponse, type SessionUpdate } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CAPABILITIES, testEditor, type EditorAnswers, type TestEditor } from '../../../test/support/acp-editor.ts';
import { calls, finishes, scriptedTask, WRITES_NOTE, WRITES_SECRET, type RoleTurn } from '../../../test/support/scripted-task.ts';
import { wholeProgram } from '../../../test/support/served-program.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../../../test/support/tools-command-line.ts';
import { createDispatcher, type Dispatcher } from '../../commands/index.ts';
import { AttentionReport, attentionShow, OPERATIONS, protocolServe, runShow, SessionState } from '../../contracts/index.ts';
import { systemClock } from '../../kernel/index.ts';
import type { ScriptedServer } from '../../models/index.ts';
import { ownClient } from '../own-client.ts';
import { stdioServing } from '../stdio.ts';
import { ACP_OPERATIONS } from './acp-operations.ts';

let place: ToolsCommandLine;
let model: ScriptedServer | undefined;
/** What a person at a terminal has done. */
const terminal = (kind: 'command' | 'query', id: string, request: object): Promise<unknown> => Promise.resolve(program?.dispatcher.dispatch(kind, id, request, { idempotencyKey: 'terminal', signal: new AbortController().signal }));
let program: { readonly dispatcher: Dispatcher; close(): Promise<void> } | undefined;
let serving: { readonly ended: Promise<unknown>; end(): void } | undefined;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(async () => {
  serving?.end();
  await serving?.ended;
  await program?.close();
  await model?.close();
  [serving, program, model] = [undefined, undefined, undefined];
  place.remove();
});

/** The agent at one end of two pipes and an editor at the other. */
async function connected(turns: readonly RoleTurn[], answers: EditorAnswers = {}): Promise<TestEditor> {
  if (turns.length > 0) model = await scriptedTask(place, ...turns);
  const whole = wholeProgram(place);
  program = whole;
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stdio = stdioServing({ dispatcher: whole.dispatcher, version: '0', clock: systemClock, deadline: (ms) => AbortSignal.timeout(ms), streams: () => ({ input, output }) });
  serving = { ended: createDispatcher([stdio.binding]).dispatch('command', 'protocol.serve', { protocol: 'acp' }, { idempotencyKey: undefined, signal: new AbortController().signal }), end: () => input.end() };
  return testEditor(Writable.toWeb(input) as WritableStream<Uint8Array>, Readable.toWeb(output) as ReadableStream<Uint8Array>, answers);
}

async function session({ connection: { agent } }: TestEditor, clientCapabilities: ClientCapabilities = CAPABILITIES): Promise<string> {
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  return (await agent.request('session/new', { cwd: place.workspace, mcpServers: [] })).sessionId;
}

const prompted = ({ connection: { agent } }: TestEditor, sessionId: string, text: string): Promise<PromptResponse> => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
const kinds = ({ updates }: TestEditor): string[] => [...new Set(updates.map(({ sessionUpdate }) => sessionUpdate))];
const callsIn = (updates: readonly SessionUpdate[]) => updates.flatMap((one) => (one.sessionUpdate === 'tool_call' || one.sessionUpdate === 'tool_call_update' ? [one] : []));

describe('Keelson as the agent of an editor', () => {
  it('works on a prompt, shows plan, calls and diffs, and does what was allowed', verifies('KEL-ACP-01', 'KEL-ACP-02', 'KEL-ACP-03'), async () => {
    const editor = await connected([WRITES_NOTE, WRITES_SECRET, finishes('All set up.')], { permission: async () => 'allow_once', files: () => 'A=a' });
    expect(await editor.connection.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CAPABILITIES })).toMatchObject({ protocolVersion: PROTOCOL_VERSION, agentInfo: { name: 'keelson' }, agentCapabilities: { loadSession: true } });
    const id = await session(editor);
    expect(await prompted(editor, id, 'set it up')).toEqual({ stopReason: 'end_turn' });
    expect([readFileSync(join(place.workspace, '.env'), 'utf8'), editor.said()]).toEqual(['A=b', 'All set up.']);
    expect(kinds(editor)).toEqual(['agent_thought_chunk', 'plan', 'tool_call', 'tool_call_update', 'agent_message_chunk']);
    const plans = editor.updates.flatMap((one) => (one.sessionUpdate === 'plan' ? [one.entries] : []));
    expect(plans.map((entries) => entries.map(({ content, status }) => [content, status]))).toEqual([[['Set it up', 'pending']], [['Set it up', 'in_progress']], [['Set it up', 'completed']]]);
    const [asked] = editor.asked;
    const path = join(place.workspace, '.env');
    expect([asked?.options.map(({ kind }) => kind), asked?.toolCall]).toMatchObject([['allow_once', 'reject_once'], { title: 'write_file: write ".env"', kind: 'edit', status: 'pending', locations: [{ path }], content: [{ type: 'diff', path, oldText: 'A=a', newText: 'A=b' }, { type: 'content' }] }]);
    const note = join(place.workspace, 'a.txt');
    const noted = callsIn(editor.updates).find((one) => one.sessionUpdate === 'tool_call' && one.locations?.[0]?.path === note);
    expect(callsIn(editor.updates).filter(({ toolCallId }) => toolCallId === noted?.toolCallId).map(({ status, content }) => [status, content?.[0]])).toEqual([
      ['in_progress', undefined],
      ['completed', { type: 'diff', path: note, oldText: null, newText: 'one' }],
    ]);
    expect(callsIn(editor.updates).filter(({ toolCallId }) => toolCallId === asked?.toolCall.toolCallId).map(({ status }) => status)).toEqual(['pending', 'in_progress', 'completed']);
  });

  it('does not do what was rejected, and the model is told', verifies('KEL-ACP-03'), async () => {
    const editor = await connected([WRITES_NOTE, WRITES_SECRET, finishes('Then not.')], { permission: async () => 'reject_once' });
    const id = await session(editor);
    expect(await prompted(editor, id, 'set it up')).toEqual({ stopReason: 'end_turn' });
    expect([existsSync(join(place.workspace, '.env')), editor.said(), editor.asked.length]).toEqual([false, 'Then not.', 1]);
    const rejected = callsIn(editor.updates).findLast(({ toolCallId }) => toolCallId === editor.asked[0]?.toolCall.toolCallId);
    expect([rejected?.status, JSON.stringify(rejected?.content)]).toEqual(['failed', expect.stringContaining('rejected in the editor')]);
    expect(JSON.stringify(model?.requests().at(-1)?.body)).toContain('rejected in the editor');
    const { latest } = SessionState.parse(await terminal('query', 'session.show', { session: id }));
    expect(latest.map(({ input }) => input)).toEqual(['set it up']);
    const again = testEditorOf(editor);
    await editor.connection.agent.request('session/load', { sessionId: id, cwd: place.workspace, mcpServers: [] });
    expect(again()).toEqual(['user_message_chunk: set it up', expect.stringContaining('agent_message_chunk: ')]);
  });

  it('takes its question back when it is answered at a terminal', verifies('KEL-ACP-03'), async () => {
    const withdrawn = Promise.withResolvers<void>();
    const editor = await connected([WRITES_NOTE, WRITES_SECRET, finishes('Done.')], { permission: (_request, signal) => new Promise((resolve) => signal.addEventListener('abort', () => (withdrawn.resolve(), resolve('cancelled')), { once: true })) });
    const id = await session(editor);
    const response = prompted(editor, id, 'set it up');
    await editor.askedFor(1);
    const [item] = AttentionReport.parse(await terminal('query', 'attention.list', {})).items;
    const shown = attentionShow.response.parse(await terminal('query', 'attention.show', { id: item?.item_id }));
    await terminal('command', 'approval.answer', { approval_id: item?.item_id, answer: 'approved', action_hash: shown.kind === 'approval' ? shown.record.question.decision.action_hash : '' });
    await withdrawn.promise;
    expect([await response, editor.said()]).toEqual([{ stopReason: 'end_turn' }, 'Done.']);
  });

  it('stops when it is cancelled, also while it waits for a yes, and takes the next prompt', verifies('KEL-ACP-04'), async () => {
    const editor = await connected([WRITES_SECRET, WRITES_NOTE, finishes('Done.')], { permission: () => new Promise(() => undefined) });
    const id = await session(editor);
    const response = prompted(editor, id, 'set it up');
    await editor.askedFor(1);
    await expect(prompted(editor, id, 'and this')).rejects.toMatchObject({ code: -32_600 });
    await editor.connection.agent.notify('session/cancel', { sessionId: id });
    expect([await response, existsSync(join(place.workspace, '.env'))]).toEqual([{ stopReason: 'cancelled' }, false]);
    expect(await prompted(editor, id, 'set it up, but without that')).toEqual({ stopReason: 'end_turn' });
  });

  it('cancels the run of a prompt that the editor takes back, and leaves one where it was when the editor goes', verifies('KEL-ACP-04', 'KEL-ACP-11'), async () => {
    const editor = await connected([WRITES_SECRET, WRITES_NOTE, WRITES_SECRET], { permission: () => new Promise(() => undefined) });
    const id = await session(editor);
    const standing = async (): Promise<unknown> => runShow.response.parse(await terminal('query', 'run.show', { run: 'last' })).termination?.reason;
    const takenBack = new AbortController();
    const response = editor.connection.agent.request('session/prompt', { sessionId: id, prompt: [{ type: 'text', text: 'set it up' }] }, { cancellationSignal: takenBack.signal });
    await editor.askedFor(1);
    takenBack.abort();
    expect([await response, await standing()]).toEqual([{ stopReason: 'cancelled' }, 'user_cancelled']);
    void prompted(editor, id, 'set it up after all').catch(() => undefined);
    await editor.askedFor(2);
    serving?.end();
    await serving?.ended;
    expect(await standing()).toBe(undefined);
  });

  it('asks what the run asks: in a form where the editor has one, else as a choice', verifies('KEL-ACP-05'), async () => {
    const ASK = calls('ask_user', { question: 'Which port?', options: ['8080', '9090'] });
    const editor = await connected([WRITES_NOTE, ASK, finishes('Done.'), calls('write_file', { path: 'a.txt', content: 'two' }), ASK, finishes('Done again.')], { form: () => ({ action: 'accept', content: { answer: '9090' } }), permission: async () => 'allow_once' });
    const id = await session(editor, { ...CAPABILITIES, elicitation: { form: {} } });
    await prompted(editor, id, 'set it up');
    expect(editor.asked).toEqual([]);
    await editor.connection.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities: CAPABILITIES });
    await prompted(editor, id, 'set it up again');
    expect(editor.asked.map(({ toolCall, options }) => [toolCall.title, options.map(({ name }) => name)])).toEqual([['Which port?', ['8080', '9090']]]);
    const heard = model?.requests().filter(({ body }) => JSON.stringify(body ?? '').includes('Which port?')).map(({ body }) => JSON.stringify(body)) ?? [];
    expect([heard.some((body) => body.includes('9090')), editor.said()]).toEqual([true, 'Done.Done again.']);
  });

  it('says which attached files are otherwise in the editor than they are saved, and reads what is saved', verifies('KEL-ACP-12', 'MAH-1-9'), async () => {
    const editor = await connected([WRITES_NOTE, finishes('Done.')], { files: (path) => (path.endsWith('open.ts') ? 'not saved\n' : 'saved\n') });
    for (const name of ['open.ts', 'same.ts', 'part.ts', 'changed part.ts']) writeFileSync(join(place.workspace, name), name === 'same.ts' ? '\uFEFFsaved\r\n' : 'saved\nas it is\n');
    const id = await session(editor);
    const link = (name: string) => ({ type: 'resource_link' as const, name, uri: pathToFileURL(join(place.workspace, name)).href });
    const selected = (name: string, text: string) => ({ type: 'resource' as const, resource: { uri: `${pathToFileURL(join(place.workspace, name)).href}#L2:2`, text } });
    await editor.connection.agent.request('session/prompt', { sessionId: id, prompt: [{ type: 'text', text: 'set it up as in ' }, link('open.ts'), link('same.ts'), link('new.ts'), selected('part.ts', 'as it is'), selected('changed part.ts', 'as it was')] });
    expect(editor.said()).toBe('(Not saved in the editor: open.ts, changed part.ts. The run reads what is saved.)\n\nDone.');
  });

  it('refuses what it cannot take, each with a reason', verifies('KEL-ACP-06'), async () => {
    const editor = await connected([]);
    const { agent } = editor.connection;
    const id = await session(editor);
    await expect(agent.request('session/new', { cwd: 'here', mcpServers: [] })).rejects.toMatchObject({ code: -32_602 });
    await expect(agent.request('session/load', { sessionId: 'ses_01JCQZ9Y5D0000000000000009', cwd: place.workspace, mcpServers: [] })).rejects.toThrow();
    await expect(prompted(editor, 'another', 'x')).rejects.toThrow();
    await expect(agent.request('session/prompt', { sessionId: id, prompt: [{ type: 'image', data: '', mimeType: 'image/png' }] })).rejects.toMatchObject({ code: -32_602 });
    await expect(agent.request('session/prompt', { sessionId: id, prompt: 'x' as never })).rejects.toMatchObject({ code: -32_602 });
    await expect(agent.request('session/set_mode', { sessionId: id, modeId: 'yolo' })).rejects.toMatchObject({ code: -32_602 });
    await expect(agent.request('memory/forget', {})).rejects.toMatchObject({ code: -32_601 });
  });

  it('can reach what a run asks a person, and nothing of memory, settings, trust or the audit', verifies('KEL-ACP-06'), async () => {
    await connected([]);
    const ids = ACP_OPERATIONS.map(({ entry }) => entry.operation_id);
    expect(ids).toEqual(['session.start', 'session.show', 'run.start', 'run.show', 'run.cancel', 'attention.follow', 'attention.show', 'approval.answer', 'hard_call.answer']);
    const own = ownClient(program?.dispatcher as Dispatcher, ACP_OPERATIONS);
    for (const operation of OPERATIONS.filter(({ entry }) => !ids.includes(entry.operation_id))) expect(await own.call(operation, {} as never, { idempotencyKey: 'k' })).toMatchObject({ ok: false, error: { code: 'operation.unknown' } });
  });

  it('counts what was asked and ends with the editor', verifies('KEL-ACP-01'), async () => {
    const editor = await connected([]);
    await session(editor);
    serving?.end();
    expect(protocolServe.response.parse(await serving?.ended)).toEqual({ protocol: 'acp', requests: 2 });
  });
});

/** What is told from now on, in short. */
function testEditorOf({ updates }: TestEditor): () => string[] {
  const before = updates.length;
  return () => updates.slice(before).map((one) => `${one.sessionUpdate}: ${'content' in one && one.content !== null && typeof one.content === 'object' && 'text' in one.content ? String(one.content.text) : ''}`);
}
