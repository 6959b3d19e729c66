import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CreateMessageRequestParams, CreateMessageResult } from '@modelcontextprotocol/sdk/types.js';
import type { KeySource, RoleId } from '../../contracts/index.ts';
import type { McpAuthorization } from './authorization.ts';
import type { AskForm } from './form.ts';
import type { StartServerProcess } from './server-process.ts';
import type { PinStore } from './tool-pins.ts';
import type { Wait } from './within.ts';

/** What servers of tools need from outside. What is not given is not offered to them. */
export interface McpPorts {
  /** The one folder that a server is told of when it asks. */
  readonly workspace: string;
  /** Of this program, as servers are told it. */
  readonly version: string;
  readonly startProcess: StartServerProcess;
  /** Rejects when the key is not there. Its result is never written anywhere but to the server. */
  readonly resolveKey: (server: string, source: KeySource) => Promise<string>;
  readonly pins: PinStore;
  readonly allowedRoles: readonly [RoleId, ...RoleId[]];
  /** Asks a person what a server wants to know. */
  readonly askForm?: AskForm;
  /** Lets a server use a model. */
  readonly sample?: (server: string, request: CreateMessageRequestParams, signal: AbortSignal) => Promise<CreateMessageResult>;
  readonly authorization?: McpAuthorization;
  /** To the servers that an MCP server names for proving who we are: they may be anywhere, so this judges where it goes. */
  readonly fetchElsewhere?: FetchLike;
  /** To servers at configured addresses, wherever they are: a person wrote them. The platform's own when none is given. */
  readonly fetch?: FetchLike;
  /** Between restarts. By a timer when none is given. */
  readonly wait?: Wait;
  /** A server said that its tools are others now, or it ended. */
  readonly onChange?: (server: string) => void;
}
