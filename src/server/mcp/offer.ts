import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceTemplate, ServerNotification, ServerRequest, Tool } from '@modelcontextprotocol/sdk/types.js';

/** What is at hand while one request is answered. */
export interface Asking {
  readonly server: Server;
  readonly extra: RequestHandlerExtra<ServerRequest, ServerNotification>;
}

export interface McpTool {
  readonly definition: Tool;
  call(given: Readonly<Record<string, unknown>>, asking: Asking): Promise<CallToolResult>;
}

export interface McpResources {
  readonly templates: readonly ResourceTemplate[];
  list(): Promise<readonly Resource[]>;
  /** Undefined for an address that is none of these. */
  read(uri: string): Promise<ReadResourceResult | undefined>;
  /** Whether somebody may be told of changes to it. */
  isWatchable(uri: string): boolean;
  /** What an argument of a template may be, given how it begins. */
  complete(argument: string, begun: string): Promise<readonly string[]>;
}

export interface McpPrompt {
  readonly definition: Prompt;
  get(given: Readonly<Record<string, string>>): GetPromptResult;
}

/** What a server of this protocol offers. Put together by whoever makes one; nothing is registered from elsewhere. */
export interface McpOffer {
  readonly tools: readonly McpTool[];
  readonly resources: readonly McpResources[];
  readonly prompts: readonly McpPrompt[];
  /** Said to whoever connects, beside what is always said. */
  readonly notes?: string;
}
