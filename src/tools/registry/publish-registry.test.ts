import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { logOver } from '../../../test/contract-suites/ledger-samples.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { sampleTool } from '../../../test/support/runner-rig.ts';
import { toolUsed } from '../../contracts/index.ts';
import { fixedClock } from '../../kernel/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { createCatalogue } from './catalogue.ts';
import { publishRegistry, readRegistry, readToolStats } from './publish-registry.ts';

async function fixture() {
  const { store } = await ledgerInMemory();
  const { writer } = logOver(store, BUILTIN_SETUP);
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const clock = fixedClock(1_800_000_000_000);
  let used = 0;
  const use = (was_successful: boolean, execution_ms: number) =>
    writer.append({ key: `used-${(used += 1)}`, events: [{ type: toolUsed.type, streamId: 'echo', payload: { tool_id: 'echo', was_successful, execution_ms, run_id: JOURNAL_RUN } }] });
  return { documents, use, publish: (tools: ReturnType<typeof sampleTool>[], fallback = true) => publishRegistry(createCatalogue(tools), fallback, { log: writer, documents, clock }) };
}

describe('the registry of tools', () => {
  it('is recorded when it changed, and only then', verifies('KEL-REGISTRY-01', 'MH4-KEY-05'), async () => {
    const { publish, documents } = await fixture();
    expect(await readRegistry(documents)).toBeUndefined();
    expect([await publish([sampleTool()]), await publish([sampleTool()]), await publish([sampleTool()], false), await publish([sampleTool({ priority: 51 })], false)]).toEqual([true, false, true, true]);
    expect((await documents.get('registry:tools'))?.body['registry_version']).toBe('tools:v1');
    expect(await readRegistry(documents)).toMatchObject({ registry_version: 'tools:v1', routing_order: ['echo'], allow_fallback_to_llm: false, tools: [{ priority: 51 }], tool_success_rates: {} });
  });

  it('keeps what other servers offered while only our own tools were looked for', verifies('KEL-REGISTRY-01'), async () => {
    const { publish, documents } = await fixture();
    const theirs = sampleTool({ tool_id: 'mcp__files__list', priority: 10 });
    expect([await publish([sampleTool(), theirs]), await publish([sampleTool()]), await publish([sampleTool(), theirs])]).toEqual([true, false, false]);
    expect(await publish([sampleTool({ tool_id: 'other' })])).toBe(true);
    expect((await readRegistry(documents))?.routing_order).toEqual(['other', 'mcp__files__list']);
  });

  it('shows how each tool has fared', verifies('MH4-4-16', 'KEL-REGISTRY-02', 'MH4-KEY-06'), async () => {
    const { publish, documents, use } = await fixture();
    await publish([sampleTool()]);
    expect(await readToolStats(documents, 'echo')).toBeUndefined();
    await use(true, 100);
    await use(true, 200);
    await use(false, 600);
    expect((await documents.get('tool_stats:echo'))?.body['success_count']).toBe(2);
    expect(await readToolStats(documents, 'echo')).toEqual({ success_count: 2, failure_count: 1, success_rate: 2 / 3, avg_execution_ms: 300, last_used: expect.any(String) as string });
    expect((await readRegistry(documents))?.tool_success_rates).toEqual({ echo: 2 / 3 });
  });
});
