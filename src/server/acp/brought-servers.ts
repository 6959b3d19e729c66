import type { McpServer, PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { BroughtServer, SessionTools, StartedServer } from '../../commands/index.ts';
import type { SessionId } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { Editor } from './editor.ts';
import { text } from './tool-calls.ts';

export interface BroughtPorts {
  readonly tools: SessionTools;
  readonly editor: Editor;
  readonly sessionId: SessionId;
  readonly folder: string;
  /** Programs that the person let start for as long as this editor is connected. */
  readonly letStart: Set<string>;
  /** Raised when the prompt is stopped that they are started for. */
  readonly signal: AbortSignal;
}

/** What became of a server; one that is not answered for is asked about with the next prompt. */
export type Brought = { readonly isSettled: true; readonly note: string } | { readonly isSettled: false };

const [ONCE, ALWAYS, NO] = ['once', 'always', 'no'] as const;
type Answer = typeof ONCE | typeof ALWAYS | typeof NO;

const START_OPTIONS: readonly PermissionOption[] = [
  { optionId: ONCE, name: 'Start it for this thread', kind: 'allow_once' },
  { optionId: ALWAYS, name: 'Start it until the editor is closed', kind: 'allow_always' },
  { optionId: NO, name: 'Do without it', kind: 'reject_once' },
];
const ACCEPT_OPTIONS: readonly PermissionOption[] = [
  { optionId: ONCE, name: 'Accept these tools', kind: 'allow_once' },
  { optionId: NO, name: 'Do without them', kind: 'reject_once' },
];

/** The servers of tools that an editor passes on, as far as they can be reached, and the names of those that cannot. */
export function readBrought(servers: readonly McpServer[]): { readonly servers: readonly BroughtServer[]; readonly unreachable: readonly string[] } {
  const read: BroughtServer[] = [];
  const unreachable: string[] = [];
  for (const server of servers) {
    if ('command' in server) read.push({ name: server.name, command: server.command, args: server.args, env: valuesOf(server.env) });
    else if (server.type === 'http' && isWebAddress(server.url)) read.push({ name: server.name, url: server.url, headers: valuesOf(server.headers) });
    else unreachable.push(server.name);
  }
  return { servers: read, unreachable };
}

function valuesOf(pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

function isWebAddress(url: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
}

/**
 * Takes one server for a conversation. That an editor names a program is no word of the person, so they are asked before it is
 * started, and again for what its tools say of themselves unless they accepted exactly that before; each call asks on its own.
 */
export async function bringServer(server: BroughtServer, ports: BroughtPorts): Promise<Brought> {
  const { tools, sessionId, folder, letStart, signal } = ports;
  const program = canonicalHash(server);
  if (!letStart.has(program)) {
    const answer = await asked(startQuestion(server), START_OPTIONS, ports);
    if (answer === undefined) return { isSettled: false };
    if (answer === NO) return settled(server, 'is left out, as you said');
    if (answer === ALWAYS) letStart.add(program);
  }
  const started = await tools.start(sessionId, server, folder, signal);
  const [failure] = started.list.failures;
  if (failure !== undefined) {
    await started.end();
    return signal.aborted ? { isSettled: false } : settled(server, `is left out: ${failure.error.message.replace(/\.$/, '')}`);
  }
  return acceptTools(server, started, ports);
}

async function acceptTools(server: BroughtServer, started: StartedServer, ports: BroughtPorts): Promise<Brought> {
  const { tools, waiting, leftOut } = started.list;
  const inUse = (): Brought => {
    if (leftOut.length > 0) return settled(server, `is used without ${leftOut.map(({ name, reason }) => `${name} (${reason})`).join(', ')}`);
    return tools.length + waiting.length === 0 ? settled(server, 'has no tools') : { isSettled: true, note: '' };
  };
  if (waiting.length === 0) return inUse();
  const answer = await asked(acceptQuestion(server, started), ACCEPT_OPTIONS, ports);
  if (answer === undefined || answer === NO) await started.end();
  if (answer === undefined) return { isSettled: false };
  if (answer === NO) return settled(server, 'is left out, as you said');
  await started.accept();
  return inUse();
}

function settled({ name }: BroughtServer, what: string): Brought {
  return { isSettled: true, note: `(The tool server "${name}" ${what}.)\n\n` };
}

function startQuestion(server: BroughtServer): ToolCallUpdate & { readonly title: string } {
  const what = 'command' in server ? [server.command, ...server.args].map((word) => JSON.stringify(word)).join(' ') : server.url;
  const [given, kind] = 'command' in server ? [server.env, 'It runs beside the sandbox, with your rights, until this thread is closed.'] : [server.headers, 'It is asked over the network, and told what the model calls its tools with.'];
  const names = Object.keys(given);
  return { toolCallId: `start-server/${server.name}`, title: `Use the tool server "${server.name}" of the editor`, kind: 'execute', status: 'pending', content: [text(what), text([kind, ...(names.length === 0 ? [] : [`It is given ${names.join(', ')}.`])].join(' '))] };
}

function acceptQuestion({ name }: BroughtServer, { list }: StartedServer): ToolCallUpdate & { readonly title: string } {
  const words = list.waiting.map(({ toolId, listed, changes }) => text([`${toolId}: ${listed.description ?? '(it says nothing of itself)'}`, ...(changes.length === 0 ? [] : [`Since you accepted it, the server changed ${changes.join(', ')}.`])].join('\n')));
  const takes = Object.fromEntries(list.waiting.map(({ toolId, listed }) => [toolId, listed.inputSchema]));
  return { toolCallId: `accept-tools/${name}`, title: `Let the model know these tools of "${name}"`, kind: 'other', status: 'pending', rawInput: takes, content: [...words, text('These are the words of the server. You are asked again before each call.')] };
}

async function asked(toolCall: ToolCallUpdate & { readonly title: string }, options: readonly PermissionOption[], { editor: { context, sessionId }, signal }: BroughtPorts): Promise<Answer | undefined> {
  try {
    const { outcome } = await context.request('session/request_permission', { sessionId, toolCall, options: [...options] }, { cancellationSignal: signal, stopWaitingOnCancel: true });
    if (outcome.outcome !== 'selected' || signal.aborted) return undefined;
    return ([ONCE, ALWAYS, NO] as const).find((answer) => answer === outcome.optionId && options.some(({ optionId }) => optionId === answer));
  } catch {
    return undefined;
  }
}
