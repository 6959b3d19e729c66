import type { AgentContext, ClientCapabilities, SessionUpdate } from '@agentclientprotocol/sdk';

/** The editor at the other end, in one of its sessions. */
export interface Editor {
  readonly context: Pick<AgentContext, 'request' | 'notify'>;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
}

/** An editor that has gone is told nothing; that is no failure of the work. */
export async function tell({ context, sessionId }: Editor, update: SessionUpdate): Promise<void> {
  await context.notify('session/update', { sessionId, update }).catch(() => undefined);
}

export async function say(editor: Editor, words: string): Promise<void> {
  if (words !== '') await tell(editor, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });
}
