import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ScenarioCondition, ScenarioTurn } from '../../contracts/index.ts';
import { EXAMPLE_SCENARIO } from './example-scenario.ts';
import { readScenario } from './read-scenario.ts';

const refused = (text: string): unknown => {
  try {
    return readScenario(text, 'scenario.json');
  } catch (error) {
    return error;
  }
};

describe('a scenario', () => {
  it('needs only its turns', verifies('KEL-MOCK-07'), () => {
    expect(readScenario('{"turns":[{}]}', 'scenario.json')).toEqual({
      models: ['mock-model'],
      seed: 1,
      on_exhausted: 'repeat_last',
      turns: [{ answer: [], latency_ms: { first_byte: 0, between_chunks: 0 }, chunk_chars: 16, faults: [] }],
    });
  });

  it('that does not fit is refused with every place that is wrong', verifies('KEL-MOCK-07'), () => {
    const text = JSON.stringify({
      on_exhausted: 'panic',
      turns: [{ answer: [{ type: 'tool_call', name: 'a', arguments: {}, arguments_text: '{}' }] }, { faults: [{ kind: 'status', status: 99 }, { kind: 'rain' }] }, { wen: {} }],
    });
    expect(refused(text)).toMatchObject({
      code: 'scenario.invalid',
      data: {
        file: 'scenario.json',
        issues: [
          { path: 'on_exhausted', message: 'Invalid option: expected one of "repeat_last"|"fail"' },
          { path: 'turns.0.answer.0', message: 'give arguments or arguments_text, not both' },
          { path: 'turns.1.faults.0.status', message: 'Too small: expected number to be >=200' },
          { path: 'turns.1.faults.1.kind', message: expect.stringContaining("Expected 'status' | 'raw' | 'cut' | ") as string },
          { path: 'turns.2', message: 'Unrecognized key: "wen"' },
        ],
      },
    });
  });

  it('that is no JSON is refused with the place, but without a word of what stands there', verifies('KEL-MOCK-07'), () => {
    const message = 'it is not JSON (trailing comma at line 3, column 4)';
    expect(refused('{\n  "turns": [{}]\n  ,}')).toMatchObject({ message: `The scenario scenario.json does not fit: ${message}.`, data: { issues: [{ path: '', message }] } });
    expect(String(refused('SECRET=abc'))).not.toContain('SECRET');
    expect(String(refused('{"key": "sk-abc'))).toBe('KeelsonError: The scenario scenario.json does not fit: it is not JSON (truncated at line 1, column 16).');
  });

  it('cannot carry headers that HTTP cannot', () => {
    expect(refused('{"turns":[{"faults":[{"kind":"status","status":200,"headers":{"a b":"x\\ny"}}]}]}')).toMatchObject({ code: 'scenario.invalid' });
  });
});

describe('the example', () => {
  it('works, and shows every field of a turn and of a scenario', verifies('KEL-MOCK-08'), () => {
    const example = readScenario(EXAMPLE_SCENARIO, 'example');
    const shown = new Set(example.turns.flatMap((turn) => Object.keys(turn)));
    expect([...shown].sort()).toEqual(Object.keys(ScenarioTurn.shape).sort());
    expect(Object.keys(example).sort()).toEqual(['comment', 'models', 'name', 'on_exhausted', 'seed', 'turns']);
    expect(Object.keys(ScenarioCondition.shape).filter((name) => !EXAMPLE_SCENARIO.includes(name))).toEqual([]);
  });
});
