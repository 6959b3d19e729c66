import type { OpenTools } from '../commands/index.ts';
import { DEFAULT_TENANT } from '../contracts/index.ts';
import type { ToolsOfThisMachine, ToolsOptions } from './tools-of-this-machine.ts';

export interface ToolsWhenNeeded {
  readonly open: OpenTools;
  /** Ends what was started, if anything was. */
  close(): Promise<void>;
}

/** The tools are a large part of the program, and most commands use none: they are loaded on the first request for them. */
export function toolsWhenNeeded(options: ToolsOptions): ToolsWhenNeeded {
  let opened: Promise<ToolsOfThisMachine> | undefined;
  return {
    open(wish) {
      // A ledger that cannot be opened is told of by whoever needs it; the first one is made by a run that really begins.
      if (opened === undefined && wish?.forRuns === true) options.ledgers.open(DEFAULT_TENANT).catch(() => undefined);
      return (opened ??= import('./tools-of-this-machine.ts').then(({ toolsOfThisMachine }) => toolsOfThisMachine(options)));
    },
    close: async () => (await opened)?.close(),
  };
}
