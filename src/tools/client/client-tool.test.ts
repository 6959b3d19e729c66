import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../test/support/tool-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CLIENT_FUNCTION_DESCRIPTION_CHARS_MAX, ClientFunctions, ToolId, type ClientFunction } from '../../contracts/index.ts';
import { builtinTools } from '../builtin/all.ts';
import { createCatalogue } from '../registry/catalogue.ts';
import type { Tool } from '../registry/tool.ts';
import { clientTool, faultOfFunction } from './client-tool.ts';

const WEATHER: ClientFunction = { name: 'weather', description: 'How the weather is', parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] } };
const tool = (one: Partial<ClientFunction> = {}) => clientTool({ ...WEATHER, ...one }, ['coder', 'analyst']);

describe('a function of a client as a tool', () => {
  it('is called on the other side, and is believed as little as a stranger', verifies('KEL-FUNC-07'), async () => {
    const called: unknown[] = [];
    const rig = await toolRig({ client: async (asked) => (called.push(asked), 'windy') });
    const weather = tool();
    expect(await rig.call(weather, { place: 'Lyme' })).toEqual({ output: 'windy' });
    expect(called).toEqual([{ name: 'weather', arguments: { place: 'Lyme' } }]);
    expect(weather.intentions({ place: 'Lyme' }, rig.hands.place)).toEqual([{ kind: 'remote', server: 'the client', name: 'weather', isBrought: true }]);
    const { taint, touches, definition } = weather;
    expect({ taint, touches, definition }).toMatchObject({
      taint: 'external_untrusted',
      touches: ['network'],
      definition: { tool_id: 'client__weather', tool_name: 'weather', side_effects: 'idempotent_write', max_retries: 0, approval_required: false, allowed_roles: ['coder', 'analyst'], handles_patterns: [], keywords: [], priority: 1, entrypoint: 'client/weather', input_schema: { ...WEATHER.parameters, description: 'How the weather is' } },
    });
    expect([weather.show({ output: 'windy' }), weather.show({ output: '' })]).toEqual(['windy', 'The function gave nothing back.']);
    expect(tool({ parameters: { ...WEATHER.parameters, description: 'Of a place' } }).definition.input_schema['description']).toBe('How the weather is\nOf a place');
    expect(tool({ description: '' }).definition.input_schema).toEqual(WEATHER.parameters);
  });

  it('can be named as a tool of Keelson is, and takes the place of none', verifies('KEL-FUNC-07'), () => {
    const own = builtinTools({ webSearch: {} });
    const brought = own.map(({ definition }) => tool({ name: definition.tool_id }));
    const { tools } = createCatalogue([...own, ...(brought as Tool[])]);
    expect(tools).toHaveLength(2 * own.length);
    expect(own.every((one) => createCatalogue([...own, ...(brought as Tool[])]).get(one.definition.tool_id) === one)).toBe(true);
    expect(ToolId.safeParse(tool({ name: 'w'.repeat(56) }).definition.tool_id).success).toBe(true);
  });

  it('is refused where it hides something or could not be called', verifies('KEL-FUNC-08'), () => {
    expect([WEATHER, { ...WEATHER, name: 'we\u200Bather' }, { ...WEATHER, parameters: { ...WEATHER.parameters, title: 'a\u202Eb' } }, { ...WEATHER, parameters: {} }, { ...WEATHER, parameters: { type: 'object', required: 'place' } }].map(faultOfFunction)).toEqual([
      undefined,
      'its definition holds a space without width',
      'its definition holds a character that changes the direction of writing',
      'its parameters are not described as an object',
      expect.stringMatching(/^the schema of its parameters cannot be used: /) as unknown,
    ]);
  });

  it('is one of a bounded number of bounded ones', verifies('KEL-FUNC-08'), () => {
    const named = (count: number, more: Partial<ClientFunction> = {}) => Array.from({ length: count }, (_, at) => ({ ...WEATHER, ...more, name: `weather_${at}` }));
    const isTaken = (offered: readonly object[]): boolean => ClientFunctions.safeParse({ offered, side_by_side: true }).success;
    const long = 'w'.repeat(CLIENT_FUNCTION_DESCRIPTION_CHARS_MAX);
    expect([named(1), named(64), named(15, { description: long }), [], named(65), named(17, { description: long }), named(1, { description: `${long}w` }), [WEATHER, WEATHER], [{ ...WEATHER, name: 'a.b' }], [{ ...WEATHER, name: '' }]].map(isTaken)).toEqual([true, true, true, false, false, false, false, false, false, false]);
  });
});
