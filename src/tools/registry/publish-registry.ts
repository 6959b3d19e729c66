import { documentKey, registryToolsPublished, ToolRegistry, ToolStats, type ToolDefinition, type ToolId } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex, timestamp, type Clock } from '../../kernel/index.ts';
import { recordOnce, type Documents, type LogWriter } from '../../ledger/index.ts';
import { registryOf, type ToolCatalogue } from './catalogue.ts';

/** There is one registry of tools for a tenant. */
const REGISTRY_STREAM = 'tools';

export interface PublishPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly documents: Documents;
  readonly clock: Clock;
}

/** Records the tools as they are now, when they differ from what was recorded last. Answers whether they did. */
export async function publishRegistry(catalogue: ToolCatalogue, allowFallbackToLlm: boolean, { log, documents, clock }: PublishPorts): Promise<boolean> {
  const stored = (await documents.get(documentKey.toolRegistry()))?.body;
  const own = catalogue.tools.map(({ definition }) => definition);
  const registry = registryOf([...own, ...ofOtherServers(stored, own)], { updatedAt: timestamp(clock), allowFallbackToLlm }, {});
  if (stored !== undefined && sameBut(stored, registry)) return false;
  const payload = { registry, definitions_hash: catalogue.definitionsHash };
  await recordOnce(log, 'registry-tools', `registry-tools:${sha256Hex(canonicalJson(registry))}`, [{ type: registryToolsPublished.type, streamId: REGISTRY_STREAM, payload }]);
  return true;
}

/** Servers are asked only when one of their tools is meant; what was recorded of them stays until they say otherwise. */
function ofOtherServers(stored: Readonly<Record<string, unknown>> | undefined, own: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const known = new Set(own.map(({ tool_id }) => tool_id));
  return stored === undefined ? [] : ToolRegistry.parse(stored).tools.filter(({ tool_id }) => tool_id.startsWith('mcp__') && !known.has(tool_id));
}

/** The time of publication is no difference. */
function sameBut(stored: Readonly<Record<string, unknown>>, registry: ToolRegistry): boolean {
  const { updated_at: _then, ...before } = stored;
  const { updated_at: _now, ...after } = registry;
  return canonicalJson(before) === canonicalJson(after);
}

/** The registry as it was last published, with the success rates measured since; undefined before the first time. */
export async function readRegistry(documents: Documents): Promise<ToolRegistry | undefined> {
  const stored = (await documents.get(documentKey.toolRegistry()))?.body;
  if (stored === undefined) return undefined;
  const registry = ToolRegistry.parse(stored);
  const rates: Record<string, number> = {};
  for (const { tool_id: toolId } of registry.tools) {
    const rate = (await readToolStats(documents, toolId))?.success_rate;
    if (rate !== undefined && rate !== null) rates[toolId] = rate;
  }
  return { ...registry, tool_success_rates: rates };
}

export async function readToolStats(documents: Documents, toolId: ToolId): Promise<ToolStats | undefined> {
  const stored = (await documents.get(documentKey.toolStats(toolId)))?.body;
  return stored === undefined ? undefined : ToolStats.parse(stored);
}
