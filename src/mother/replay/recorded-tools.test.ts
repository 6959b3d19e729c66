import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { logOver } from '../../../test/contract-suites/ledger-samples.ts';
import { ToolDefinition } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { BUILTIN_SETUP } from '../../ledger/index.ts';
import { builtinTools } from '../../tools/index.ts';
import { recordedServerTools } from './recorded-tools.ts';

const [some] = builtinTools({ webSearch: {} });
const served = (name: string, words: string): ToolDefinition => ToolDefinition.parse({ ...some?.definition, tool_id: `mcp__test__${name}`, tool_name: words });

describe('the tools of servers that a run was begun with', () => {
  it('are those that were published with the hash that it pinned, however often others were', verifies('KEL-REPLAY-13'), async () => {
    const { store } = await ledgerInMemory();
    const { log, writer } = logOver(store, BUILTIN_SETUP);
    const [old, other, late] = [served('echo', 'Says it'), served('add', 'Adds'), served('echo', 'Says it louder')];
    for (const tools of [[old], [other, old], [late, other]]) {
      const registry = { registry_version: 'tools:v1', default_timeout_ms: 30_000, updated_at: '2026-11-16T09:00:00.000Z', allow_fallback_to_llm: true, tools, routing_order: tools.map(({ tool_id: id }) => id), tool_success_rates: {} };
      await writer.append({ key: canonicalHash(tools), events: [{ type: 'registry.tools_published', streamId: 'tools', payload: { registry, definitions_hash: canonicalHash(tools) } }] });
    }
    const begunWith = (pins: Record<string, string> | undefined) => recordedServerTools({ started: { pinned_versions: { prompts: {}, contracts: {}, formulas: {}, ...(pins !== undefined && { server_tools: pins }) } } as never }, log);
    expect(await begunWith({ mcp__test__echo: canonicalHash(old) })).toEqual([old]);
    expect(await begunWith({ mcp__test__echo: canonicalHash(late), mcp__test__add: canonicalHash(other) })).toEqual([other, late]);
    expect([await begunWith({ mcp__test__echo: 'f'.repeat(64) }), await begunWith({ mcp__test__sub: canonicalHash(old) }), await begunWith(undefined)]).toEqual([[], [], []]);
  });
});
