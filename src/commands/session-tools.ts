import type { SessionId } from '../contracts/index.ts';
import type { McpToolList } from '../tools/index.ts';

/** A server of tools that another program brings along: a program of this machine, or an address. Its values may be keys. */
export type BroughtServer =
  | { readonly name: string; readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly name: string; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Servers of tools that belong to one conversation while this process is there. They are written down nowhere: a run that goes
 * on elsewhere is told that they are gone. Their tools are held to what holds for those of the settings.
 */
export interface SessionTools {
  /** Starts a server and asks what it has. Only what a person accepted is offered, and only to runs of this conversation. */
  start(sessionId: SessionId, server: BroughtServer, folder: string, signal: AbortSignal): Promise<StartedServer>;
  /** Ends every server of a conversation; resolves when nothing of them is left. */
  end(sessionId: SessionId): Promise<void>;
}

export interface StartedServer {
  /** As the tools of the server have it in their names. */
  readonly name: string;
  readonly list: McpToolList;
  /** The person said yes to what waits, as it was listed. */
  accept(): Promise<void>;
  end(): Promise<void>;
}
