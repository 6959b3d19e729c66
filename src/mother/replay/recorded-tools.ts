import { registryToolsPublished, type ToolDefinition } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import type { LogReader } from '../../ledger/index.ts';
import type { SourceRun } from './source-run.ts';

const PAGE = 100;
const REGISTRY = { aggregate: 'registry', id: 'tools' } as const;

/**
 * The tools of servers that a run was begun with, as they were published when it began: what a server says of its tools may
 * have changed since, and no server is asked for a replay. One that was not kept is missing, and whoever needs it says so.
 */
export async function recordedServerTools({ started: { pinned_versions: pins } }: Pick<SourceRun, 'started'>, log: Pick<LogReader, 'read'>): Promise<ToolDefinition[]> {
  const wanted = new Map(Object.entries(pins.server_tools ?? {}));
  const found = new Map<string, ToolDefinition>();
  for (let after = 0; wanted.size > found.size; ) {
    const page = await log.read(REGISTRY, { after, limit: PAGE });
    for (const { event } of page) {
      after = event.sequence;
      if (event.type !== registryToolsPublished.type || event.payload === null) continue;
      for (const tool of registryToolsPublished.payload.parse(event.payload).registry.tools) if (wanted.get(tool.tool_id) === canonicalHash(tool)) found.set(tool.tool_id, tool);
    }
    if (page.length < PAGE) break;
  }
  return [...found.values()];
}
