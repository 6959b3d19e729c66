import type { AnswerBasis } from '../../../contracts/index.ts';
import type { Look } from '../check-ports.ts';
import type { AnswerLook } from './answer-look.ts';
import { movedFiles, sameContent, writtenFiles } from './files.ts';
import { groupTotals } from './group-totals.ts';
import { quotedCells, quotedLines, quotedSentences } from './quoted.ts';
import { secondCount } from './second-count.ts';
import { namedFailures, testCounts } from './test-run.ts';
import { askedAgain, toolWords } from './told.ts';

const LOOKS: Readonly<Record<AnswerBasis, AnswerLook>> = {
  second_count: secondCount,
  quoted_lines: quotedLines,
  quoted_sentences: quotedSentences,
  quoted_cells: quotedCells,
  group_totals: groupTotals,
  same_content: sameContent,
  moved_files: movedFiles,
  written_files: writtenFiles,
  named_failures: namedFailures,
  test_counts: testCounts,
  asked_again: askedAgain,
  tool_words: toolWords,
};

/** An answer that no model gave is held against a second way to the same facts, so that a tool that errs is noticed. */
export const answerAgrees: Look<'answer_agrees'> = (check, work, ports) => LOOKS[check.with](work, ports);
