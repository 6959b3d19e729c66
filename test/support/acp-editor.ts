import { client as acpClient, ndJsonStream, type ClientCapabilities, type ClientConnection, type CreateElicitationResponse, type PermissionOptionKind, type RequestPermissionRequest, type SessionUpdate } from '@agentclientprotocol/sdk';

/** An editor as the library of the protocol makes one, that keeps what it is told. */
export interface TestEditor {
  readonly connection: ClientConnection;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  /** Resolves when this many permissions were asked for. */
  askedFor(count: number): Promise<void>;
  /** The words of the agent, in order. */
  said(): string;
}

export interface EditorAnswers {
  /** What the person chooses; a promise that never resolves leaves the question open. */
  readonly permission?: (request: RequestPermissionRequest, signal: AbortSignal) => Promise<PermissionOptionKind | 'cancelled'>;
  readonly form?: () => CreateElicitationResponse;
  readonly files?: (path: string) => string;
}

export function testEditor(writable: WritableStream<Uint8Array>, readable: ReadableStream<Uint8Array>, { permission = async () => 'cancelled', form, files }: EditorAnswers = {}): TestEditor {
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const waiting: (() => void)[] = [];
  const app = acpClient({ name: 'an editor' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .onRequest('session/request_permission', async ({ params, signal }) => {
      asked.push(params);
      for (const wake of waiting.splice(0)) wake();
      const kind = await permission(params, signal);
      const option = params.options.find((one) => one.kind === kind);
      return { outcome: option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId } };
    })
    .onRequest('fs/read_text_file', ({ params }) => ({ content: files?.(params.path) ?? '' }))
    .onRequest('elicitation/create', () => form?.() ?? { action: 'cancel' });
  return {
    connection: app.connect(ndJsonStream(writable, readable)),
    updates,
    asked,
    async askedFor(count) {
      while (asked.length < count) await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    said: () => updates.flatMap((update) => (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [])).join(''),
  };
}

export const CAPABILITIES: ClientCapabilities = { fs: { readTextFile: true, writeTextFile: false }, terminal: false };
