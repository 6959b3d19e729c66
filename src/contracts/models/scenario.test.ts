import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf } from '../../../test/support/schema-faults.ts';
import { ScenarioCallFault, ScenarioFault, ScenarioPlace } from './scenario-fault.ts';
import { Scenario, ScenarioCondition, ScenarioFigures, ScenarioToolCall, ScenarioTurn, ScenarioUsage } from './scenario.ts';

describe('a scenario', () => {
  it('takes any value for usage, in our words, word for word, or none', verifies('KEL-MOCK-07'), () => {
    for (const usage of [{ input_tokens: -1, output_tokens: 'NaN' }, { total_tokens: 1e12 }, {}, { as_sent: [1.5] }, null]) expect(ScenarioUsage.parse(usage)).toEqual(usage);
    expect(ScenarioUsage.safeParse({ prompt_tokens: 1 }).success).toBe(false);
  });

  it('takes arguments as an object or as a text of any kind, but not both', verifies('KEL-MOCK-07'), () => {
    const call = { type: 'tool_call', name: null, call_id: null };
    expect([{ arguments: {} }, { arguments_text: '{"' }, {}].map((more) => faultsOf(ScenarioToolCall, { ...call, ...more }))).toEqual([[], [], []]);
    expect(faultsOf(ScenarioToolCall, { ...call, arguments: {}, arguments_text: '' })).toEqual([': give arguments or arguments_text, not both']);
  });

  it('refuses what it does not know', verifies('KEL-MOCK-07'), () => {
    expect(faultsOf(Scenario, { turns: [{ when: { moon: 'full' } }], mood: 1 })).toEqual(['turns.0.when: Unrecognized key: "moon"', ': Unrecognized key: "mood"']);
    expect(faultsOf(ScenarioFault, { kind: 'gzip', level: 9 })).toEqual([': Unrecognized key: "level"']);
  });

  it('refuses headers that HTTP cannot carry, and waits that a timer cannot hold', verifies('KEL-MOCK-07'), () => {
    expect(ScenarioFault.safeParse({ kind: 'status', status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' } }).success).toBe(true);
    expect(ScenarioFault.safeParse({ kind: 'status', status: 429, headers: { 'retry after': '1' } }).success).toBe(false);
    expect(ScenarioFault.safeParse({ kind: 'status', status: 429, headers: { 'retry-after': '1\n2' } }).success).toBe(false);
    expect(faultsOf(ScenarioFault, { kind: 'stall', at: 'mid_body', ms: 2 ** 31 })).toEqual(['ms: Too big: expected number to be <=2147483647']);
  });
});

describe('the guide to scenarios', () => {
  const guide = readFileSync(new URL('../../../docs/mock-model.md', import.meta.url), 'utf8');

  it('names every field, condition, fault and place', verifies('KEL-MOCK-08'), () => {
    const names = [
      ...[Scenario, ScenarioTurn, ScenarioCondition, ScenarioFigures].flatMap((schema) => Object.keys(schema.shape)),
      ...ScenarioFault.options.flatMap((option) => [option.shape.kind.value, ...Object.keys(option.shape).filter((name) => name !== 'kind')]),
      ...ScenarioPlace.options,
      ...ScenarioCallFault.options,
    ];
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});
