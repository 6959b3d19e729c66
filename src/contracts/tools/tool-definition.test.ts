import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { RateLimit } from './rate-limit.ts';
import { KEYWORD_MATCHES_MIN, SideEffect, ToolCategory, ToolDefinition } from './tool-definition.ts';
import { ToolId } from './tool-id.ts';

const tool = {
  tool_id: 'git_status',
  tool_name: 'Git status',
  version: '1.0.0',
  category: 'git',
  input_schema: { type: 'object', properties: { repo_path: { type: 'string' } }, required: ['repo_path'] },
  output_schema: { type: 'object' },
  side_effects: 'read_only',
  handles_patterns: ['git status'],
  keywords: ['git', 'status'],
  priority: 95,
  timeout_ms: 5_000,
  max_retries: 1,
  approval_required: false,
  allowed_roles: ['coder'],
  cost_tier: 'free',
  entrypoint: 'tools/git/status',
};

describe('a tool', () => {
  it('needs its whole contract; a rate limit and a size limit may be added', verifies('MH4-4-01'), () => {
    const limited = { ...tool, rate_limit: '10/min', max_bytes: 1_000_000 };
    expect(ToolDefinition.parse(limited)).toEqual(limited);
    expect(requiredFieldsOf(ToolDefinition, limited)).toEqual(Object.keys(tool));
    expect(faultsOf(ToolDefinition, { ...tool, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('is of one of eight categories and three classes of side effect', verifies('MH4-4-02', 'MH4-4-03'), () => {
    expect(ToolCategory.options).toEqual(['file_ops', 'git', 'compute', 'ocr', 'format', 'validation', 'db', 'network']);
    expect(SideEffect.options).toEqual(['read_only', 'idempotent_write', 'destructive']);
  });

  it('has a priority from 1 to 100', verifies('MH4-4-01', 'MH4-4-04'), () => {
    expect([1, 100].flatMap((priority) => faultsOf(ToolDefinition, { ...tool, priority }))).toEqual([]);
    expect(faultsOf(ToolDefinition, { ...tool, priority: 0 })).toEqual(['priority: Too small: expected number to be >=1']);
    expect(faultsOf(ToolDefinition, { ...tool, priority: 101 })).toEqual(['priority: Too big: expected number to be <=100']);
  });

  it('is retried at most twice', verifies('MH4-4-01', 'MH4-4-04'), () => {
    expect([0, 1, 2].flatMap((max_retries) => faultsOf(ToolDefinition, { ...tool, max_retries }))).toEqual([]);
    expect(faultsOf(ToolDefinition, { ...tool, max_retries: 3 })).toEqual(['max_retries: Invalid option: expected one of 0|1|2']);
  });

  it('costs nothing, runs for a bounded time and belongs to at least one role', verifies('MH4-4-01', 'MH4-4-05'), () => {
    expect(faultsOf(ToolDefinition, { ...tool, cost_tier: 'cheap', timeout_ms: 0, allowed_roles: [] })).toEqual([
      'timeout_ms: Too small: expected number to be >=1',
      'allowed_roles: Too small: expected array to have >=1 items',
      'cost_tier: Invalid input: expected "free"',
    ]);
  });

  it('keeps its patterns as text', () => {
    expect(faultsOf(ToolDefinition, { ...tool, handles_patterns: [/git status/i] })).toEqual([
      'handles_patterns.0: Invalid input: expected string, received RegExp',
    ]);
  });

  it('is proposed by keywords only when two of them occur', () => {
    expect(KEYWORD_MATCHES_MIN).toBe(2);
  });
});

describe('the name of a tool', () => {
  it('may be that of a tool on an MCP server, capitals included', verifies('KEL-RUNS-23'), () => {
    const names = ['git_status', 'mcp__github__createIssue', 'mcp__my-server__list', '7zip', 'x'.repeat(128)];
    expect(names.flatMap((name) => faultsOf(ToolId, name))).toEqual([]);
    expect(faultsOf(ToolDefinition, { ...tool, tool_id: 'mcp__github__createIssue' })).toEqual([]);
  });

  it('holds nothing that a model or a key could not carry', verifies('KEL-RUNS-23'), () => {
    const wrong = ['', '_hidden', '-flag', 'a:b', 'a.b', 'a/b', 'a b', 'größe', 'x'.repeat(129), 'a\n'];
    expect(wrong.filter((name) => ToolId.safeParse(name).success)).toEqual([]);
    expect(faultsOf(ToolId, 'a:b')).toEqual([': expected letters, digits, dash or underscore (at most 128)']);
  });
});

describe('a rate limit', () => {
  it('is a count per unit of time', () => {
    expect(['1/sec', '10/min', '200/hour', '3/day'].flatMap((text) => faultsOf(RateLimit, text))).toEqual([]);
    const wrong = ['0/min', '10/week', '10', 'ten/min', ' 1/sec', '1/sec '];
    expect(wrong.filter((text) => RateLimit.safeParse(text).success)).toEqual([]);
  });
});
