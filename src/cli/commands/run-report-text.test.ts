import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ENDED, PLAN, REPORT, RUN, TASK_SPEC } from '../../../test/support/run-samples.ts';
import { TerminationReason, type RunReport } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { costText, dollars, seconds, shortId, wholeNumber } from './run-figures.ts';
import { planLines, understoodLines } from './run-plan-text.ts';
import { oneLine } from './printable.ts';
import { endLines, quietEnd } from './run-report-text.ts';
import { reportLines } from './show.ts';
import { howChecked, nextStepOf, REASON_WORDS } from './run-words.ts';

const PLAIN = style(false);
const WIDE = { width: 100, paint: PLAIN };
const changed = (path: string, outcome: 'restored' | 'already_so' = 'restored') => ({ path, outcome, detail: '' });
const abandoned: RunReport = {
  ...REPORT,
  engine: 'offline',
  rounds: 3,
  result: { task_id: TASK_SPEC.task_id, loss: { D: 0.5, P: 0.5, Omega: 0.9, L: 0.5 }, grad_l: 0.2, grad_q: 0.2, prev_directive: 'refine', summary: 'No.', output: '', replans: 3, unmet_criteria: [], directive: 'abandon', next_moves: ['Say which parser is meant.'] },
};

describe('the end of a run', () => {
  it('shows each criterion with its evidence, why it stopped, what it cost, what it changed and kept', verifies('KEL-RUNUI-01'), () => {
    expect(endLines(REPORT, ENDED, { changes: [changed('src/parser/parse.ts'), changed('same.ts', 'already_so')], is_incomplete: false }, WIDE).join('\n')).toMatchSnapshot();
  });

  it('names what was not met, what could be tried and what to do next', verifies('KEL-RUNUI-01'), () => {
    const unmet = [...PLAN.task_criteria, { criterion: 'It is fast.', mode: 'plausible' as const, required: false }];
    expect(endLines(abandoned, { ...ENDED, reason: 'retries_exhausted', suggested_action: 'escalate_model', details: 'Three plans failed.', unmet_criteria: unmet }, undefined, WIDE).join('\n')).toMatchSnapshot();
  });

  it('says of a fork whose work is in its figures', verifies('KEL-FORK-10'), () => {
    const lines = endLines({ ...REPORT, forked_from: { run_id: RUN, event_seq: 13 } }, ENDED, undefined, WIDE);
    expect(lines.filter((line) => !endLines(REPORT, ENDED, undefined, WIDE).includes(line))).toEqual([`Forked from ${shortId(RUN)} at event 13; what that run had done and used by then is in these figures.`]);
  });

  it('fits a narrow terminal', verifies('KEL-RUNUI-02'), () => {
    const lines = [...understoodLines(TASK_SPEC, 32, PLAIN), ...planLines(PLAN, 1, 32, PLAIN), ...endLines(REPORT, ENDED, undefined, { width: 32, paint: PLAIN })];
    // A run's own id is one word and longer than some terminals are wide.
    expect(lines.filter((line) => line.length > 32 && !line.startsWith(RUN))).toEqual([]);
  });

  it('says in colour what it says without', verifies('KEL-RUNUI-02'), () => {
    const coloured = endLines(REPORT, ENDED, undefined, { width: 100, paint: style(true) }).join('\n');
    expect(coloured).not.toBe(endLines(REPORT, ENDED, undefined, WIDE).join('\n'));
    expect(stripVTControlCharacters(coloured)).toBe(endLines(REPORT, ENDED, undefined, WIDE).join('\n'));
  });

  it('shows nothing that could act on the terminal', verifies('KEL-RUNUI-02'), () => {
    const spoilt: RunReport = { ...REPORT, criteria: REPORT.criteria.map((one) => ({ ...one, verdict: { ...one.verdict, criterion: 'a\u001b[2J', evidence: 'b\u202e' } })) };
    expect(endLines(spoilt, { ...ENDED, details: 'c\u0007' }, undefined, WIDE).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('has words for every reason, and a next step for every one but success', verifies('KEL-RUNUI-01'), () => {
    expect(Object.keys(REASON_WORDS)).toEqual(TerminationReason.options);
    expect(TerminationReason.options.map((reason) => nextStepOf(reason, 'retry')).every((step) => step !== null && step.length > 20)).toBe(true);
    expect(nextStepOf('success', null)).toBeNull();
  });
});

describe('the end of a run, said once and truly', () => {
  const taken = { at: '2026-11-16T04:20:59.000Z', by: 'owner', changes: [{ path: 'a.md', outcome: 'removed' as const, detail: '' }, { path: 'b.ts', outcome: 'restored' as const, detail: '' }, { path: 'c.ts', outcome: 'changed_since' as const, detail: '' }, { path: 'd.ts', outcome: 'failed' as const, detail: 'No.' }, { path: 'e.ts', outcome: 'restored' as const, detail: '' }] };
  const cancelled = { ...ENDED, reason: 'user_cancelled' as const, suggested_action: 'abandon' as const, details: 'A person cancelled the run.' };
  const said = (report: RunReport, termination = ENDED, undoable: Parameters<typeof endLines>[2] = undefined): string => endLines(report, termination, undoable, WIDE).join('\n');

  it('says that what it changed was taken back, with what is there now, before anything that was found then', verifies('KEL-SURF-04'), () => {
    const undoable = { changes: [changed('a.md', 'already_so'), changed('b.ts', 'already_so'), { path: 'c.ts', outcome: 'changed_since' as const, detail: '' }, changed('d.ts'), changed('e.ts')], is_incomplete: false };
    const heading = 'Undone by owner on 2026-11-16 04:20 UTC. What is there now:';
    expect(said({ ...REPORT, taken_back: taken }, ENDED, undoable).split('\n').slice(0, 7)).toEqual([heading, '  a.md: not there, as before the run', '  b.ts: as it was before the run', '  c.ts: something else than the run left, and was left alone', '  d.ts: as the run left it; it could not be put back', '  e.ts: as the run left it', 'Criteria, as they were found before that']);
    expect(reportLines({ ...REPORT, taken_back: taken }, undoable, WIDE)).toContain('Result, before what it changed was taken back');
    expect(said({ ...REPORT, taken_back: taken }).split('\n').slice(1, 6)).toEqual(['  a.md: not there, as before the run', '  b.ts: as it was before the run', '  c.ts: something else than the run left, and was left alone', '  d.ts: as the run left it; it could not be put back', '  e.ts: as it was before the run']);
  });

  it('names what was not met once', verifies('KEL-SURF-05'), () => {
    const failed = REPORT.criteria.filter(({ verdict }) => verdict.verdict !== 'pass').map(({ verdict: { criterion, mode, required } }) => ({ criterion, mode, required }));
    const slow = { criterion: 'It is fast.', mode: 'plausible' as const, required: true };
    const text = said(REPORT, { ...cancelled, unmet_criteria: [...failed, slow, slow] });
    expect([...failed, slow].map(({ criterion }) => text.split(criterion).length - 1)).toEqual([1, 1, 1]);
    expect(said(REPORT, { ...cancelled, unmet_criteria: failed })).not.toContain('Not met:');
    expect(said(REPORT, { ...cancelled, details: 'Not reached: “It is fast.”', unmet_criteria: [slow] }).split('It is fast.')).toHaveLength(2);
  });

  it('gives one piece of advice after a cancellation, and heads no result where there is none', verifies('KEL-SURF-05'), () => {
    expect([cancelled, { ...cancelled, reason: 'approval_denied' as const }, { ...cancelled, reason: 'retries_exhausted' as const }].map((ending) => said(abandoned, ending).includes('What you could try:'))).toEqual([false, false, true]);
    expect(said(abandoned, cancelled).match(/Next: .*/g)).toEqual(['Next: Nothing, unless you want it done after all: then run it again.']);
    expect(reportLines({ ...abandoned, termination: cancelled }, undefined, WIDE)).not.toContain('Result');
    expect(reportLines(REPORT, undefined, WIDE)).toContain('Result');
  });

  it('shows the last word of the critic', verifies('KEL-SURF-06'), () => {
    const review = { artifact_id: REPORT.artifacts[0]?.artifact_id ?? ('' as never), verdict: 'fail' as const, reasons: ['A test is missing.', 'So is a comment.'], required_fixes: ['Add the test.'] };
    expect(said({ ...REPORT, reviews: [review] })).toContain('\nReview\n  ✗ The critic objects: A test is missing. So is a comment.\n    - Add the test.\n');
    expect(said({ ...REPORT, reviews: [review, { ...review, verdict: 'pass', reasons: ['It does what was asked.'], required_fixes: [] }] })).toContain('\nReview\n  ✓ The critic agrees: It does what was asked.\nsuccess: ');
    expect(said(REPORT)).not.toContain('Review');
  });

  it('counts a file with another name once', verifies('KEL-SURF-09'), () => {
    const renames = [{ from: 'old-1.txt', to: 'old-1.md' }, { from: 'gone.txt', to: 'there.txt' }];
    const changes = ['old-1.txt', 'old-1.md', 'there.txt', 'x.ts'].map((path) => changed(path));
    expect(said(REPORT, ENDED, { changes, renames, is_incomplete: false })).toContain(`Changed 3 files: old-1.txt → old-1.md, there.txt, x.ts · keelson undo ${shortId(RUN)} takes it back`);
  });

  it('says where the time went, and how to open what was kept', verifies('KEL-SURF-06', 'KEL-SURF-08'), () => {
    const times = { first_model_request_ms: 400, models_ms: 3_100, tools_ms: 600, waiting_ms: 0, harness_ms: 500 };
    expect(said({ ...REPORT, times })).toContain('\n0.4 s until the first model request · 3.1 s in models · 0.6 s in tools · 0.5 s in Keelson\n');
    expect(said({ ...REPORT, times: { ...times, first_model_request_ms: null, waiting_ms: 12_000 } })).toContain('\n0.6 s in tools · 0.5 s in Keelson · 12 s waiting\n');
    const id = shortId(REPORT.artifacts[0]?.artifact_id ?? '');
    expect(said(REPORT)).toContain(`\nKept: CodePatch ${id}\n  keelson artifact ${id} opens one\n`);
  });

  it('is one line with reason and next step for whoever wants the result alone', verifies('KEL-SURF-05'), () => {
    expect(quietEnd({ ...ENDED, reason: 'blocked', suggested_action: 'user_input', details: 'No model\nanswers.' })).toBe(`keelson: blocked: it could not go on. No model · answers. Next: See to what it says, then run it again. · keelson show ${shortId(RUN)} tells more`);
    expect(quietEnd({ ...ENDED, details: 'Done.' })).toBe(`keelson: success: done. Done. · keelson show ${shortId(RUN)} tells more`);
  });
});

describe('one run shown', () => {
  it('is told from the words that were asked to what it cost', verifies('KEL-RUNUI-01'), () => {
    expect(reportLines(REPORT, undefined, WIDE).join('\n')).toMatchSnapshot();
  });

  it.each(['running', 'waiting', 'interrupted'] as const)('says what can be done while it is %s', verifies('KEL-RUNUI-01'), (standing) => {
    const open: RunReport = { ...REPORT, standing, phase: 'execute', termination: null, result: null, criteria: [], suspension: standing === 'waiting' ? { waiting_for: 'input', since: ENDED.timestamp, questions: ['Which parser?'] } : null };
    expect(reportLines(open, undefined, WIDE).slice(-5).join('\n')).toMatchSnapshot();
  });
});

describe('a criterion', () => {
  it('says how it will be looked at', verifies('KEL-RUNUI-01'), () => {
    const on = { of: 'file', path: 'a.json' } as const;
    const output = { of: 'output' } as const;
    const checks = [
      { kind: 'file_removed', path: 'a.txt' },
      { kind: 'text_contains', subject: on, text: 'x' },
      { kind: 'text_lacks', subject: output, text: 'x' },
      { kind: 'json_valid', subject: on, schema: {} },
      { kind: 'json_valid', subject: on, schema: null },
      { kind: 'tests_pass', command: null },
      { kind: 'exit_code', command: 'make', code: 2 },
      { kind: 'number_in_range', subject: output, pointer: null, min: 1, max: 2 },
      { kind: 'number_in_range', subject: output, pointer: null, min: 2, max: 2 },
      { kind: 'number_in_range', subject: output, pointer: null, min: 1, max: null },
      { kind: 'number_in_range', subject: output, pointer: null, min: null, max: 2 },
      { kind: 'tool_completed', tool_id: 'git_log' },
      { kind: 'citations_resolve', min: 2 },
    ] as const;
    const modes = (['verifiable', 'plausible'] as const).map((mode) => howChecked({ criterion: 'x', mode, required: true }));
    expect([...modes, ...checks.map((check) => howChecked({ criterion: 'x', mode: 'verifiable', required: true, check }))]).toMatchSnapshot();
  });
});

describe('figures', () => {
  it('read the same on every machine', verifies('KEL-RUNUI-02'), () => {
    expect([0, 999, 1_000, 1_234_567].map(wholeNumber)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([0, 0.0004, 0.01, 5, 12.345].map(dollars)).toEqual(['$0.00', '$0.0004', '$0.01', '$5.00', '$12.35']);
    expect([0.25, 59.6, 72, 3_720].map(seconds)).toEqual(['0.3 s', '1 min 0 s', '1 min 12 s', '1 h 2 min']);
    expect(shortId('run_01JFGWZ0000000000000004F2K')).toBe('004F2K');
    expect(oneLine('a\n\n  b ', 10)).toBe('a · b');
    expect(oneLine('abcdefghijk', 5)).toBe('abcd…');
  });

  it('show the calls to models and those that waited for one another', verifies('KEL-RUNUI-01', 'ART-P-14'), () => {
    expect(costText(REPORT)).toBe('9 model calls, 7 in sequence · 45,210 of 500,000 tokens · $0.31 of $5.00 · 1 min 12 s · 9 tool calls · 1 correction · you were asked once');
    expect(costText({ ...REPORT, model_calls: 0, sequential_model_calls: 0, corrections: 0, rounds: 2, prompts: 2, consumed: { ...REPORT.consumed, total_tokens: 0 } })).toBe('no model call · 1 min 12 s · 9 tool calls · 2 rounds · you were asked 2 times');
  });
});
