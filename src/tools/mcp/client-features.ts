import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { answerForm, type AskForm } from './form.ts';
import type { McpPorts } from './mcp-ports.ts';

export type FeaturePorts = Pick<McpPorts, 'workspace' | 'askForm' | 'sample'>;

/** What a server is told that it may ask of us. Anything else it asks is answered with "method not found". */
export function capabilitiesFor({ askForm, sample }: FeaturePorts): ClientCapabilities {
  return { roots: {}, ...(askForm && { elicitation: { form: {} } }), ...(sample && { sampling: {} }) };
}

export interface ServerNotices {
  toolsChanged(): void;
  logged(line: string): void;
}

/** Answers what a server may ask, and hears what it tells unasked. */
export async function offerFeatures(client: Client, server: string, { workspace, askForm, sample }: FeaturePorts, notices: ServerNotices): Promise<void> {
  const { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema, ToolListChangedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(workspace).href, name: basename(workspace) }] }));
  if (askForm !== undefined) {
    const oneAtATime = askOneAtATime(askForm);
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) =>
      // A page that a server sends a person to is theirs to judge, so only forms are offered.
      params.mode === 'url' ? { action: 'decline' } : answerForm(server, params, oneAtATime, signal),
    );
  }
  if (sample !== undefined) client.setRequestHandler(CreateMessageRequestSchema, ({ params }, { signal }) => sample(server, params, signal));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => notices.toolsChanged());
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, data } }) => notices.logged(`${level}: ${typeof data === 'string' ? data : (JSON.stringify(data) ?? '')}`));
}

/** A server cannot bury a person in forms, and learns nothing of why one was not answered. */
function askOneAtATime(ask: AskForm): AskForm {
  let isAsking = false;
  return async (form, signal) => {
    if (isAsking) return { action: 'cancel' };
    isAsking = true;
    try {
      return await ask(form, signal);
    } catch {
      return { action: 'cancel' };
    } finally {
      isAsking = false;
    }
  };
}
