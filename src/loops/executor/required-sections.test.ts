import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { demandSections, missingSections } from './required-sections.ts';

const TASK = '## task_definition\nCount the files.';
const PHASE = '## current_phase\n\nexecute';

describe('the packet of a role', () => {
  it('has every section that is required, wherever it stands', verifies('MH4-3-17'), () => {
    expect([missingSections(`${TASK}\n\n${PHASE}\n`), missingSections(`## recent_messages\nHello.\n${PHASE}\n${TASK}`)]).toEqual([[], []]);
    expect(demandSections('coder', `${TASK}\n${PHASE}`)).toBeUndefined();
  });

  it('lacks a section that has no heading, a heading within a line, or nothing below it', verifies('MH4-3-17'), () => {
    expect(missingSections('')).toEqual(['task_definition', 'current_phase']);
    expect(missingSections(TASK)).toEqual(['current_phase']);
    expect(missingSections(`See ## task_definition.\n${PHASE}`)).toEqual(['task_definition']);
    expect(missingSections(`## task_definition\n\n${PHASE}`)).toEqual(['task_definition']);
    expect(missingSections(`${TASK}\n## current_phase  \n \n`)).toEqual(['current_phase']);
  });

  it('that lacks one is refused with its name', verifies('MH4-3-17'), () => {
    expect(() => demandSections('coder', PHASE)).toThrow(
      expect.objectContaining({
        code: 'context.section_missing',
        message: 'The context for the role coder came without task_definition, so it did no work.',
        nextStep: 'Compose the packet again with every required section, then start the attempt again.',
        data: { role_id: 'coder', sections: ['task_definition'] },
      }) as Error,
    );
    expect(() => demandSections('critic', '')).toThrow('The context for the role critic came without task_definition and current_phase, so it did no work.');
  });
});
