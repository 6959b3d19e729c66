import type { z } from 'zod';
import type { Scenario } from '../../src/contracts/index.ts';

/** A model that does what the tests of the Open Responses specification ask of one: it calls the tool it is offered, and otherwise talks. */
export const COMPLIANCE_SCENARIO: z.input<typeof Scenario> = {
  turns: [
    { when: { tool_offered: 'get_weather' }, answer: [{ type: 'tool_call', name: 'get_weather', arguments: { location: 'San Francisco, CA' } }] },
    { answer: [{ type: 'reasoning', text: 'They want a short answer.' }, { type: 'text', text: 'Here is a short answer.' }] },
  ],
};
