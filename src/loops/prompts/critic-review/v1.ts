import type { CodePatch, TestResults } from '../../../contracts/index.ts';
import type { At, ToReviewCode } from '../../engine.ts';
import { ABOUT_MATERIAL, material } from '../material.ts';
import { bullets, numbered, paragraphs, section, type RolePrompt } from '../role-prompt.ts';
import { criterionLines, taskText } from '../told.ts';

/** More of a diff than this is not shown; the critic is told how much it does not see, and the files stay named. */
export const DIFF_CHARS_MAX = 60_000;

export const CRITIC_REVIEW_PROMPT: RolePrompt = {
  name: 'critic_review',
  version: '1.0.0',
  head: paragraphs(
    'You are the critic of Keelson, an agent harness. Others changed code for a task. You say whether the change may be handed over as it is. You change nothing and run nothing.',
    ABOUT_MATERIAL,
    `# What you look at, in this order\n${bullets([
      'Does the diff do what the task and its criteria ask, and nothing beside it?',
      'What breaks: wrong results, lost data, unhandled input, secrets or text from outside that is run, queried or shown.',
      'Do the tests that ran cover the change? Tests that were weakened, skipped or removed show nothing. Tests that failed before the change for another reason are no fault of it.',
      'Findings of an earlier review stand: they are not yours to take back.',
    ])}`,
    `# How you object\n${bullets([
      'Only to what you can show. Quote the line of the diff, word for word and in backquotes, in the reason.',
      'Taste, style and what could also have been done are no objections.',
      'Every objection has the smallest fix that removes it, and a test by which anybody sees that it was made.',
      'What you were not shown you can neither praise nor blame; say so in the reasons and lower your confidence.',
    ])}`,
    '`verdict`: `pass` when nothing must change, with empty `required_fixes`; `fail` with at least one fix otherwise. `reasons`: one sentence each. `risk`: what happens if it is used as it is. `confidence`: how sure you are, 0 to 1, and why.',
  ),
};

export function renderCodeReview({ task, criteria, patches, tests, findings }: Omit<ToReviewCode, keyof At>): string {
  return paragraphs(
    section('Task', material('task', taskText(task))),
    section('Criteria', material('criteria', criterionLines(criteria))),
    ...patches.map((patch, at) => section(`Change ${at + 1}`, material('patch', patchText(patch)))),
    section('Tests', material('test_results', tests.length === 0 ? 'No tests were run.' : tests.map(testText).join('\n\n'))),
    findings.length === 0 ? '' : section('Found already', material('reason', numbered(findings))),
  );
}

function patchText({ diff, files }: CodePatch): string {
  const listed = files.map(({ path, change }) => `${change}: ${path}`).join('\n');
  const left = diff.length - DIFF_CHARS_MAX;
  return `${listed}\n\n${left > 0 ? `${diff.slice(0, DIFF_CHARS_MAX).toWellFormed()}\n[${left} characters of the diff are not shown]` : diff || 'No text changed.'}`;
}

function testText({ command, exit_code: code, counts, output_excerpt: output }: TestResults): string {
  const tally = counts === null ? 'not counted' : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  return `${command}\nExit code: ${code ?? 'none, it was ended from outside'}; ${tally}\n${output}`;
}
