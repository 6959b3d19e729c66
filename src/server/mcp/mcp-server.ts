import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, CompleteRequestSchema, ErrorCode, GetPromptRequestSchema, ListPromptsRequestSchema, ListResourcesRequestSchema, ListResourceTemplatesRequestSchema, ListToolsRequestSchema, McpError, ReadResourceRequestSchema, SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '../../client/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { artifactTools } from './artifact-tools.ts';
import type { McpOffer, McpResources } from './offer.ts';
import { runResources } from './run-resources.ts';
import { runTools } from './run-tools.ts';
import { subscriptions, SUBSCRIPTIONS_MAX } from './subscriptions.ts';

export interface McpServerPorts {
  /** One that knows only what may be asked for by this protocol. */
  readonly client: Client;
  readonly version: string;
  readonly deadline: (ms: number) => AbortSignal;
  readonly closing: AbortSignal;
  /** Offered beside what is always offered. Only tests of the protocol itself have such a thing. */
  readonly extra?: McpOffer;
}

const INSTRUCTIONS =
  'Keelson works on tasks in a folder and checks what comes of them. Start one with run_start, follow it with run_watch, and read its result there or as a resource. A run that waits for a person says so with the command that settles it: tell the person; approvals and answers cannot be given here.';

/** The code of the protocol for an address under which there is nothing. */
const RESOURCE_NOT_FOUND = -32_002;

/** A server of tools and resources for one connection. */
export function createMcpServer({ client, version, deadline, closing, extra }: McpServerPorts): Server {
  const tools = [...runTools({ client, deadline, closing }), ...artifactTools(client), ...(extra?.tools ?? [])];
  const resources = [runResources(client), ...(extra?.resources ?? [])];
  const prompts = extra?.prompts ?? [];
  const server = new Server(
    { name: 'keelson', title: 'Keelson', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, completions: {}, logging: {}, ...(prompts.length > 0 && { prompts: {} }) },
      instructions: extra?.notes === undefined ? INSTRUCTIONS : `${INSTRUCTIONS}\n${extra.notes}`,
    },
  );
  const watched = subscriptions(client, (uri) => server.sendResourceUpdated({ uri }));
  closing.addEventListener('abort', watched.close, { once: true });
  Object.assign(server, { onclose: () => (closing.removeEventListener('abort', watched.close), watched.close()) });

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ definition }) => definition) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extraOfCall) => {
    const tool = tools.find(({ definition }) => definition.name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}". There are: ${tools.map(({ definition }) => definition.name).join(', ')}.`);
    return tool.call(params.arguments ?? {}, { server, extra: extraOfCall });
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: (await Promise.all(resources.map((one) => told(() => one.list())))).flat() }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: resources.flatMap(({ templates }) => templates) }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    for (const one of resources) {
      const found = await told(() => one.read(uri));
      if (found !== undefined) return found;
    }
    throw nothingAt(uri);
  });
  server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    if (!resources.some((one) => one.isWatchable(uri))) throw nothingAt(uri);
    if (!(await watched.add(uri))) throw new McpError(ErrorCode.InvalidRequest, `At most ${SUBSCRIPTIONS_MAX} resources can be watched by one connection. Unsubscribe from one first.`);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    watched.remove(uri);
    return {};
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }) => ({ completion: { values: ref.type === 'ref/resource' ? await completions(resources, argument) : [] } }));
  if (prompts.length > 0) {
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: prompts.map(({ definition }) => definition) }));
    server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
      const prompt = prompts.find(({ definition }) => definition.name === params.name);
      if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no prompt "${params.name}".`);
      return prompt.get(params.arguments ?? {});
    });
  }
  return server;
}

async function completions(resources: readonly McpResources[], { name, value }: { readonly name: string; readonly value: string }): Promise<string[]> {
  return (await Promise.all(resources.map((one) => told(() => one.complete(name, value))))).flat();
}

function nothingAt(uri: string): McpError {
  return new McpError(RESOURCE_NOT_FOUND, `There is nothing at ${uri}.`, { uri });
}

const GONE: ReadonlySet<string> = new Set(['run.unknown', 'artifact.unknown']);

/** A refusal keeps its code and its next step; a defect keeps its stack for whoever runs the server. */
async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    throw new McpError(GONE.has(error.code) ? RESOURCE_NOT_FOUND : ErrorCode.InternalError, `${error.message} ${error.nextStep} [${error.code}]`, error.toBody());
  }
}
