import { isAbsolute } from 'node:path';
import { agent, PROTOCOL_VERSION, RequestError, type AgentApp, type ClientCapabilities, type McpServer, type PromptRequest, type SessionModeState } from '@agentclientprotocol/sdk';
import type { Client, Outcome } from '../../client/index.ts';
import type { BroughtServer, SessionTools } from '../../commands/index.ts';
import { ApprovalMode, SessionId, sessionShow, sessionStart, type ErrorBody } from '../../contracts/index.ts';
import { newKey } from '../runs-at-work.ts';
import { bringServer, readBrought } from './brought-servers.ts';
import { say, tell, type Editor } from './editor.ts';
import { promptTurn, type Turn } from './prompt-turn.ts';
import { promptWords } from './prompt-words.ts';
import { unsavedFiles } from './unsaved.ts';

export interface AcpPorts {
  /** One that knows only what may be asked for by this protocol. */
  readonly client: Client;
  readonly version: string;
  readonly sessionTools?: SessionTools;
  /** Raised when the editor is gone or it was told to stop. */
  readonly over: AbortSignal;
  readonly onRequest: () => void;
}

interface Session {
  readonly id: SessionId;
  readonly folder: string;
  mode: ApprovalMode;
  turn: Pick<Turn, 'cancel'> | undefined;
  /** Servers that the editor passed on, and that nobody was asked about yet. */
  servers: readonly BroughtServer[];
  /** Said with the first answer. */
  readonly notes: string[];
}

/** More conversations than an editor keeps open; the one that was begun first is let go, and can be loaded again. */
const SESSIONS_MAX = 100;

const MODES: Readonly<Record<ApprovalMode, readonly [name: string, description: string]>> = {
  ask: ['Ask', 'Everything that the policy asks about is asked.'],
  workspace_session: ['This folder', 'What stays in this folder and can be taken back is let through.'],
  session: ['This session', 'Everything that can be taken back is let through, also what brings something in from elsewhere.'],
};

function modesAt(mode: ApprovalMode): SessionModeState {
  return { currentModeId: mode, availableModes: ApprovalMode.options.map((id) => ({ id, name: MODES[id][0], description: MODES[id][1] })) };
}

/** Keelson as the agent of an editor. Every prompt is a run like any other; there is no second way of working here. */
export function acpAgent({ client, version, sessionTools, over, onRequest }: AcpPorts): AgentApp {
  const sessions = new Map<string, Session>();
  const letStart = new Set<string>();
  let capabilities: ClientCapabilities = {};

  const open = async (id: SessionId, cwd: string, passedOn: readonly McpServer[]): Promise<Session> => {
    const { servers, unreachable } = sessionTools === undefined ? { servers: [], unreachable: passedOn.map(({ name }) => name) } : readBrought(passedOn);
    const notes = unreachable.length === 0 ? [] : [`(Tool servers that cannot be used from here are left out: ${unreachable.join(', ')}.)\n\n`];
    const session: Session = { id, folder: cwd, mode: 'ask', turn: undefined, servers, notes };
    const oldest = [...sessions.values()].find(({ turn }) => turn === undefined);
    const gone = sessions.get(id) ?? (sessions.size >= SESSIONS_MAX ? oldest : undefined);
    sessions.set(id, session);
    if (gone !== undefined) {
      if (gone.id !== id) sessions.delete(gone.id);
      await sessionTools?.end(gone.id);
    }
    return session;
  };
  /** Asks about the servers that nobody was asked about yet. Where there is no answer, this prompt is worked on without. */
  const bringServers = async (session: Session, editor: Editor, signal: AbortSignal): Promise<void> => {
    if (sessionTools === undefined) return;
    const unanswered: BroughtServer[] = [];
    for (const server of session.servers) {
      const brought = signal.aborted ? undefined : await bringServer(server, { tools: sessionTools, editor, sessionId: session.id, folder: session.folder, letStart, signal });
      if (brought?.isSettled === true) session.notes.push(brought.note);
      else unanswered.push(server);
    }
    session.servers = unanswered;
    if (unanswered.length > 0) session.notes.push(`(Nobody said whether ${unanswered.map(({ name }) => `"${name}"`).join(', ')} may be used, so it is not; you are asked again with the next prompt.)\n\n`);
  };
  const demandSession = (id: string): Session => {
    const session = sessions.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  };

  return agent({ name: 'keelson' })
    .onRequest('initialize', ({ params }) => {
      onRequest();
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'keelson', title: 'Keelson', version },
        agentCapabilities: { loadSession: true, promptCapabilities: { image: false, audio: false, embeddedContext: true }, mcpCapabilities: { http: sessionTools !== undefined, sse: false } },
        authMethods: [],
      };
    })
    .onRequest('session/new', async ({ params: { cwd, mcpServers } }) => {
      onRequest();
      demandAbsolute(cwd);
      const { session_id: id } = demand(await client.call(sessionStart, {}, { idempotencyKey: newKey() }));
      return { sessionId: id, modes: modesAt((await open(id, cwd, mcpServers)).mode) };
    })
    .onRequest('session/load', async ({ params: { sessionId, cwd, mcpServers }, client: context }) => {
      onRequest();
      demandAbsolute(cwd);
      const id = SessionId.safeParse(sessionId);
      if (!id.success) throw RequestError.sessionNotFound(sessionId);
      const shown = await client.call(sessionShow, { session: id.data });
      if (!shown.ok) throw shown.error.code === 'session.unknown' ? RequestError.sessionNotFound(sessionId) : failureOf(shown.error);
      const editor: Editor = { context, capabilities, sessionId };
      for (const { input, summary } of shown.value.latest) {
        await tell(editor, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: input } });
        await say(editor, summary);
      }
      return { modes: modesAt((await open(id.data, cwd, mcpServers)).mode) };
    })
    .onRequest('session/set_mode', ({ params: { sessionId, modeId } }) => {
      onRequest();
      const mode = ApprovalMode.safeParse(modeId);
      if (!mode.success) throw RequestError.invalidParams({ modeId }, `There is no mode "${modeId}"; there are ${ApprovalMode.options.join(', ')}.`);
      demandSession(sessionId).mode = mode.data;
      return {};
    })
    .onRequest('session/prompt', async ({ params, client: context, signal }) => {
      onRequest();
      const session = demandSession(params.sessionId);
      if (session.turn !== undefined) throw RequestError.invalidRequest({ sessionId: session.id }, 'A prompt is being worked on in this session; cancel it or wait for it.');
      const editor: Editor = { context, capabilities, sessionId: session.id };
      const request = requestOf(params, session);
      const stopped = new AbortController();
      session.turn = { cancel: async () => stopped.abort() };
      // The same signal tells that the editor has gone; a run is left where it was then, and can be resumed.
      const cancel = (): void => void (isWithdrawn(signal) && session.turn?.cancel());
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const unsaved = await unsavedFiles(params.prompt, session.folder, editor);
        if (unsaved.length > 0) session.notes.push(`(Not saved in the editor: ${unsaved.join(', ')}. The run reads what is saved.)\n\n`);
        await bringServers(session, editor, AbortSignal.any([over, stopped.signal]));
        if (stopped.signal.aborted) return { stopReason: 'cancelled' as const };
        const turn = promptTurn({ request, workspace: session.folder, session_id: session.id, mode: session.mode, attendance: 'attended' }, { client, editor, over });
        session.turn = turn;
        for (const note of session.notes.splice(0)) await say(editor, note);
        return demand(await turn.response);
      } finally {
        session.turn = undefined;
        signal.removeEventListener('abort', cancel);
      }
    })
    .onNotification('session/cancel', ({ params: { sessionId } }) => sessions.get(sessionId)?.turn?.cancel());
}

function requestOf({ prompt }: PromptRequest, session: Session): string {
  const { request, leftOut } = promptWords(prompt, session.folder);
  if (request === '') throw RequestError.invalidParams({ left_out: leftOut }, 'The prompt holds no words and no files of the folder.');
  if (leftOut.length > 0) session.notes.push(`(Left out, since they are no files of this folder: ${leftOut.join(', ')}.)\n\n`);
  return request;
}

/** Whether the editor took its own request back, as the protocol lets it. */
function isWithdrawn({ reason }: AbortSignal): boolean {
  return reason instanceof RequestError && reason.code === REQUEST_CANCELLED;
}

function demandAbsolute(cwd: string): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, 'The folder of a session has to be an absolute path.');
}

function demand<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw failureOf(outcome.error);
  return outcome.value;
}

const [INVALID_PARAMS, INTERNAL_ERROR, REQUEST_CANCELLED] = [-32_602, -32_603, -32_800];

/** A refusal keeps its code and its next step. */
function failureOf(error: ErrorBody): RequestError {
  return new RequestError(error.code === 'input.invalid' ? INVALID_PARAMS : INTERNAL_ERROR, `${error.message} ${error.next_step} [${error.code}]`, error);
}
