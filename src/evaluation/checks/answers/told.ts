import { canonicalJson } from '../../../kernel/index.ts';
import { hasCompleted } from '../../evidence/call-end.ts';
import { refsOf } from '../../work.ts';
import { met, unmet } from '../finding.ts';
import type { AnswerLook } from './answer-look.ts';

/** The same question, asked twice, has one answer: nothing moved meanwhile, and nothing was left to chance. */
export const askedAgain: AnswerLook = async ({ calls }) => {
  const [last, before] = calls.filter(hasCompleted).toReversed();
  if (last === undefined || before === undefined || last.decision.tool_id !== before.decision.tool_id) return unmet('It was not asked twice.', 'logical');
  const refs = refsOf([before, last]);
  const isSame = canonicalJson([last.decision.arguments, last.outcome.output]) === canonicalJson([before.decision.arguments, before.outcome.output]);
  return isSame ? met(`${last.decision.tool_id}, asked a second time, said the same.`, refs) : unmet(`${last.decision.tool_id}, asked a second time, said something else.`, 'environmental', refs);
};

/** What is handed on is what the tool gave, word for word. */
export const toolWords: AnswerLook = async ({ calls, output }) => {
  const last = calls.findLast(hasCompleted);
  if (last === undefined) return unmet('No call completed.', 'logical');
  const text = typeof last.outcome.output?.['text'] === 'string' && last.decision.tool_id === 'ocr_extract' ? last.outcome.output['text'].trim() : last.outcome.shown.text;
  return output.includes(text) ? met(`The answer holds what ${last.decision.tool_id} gave, word for word (${text.length} characters).`, refsOf([last])) : unmet(`The answer does not hold what ${last.decision.tool_id} gave.`, 'logical', refsOf([last]));
};
