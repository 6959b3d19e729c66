import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ToolRegistry } from './tool-registry.ts';
import { ToolStats } from './tool-stats.ts';

function tool(tool_id: string) {
  return {
    tool_id,
    tool_name: tool_id,
    version: '1.0.0',
    category: 'git',
    input_schema: {},
    output_schema: {},
    side_effects: 'read_only',
    handles_patterns: [],
    keywords: [],
    priority: 50,
    timeout_ms: 1,
    max_retries: 0,
    approval_required: false,
    allowed_roles: ['coder'],
    cost_tier: 'free',
    entrypoint: tool_id,
  };
}

const registry = {
  registry_version: 'tools:v1',
  updated_at: sample.time,
  tools: [tool('git_status'), tool('run_tests')],
  routing_order: ['run_tests', 'git_status'],
  default_timeout_ms: 5_000,
  allow_fallback_to_llm: true,
  tool_success_rates: { run_tests: 0.9 },
};

describe('a tool registry', () => {
  it('holds tools, their order and how they fare', verifies('MH4-4-10'), () => {
    expect(ToolRegistry.parse(registry)).toEqual(registry);
    expect(requiredFieldsOf(ToolRegistry, registry)).toEqual(Object.keys(registry));
    expect(faultsOf(ToolRegistry, { ...registry, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ToolRegistry, { ...registry, registry_version: 'tools:v2' })).toEqual([
      'registry_version: Invalid input: expected "tools:v1"',
    ]);
  });

  it('refuses a tool registered twice', verifies('MH4-4-10', 'KEL-RUNS-20'), () => {
    const tools = [tool('run_tests'), tool('run_tests')];
    expect(faultsOf(ToolRegistry, { ...registry, tools, routing_order: ['run_tests', 'run_tests'] })).toEqual([
      'tools: a tool is registered twice',
    ]);
  });

  it('refuses an order that leaves a tool out, repeats one or names a stranger', verifies('MH4-4-10', 'KEL-RUNS-20'), () => {
    const orders = [
      ['run_tests'],
      ['run_tests', 'run_tests'],
      ['run_tests', 'ocr'],
      ['run_tests', 'git_status', 'git_status'],
    ];
    expect(orders.map((routing_order) => faultsOf(ToolRegistry, { ...registry, routing_order }))).toEqual(
      orders.map(() => ['routing_order: the routing order names each registered tool once and nothing else']),
    );
  });

  it('refuses a success rate of a tool that is not there', verifies('MH4-4-10'), () => {
    expect(faultsOf(ToolRegistry, { ...registry, tool_success_rates: { ocr: 1 } })).toEqual([
      'tool_success_rates: a success rate is given for a tool that is not registered',
    ]);
    expect(ToolRegistry.safeParse({ ...registry, tool_success_rates: { run_tests: 1.5 } }).success).toBe(false);
  });
});

describe('tool statistics', () => {
  const stats = { success_count: 3, failure_count: 1, success_rate: 0.75, avg_execution_ms: 234.5, last_used: sample.time };
  const unused = { success_count: 0, failure_count: 0, success_rate: null, avg_execution_ms: null, last_used: null };
  const fault = ['success_rate: the rate is the share of successes, and null while the tool never ran'];

  it('hold counts, the rate, the mean time and the last use', verifies('KEL-RUNS-24'), () => {
    expect(ToolStats.parse(stats)).toEqual(stats);
    expect(requiredFieldsOf(ToolStats, stats)).toEqual(Object.keys(stats));
    expect(faultsOf(ToolStats, { ...stats, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(ToolStats, { ...stats, avg_execution_ms: -1 })).toEqual([
      'avg_execution_ms: Too small: expected number to be >=0',
    ]);
  });

  it('refuse a rate that their own counts contradict', verifies('KEL-RUNS-24'), () => {
    expect(faultsOf(ToolStats, { ...stats, success_rate: 1 })).toEqual(fault);
    expect(faultsOf(ToolStats, { ...stats, failure_count: 0 })).toEqual(fault);
    expect(faultsOf(ToolStats, { ...stats, failure_count: 0, success_rate: 1 })).toEqual([]);
  });

  it('have no time before the first use, and a last use ever after', verifies('KEL-RUNS-24'), () => {
    const used = ['last_used: the last use is null exactly when the tool never ran'];
    expect(faultsOf(ToolStats, { ...unused, avg_execution_ms: 1 })).toEqual(['avg_execution_ms: a tool that never ran took no time']);
    expect(faultsOf(ToolStats, { ...stats, avg_execution_ms: null })).toEqual([]);
    expect(faultsOf(ToolStats, { ...unused, last_used: sample.time })).toEqual(used);
    expect(faultsOf(ToolStats, { ...stats, last_used: null })).toEqual(used);
  });

  it('have no rate before the first use and one ever after', verifies('KEL-RUNS-24'), () => {
    const once = { ...unused, last_used: sample.time };
    expect(ToolStats.parse(unused)).toEqual(unused);
    expect(faultsOf(ToolStats, { ...unused, success_rate: 0 })).toEqual(fault);
    expect(faultsOf(ToolStats, { ...stats, success_rate: null })).toEqual(fault);
    expect(faultsOf(ToolStats, { ...once, failure_count: 1, success_rate: 0 })).toEqual([]);
    expect(faultsOf(ToolStats, { ...once, success_count: 1, success_rate: 1 })).toEqual([]);
    expect(faultsOf(ToolStats, { ...once, success_count: 1, success_rate: null })).toEqual(fault);
  });
});
