import type { Slot } from '../grammar/part.ts';
import { expressionSlot } from './expression.ts';
import { textSlots } from './free-text.ts';
import { globSlots } from './glob.ts';
import { languageSlot } from './language.ts';
import { numberSlots } from './numbers.ts';
import { pathSlots } from './paths.ts';
import { sqlSlots } from './sql.ts';
import { runnerNameSlot, testCommandSlot } from './test-command.ts';
import { urlSlot } from './url.ts';

/** What a phrase can read, by the name that its template uses. */
export const slots: Readonly<Record<string, Slot>> = {
  ...pathSlots,
  ...numberSlots,
  ...textSlots,
  ...globSlots,
  ...sqlSlots,
  url: urlSlot,
  language: languageSlot,
  test_command: testCommandSlot,
  runner_name: runnerNameSlot,
  expression: expressionSlot,
};
