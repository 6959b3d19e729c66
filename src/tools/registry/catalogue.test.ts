import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sampleTool } from '../../../test/support/runner-rig.ts';
import { createCatalogue, DEFAULT_TOOL_TIMEOUT_MS, registryOf } from './catalogue.ts';

const named = (tool_id: string, priority: number) => sampleTool({ tool_id, priority });

describe('a catalogue of tools', () => {
  it('is in the order in which tools are tried: by priority, then by name', verifies('MH4-4-12'), () => {
    const { tools } = createCatalogue([named('b', 50), named('c', 90), named('a', 50)]);
    expect(tools.map(({ definition }) => definition.tool_id)).toEqual(['c', 'a', 'b']);
  });

  it('refuses a second tool of the same name', () => {
    expect(() => createCatalogue([named('a', 1), named('a', 2)])).toThrow('The tool a cannot be registered: tool_id: another tool has this name.');
  });

  it('refuses a pattern that cannot be matched in linear time, and one that is none', verifies('MH4-4-19'), () => {
    const withPattern = (pattern: string) => () => createCatalogue([sampleTool({ handles_patterns: ['fine', pattern] })]);
    expect(withPattern('(?<word>a+)\\k<word>')).toThrow('handles_patterns.1');
    expect(withPattern('(')).toThrow('handles_patterns.1');
    const catalogue = createCatalogue([sampleTool({ handles_patterns: ['^(a+)+$'] })]);
    expect(catalogue.patternsOf(catalogue.get('echo'))[0]?.test(`${'a'.repeat(50_000)}!`)).toBe(false);
  });

  it('refuses a schema of somebody else that cannot be compiled', () => {
    const strange = { ...sampleTool(), input: null, output: null };
    expect(() => createCatalogue([{ ...strange, definition: { ...strange.definition, input_schema: { type: 'nothing' } } }])).toThrow('The tool echo cannot be registered: input_schema: The JSON Schema cannot be used');
    expect(createCatalogue([strange]).tools).toHaveLength(1);
  });

  it('matches patterns whatever the case', verifies('MH4-4-13'), () => {
    const catalogue = createCatalogue([sampleTool({ handles_patterns: ['git status'] })]);
    expect(catalogue.patternsOf(catalogue.get('echo')).map((pattern) => pattern.test('please GIT Status'))).toEqual([true]);
  });

  it('names tools that are spelt much like one that is not there', () => {
    const catalogue = createCatalogue([named('git_status', 1), named('glob', 1), named('read_file', 1)]);
    expect(() => catalogue.get('git_statsu')).toThrow(expect.objectContaining({ code: 'tool.unknown', data: { tool_id: 'git_statsu', similar: ['git_status'] } }));
    expect(() => catalogue.get('zzz')).toThrow(expect.objectContaining({ nextStep: '`keelson tools` lists those there are.' }));
  });

  it('has one hash for all definitions, whatever the order they came in', () => {
    const hash = (...tools: ReturnType<typeof sampleTool>[]) => createCatalogue(tools).definitionsHash;
    expect(hash(named('a', 1), named('b', 2))).toBe(hash(named('b', 2), named('a', 1)));
    expect(hash(named('a', 1))).not.toBe(hash(named('a', 2)));
  });

  it('is stored as the registry with its order, its default time and the measured rates', verifies('MH4-4-07'), () => {
    const catalogue = createCatalogue([named('b', 50), named('c', 90)]);
    const registry = registryOf(catalogue.tools.map(({ definition }) => definition), { updatedAt: '2026-01-02T03:04:05.000Z', allowFallbackToLlm: false }, { b: 0.5 });
    expect(registry).toMatchObject({ registry_version: 'tools:v1', routing_order: ['c', 'b'], default_timeout_ms: DEFAULT_TOOL_TIMEOUT_MS, allow_fallback_to_llm: false, tool_success_rates: { b: 0.5 } });
  });
});
