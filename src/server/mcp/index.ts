import type { Dispatcher } from '../../commands/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { notAdmitted, statusOf } from '../guard/refusals.ts';
import type { LetIn, WelcomeOf } from '../guard/while-welcome.ts';
import { whyNot } from '../keys/may-ask.ts';
import { ownClient } from '../own-client.ts';
import { MCP_OPERATIONS } from './mcp-operations.ts';
import type { McpOffer } from './offer.ts';
import type { AnswerMcp } from './sessions.ts';

export interface McpPorts {
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly version: string;
  readonly deadline: (ms: number) => AbortSignal;
  readonly closing: AbortSignal;
  /** Offered beside the rest; only tests of the protocol itself have such a thing. */
  readonly mcpExtra?: McpOffer | undefined;
  readonly welcomeOf: WelcomeOf;
}

/** Where requests of one path are handed over, with who was let in. */
interface Mounts {
  all(path: string, answer: (context: LetIn) => Promise<Response>): unknown;
}

/** Mounts the protocol at `/mcp`. Its library is loaded when it is first spoken. */
export function mountMcp(app: Mounts, { dispatcher, clock, version, deadline, closing, mcpExtra, welcomeOf }: McpPorts): void {
  let answering: Promise<AnswerMcp> | undefined;
  const load = async (): Promise<AnswerMcp> => {
    const [{ mcpSessions }, { createMcpServer }] = await Promise.all([import('./sessions.ts'), import('./mcp-server.ts')]);
    const client = ownClient(dispatcher, MCP_OPERATIONS);
    return mcpSessions({ clock, closing, deadline, serve: () => createMcpServer({ client, version, deadline, closing, ...(mcpExtra !== undefined && { extra: mcpExtra }) }) });
  };
  app.all('/mcp', async (c) => {
    const { caller } = c.var;
    // Runs are those of one tenant; the key of another has nothing to ask for here.
    const refusal = caller.kind === 'key' ? whyNot(caller.tenant, {}) : undefined;
    if (refusal !== undefined) return Response.json(notAdmitted(refusal).toBody(), { status: statusOf(refusal) });
    return (await (answering ??= load()))(c.req.raw, { name: caller.kind === 'key' ? caller.key.key_id : caller.kind, isWelcome: welcomeOf(c) });
  });
}
