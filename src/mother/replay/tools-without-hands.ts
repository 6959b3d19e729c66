import type { RunId } from '../../contracts/index.ts';
import { createCounterOperations, type LogWriter } from '../../ledger/index.ts';
import { createJudges, createRateLimiter, createToolRunner, createTurns, guardedFetch, type ToolCatalogue, type ToolPlace, type ToolsForRun } from '../../tools/index.ts';
import type { RunOverseers } from '../overseers.ts';
import { roleActions } from '../roles/role-actions.ts';
import type { RoleBook } from '../roles/role-book.ts';
import { filesOfCopy } from './folder-copy.ts';
import type { Scratch } from './scratch.ts';

export interface HandlessParts {
  readonly runId: RunId;
  readonly catalogue: ToolCatalogue;
  readonly place: ToolPlace;
  readonly overseers: RunOverseers;
  readonly roles: RoleBook;
  readonly log: LogWriter;
  readonly scratch: Scratch;
  refuse(what: string): () => Promise<never>;
  /** A copy of the folder that tools may read and write; without it they have no files. */
  readonly copy?: string;
  /** Whether tools may read from the network. */
  readonly mayQuery: boolean;
}

/** The real runner of tools with nothing behind it but what a replay may have: no programs, and files and network only where they are given. */
export function toolsWithoutHands({ runId, catalogue, place, overseers: { approvals, provenance }, roles, log, scratch, refuse, copy, mayQuery }: HandlessParts): ToolsForRun {
  const [files, programs, network] = [refuse('files'), refuse('a program'), refuse('the network')];
  // Each is a function or an object of functions; whichever way it is used, it refuses.
  const closed = (refused: () => Promise<never>): never => new Proxy(refused, { get: () => refused }) as never;
  const runner = createToolRunner({
    runId,
    catalogue,
    place,
    judges: createJudges(),
    roles: roleActions(roles, catalogue.tools.map(({ definition }) => definition.tool_id)),
    approvals,
    provenance,
    limiter: createRateLimiter(scratch.clock),
    log,
    counters: createCounterOperations(log),
    blobs: scratch.ledger.blobs,
    clock: scratch.clock,
    timer: scratch.timer,
    world: {
      ...(copy === undefined ? { openFiles: closed(files), contentNow: closed(files) } : filesOfCopy(place, copy)),
      // The run had the programs that it called.
      programs: { ...(closed(programs) as object), hasProgram: async () => true } as never,
      snapshot: closed(files),
      turns: copy === undefined ? closed(files) : createTurns(),
      fetch: mayQuery ? guardedFetch : closed(network),
      ask: refuse('a person who answers'),
      todos: refuse('the list of a conversation'),
      delegate: refuse('a run to hand work to'),
      askClient: refuse('a client that calls its functions'),
      whenRunEnds: () => undefined,
    },
  });
  return { runner, snapshot: closed(files), close: async () => undefined };
}
