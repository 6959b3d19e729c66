import { describe, expect, it } from 'vitest';
import { sampleTool } from '../../test/support/runner-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { createCatalogue, type WaitingTool } from '../tools/index.ts';
import { demandOffered, whyNotOffered } from './demand-offered.ts';

const echo = sampleTool();
const catalogue = createCatalogue([echo]);
const waits = (changes: string[]) => ({ toolId: 'mcp__test__add', server: 'test', changes }) as unknown as WaitingTool;
const demand = (toolId: string, more: Partial<Parameters<typeof demandOffered>[1]> = {}) => demandOffered(toolId, { catalogue, waiting: [], leftOut: [], ...more });

describe('demandOffered', () => {
  it('gives the tool of that name', verifies('KEL-MEND-03'), () => {
    expect(demand('echo')).toBe(echo);
    expect(() => demand('ecoh')).toThrow(expect.objectContaining({ code: 'tool.unknown', data: { tool_id: 'ecoh', similar: ['echo'] } }));
  });

  it('says of one that waits whether it is new or changed', verifies('KEL-MEND-03'), () => {
    const nextStep = '`keelson tools show mcp__test__add` shows how it describes itself, `keelson tools accept mcp__test__add` lets it be used.';
    expect(() => demand('mcp__test__add', { waiting: [waits([])] })).toThrow(expect.objectContaining({ code: 'tool.unavailable', message: 'mcp__test__add waits for a person to accept it: it comes from the server test.', nextStep, data: { tool_id: 'mcp__test__add', reason: 'nobody accepted it yet' } }));
    expect(() => demand('mcp__test__add', { waiting: [waits(['its description', 'its input'])] })).toThrow(
      expect.objectContaining({ code: 'tool.definition_changed', message: 'mcp__test__add waits for a person to accept it again: since it was accepted, the server test changed its description, its input.', nextStep, data: { tool_id: 'mcp__test__add', server: 'test', changes: ['its description', 'its input'] } }),
    );
  });

  it('says why another is not there: its own reason before that of its server', verifies('KEL-MEND-03'), () => {
    const leftOut = [{ name: 'test', reason: 'It is silent.', server: 'test' }, { name: 'add of test', reason: 'disabled in the settings', toolId: 'mcp__test__add' }];
    expect(whyNotOffered('mcp__test__add', leftOut)).toMatchObject({ message: 'mcp__test__add is not offered: disabled in the settings.', data: { tool_id: 'mcp__test__add', reason: 'disabled in the settings' }, nextStep: expect.stringMatching(/^Correct that in the settings/) });
    expect(whyNotOffered('mcp__test__sub', leftOut)).toMatchObject({ message: 'mcp__test__sub is not offered: It is silent.', nextStep: 'Look at "tools.mcp.test" in the settings, then try again.' });
    expect(whyNotOffered('mcp__testing__add', leftOut)).toBeUndefined();
    expect(() => demand('mcp__test__add', { leftOut })).toThrow(expect.objectContaining({ code: 'tool.unavailable' }));
  });
});
