import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { Scenario, ScenarioCondition } from '../../contracts/index.ts';
import type { Asked } from './asked.ts';
import { holds, playScenario, type Candidate } from './choose-turn.ts';

const asked: Asked = {
  format: 'anthropic',
  model: 'm-1',
  isStreaming: true,
  lastUserText: 'when is high tide?',
  systemText: 'You help sailors.',
  toolNames: ['tides', 'winds'],
  toolResults: [
    { name: 'tides', text: 'high 14:05' },
    { name: 'winds', text: 'calm' },
  ],
  hasOutputSchema: true,
  outputSchemaName: 'TideTable',
  wantsUsage: true,
};
const candidate: Candidate = { asked, number: 3, headers: { 'x-run': 'r1' } };

function placesOf(scenario: z.input<typeof Scenario>, candidates: readonly Candidate[]): (number | undefined)[] {
  const script = playScenario(Scenario.parse(scenario));
  return candidates.map((one) => script.next(one)?.place);
}

const five = Array.from({ length: 5 }, () => candidate);

describe('a scenario being played', () => {
  it('answers turns without conditions once each in their order, and then goes on with the last', verifies('KEL-MOCK-02'), () => {
    expect(placesOf({ turns: [{}, {}, {}] }, five)).toEqual([1, 2, 3, 3, 3]);
  });

  it('fails when nothing is left and it is told to', verifies('KEL-MOCK-02'), () => {
    expect(placesOf({ on_exhausted: 'fail', turns: [{}, {}] }, five)).toEqual([1, 2, undefined, undefined, undefined]);
  });

  it('prefers the first turn whose conditions hold, again and again', verifies('KEL-MOCK-02'), () => {
    const other = { ...candidate, asked: { ...asked, model: 'm-2' } };
    const turns = [{}, { when: { model: 'm-2' } }, { when: { format: 'anthropic' as const } }];
    expect(placesOf({ turns }, [candidate, other, other, candidate])).toEqual([3, 2, 2, 3]);
  });

  it('uses a turn as often as it says', verifies('KEL-MOCK-02'), () => {
    expect(placesOf({ turns: [{ times: 2 }, { when: { model: 'm-1' }, times: 1 }, {}] }, five)).toEqual([2, 1, 1, 3, 3]);
  });

  it('never repeats a turn whose conditions do not hold', verifies('KEL-MOCK-02'), () => {
    expect(placesOf({ turns: [{ when: { model: 'other' } }] }, [candidate])).toEqual([undefined]);
  });
});

describe('a condition', () => {
  const cases: [z.input<typeof ScenarioCondition>, z.input<typeof ScenarioCondition>][] = [
    [{ last_user_contains: 'tide' }, { last_user_contains: 'Tide' }],
    [{ last_user_equals: 'when is high tide?' }, { last_user_equals: 'when is high tide' }],
    [{ system_contains: 'sailors' }, { system_contains: 'pilots' }],
    [{ tool_offered: 'winds' }, { tool_offered: 'wind' }],
    [{ tool_result: {} }, { tool_result: { name: 'rain' } }],
    [{ tool_result: { name: 'tides', contains: '14' } }, { tool_result: { name: 'winds', contains: '14' } }],
    [{ tool_result: { contains: 'calm' } }, { tool_result: { contains: 'storm' } }],
    [{ model: 'm-1' }, { model: 'm' }],
    [{ request_number: 3 }, { request_number: 2 }],
    [{ output_schema: true }, { output_schema: false }],
    [{ output_schema: 'TideTable' }, { output_schema: 'WindTable' }],
    [{ header: { name: 'X-Run' } }, { header: { name: 'x-walk' } }],
    [{ header: { name: 'x-run', equals: 'r1' } }, { header: { name: 'x-run', equals: 'r' } }],
    [{ streaming: true }, { streaming: false }],
    [{ format: 'anthropic' }, { format: 'ollama' }],
  ];

  it.each(cases)('%j holds and %j does not', verifies('KEL-MOCK-03', 'KEL-SCEN-01'), (so, notSo) => {
    expect([holds(so, candidate), holds(notSo, candidate)]).toEqual([true, false]);
  });

  it('needs everything that it names', verifies('KEL-MOCK-03', 'KEL-SCEN-01'), () => {
    const everything = Object.assign({}, ...cases.map(([so]) => so)) as ScenarioCondition;
    expect(Object.keys(everything).sort()).toEqual(Object.keys(ScenarioCondition.shape).filter((name) => name !== 'comment').sort());
    expect(holds(everything, candidate)).toBe(true);
    expect(cases.map(([, notSo]) => holds({ ...everything, ...notSo }, candidate))).toEqual(cases.map(() => false));
  });

  it('without a tool result is not met by one', verifies('KEL-MOCK-03', 'KEL-SCEN-01'), () => {
    expect(holds({ tool_result: {} }, { ...candidate, asked: { ...asked, toolResults: [] } })).toBe(false);
  });
});
