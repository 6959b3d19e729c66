import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ENDED, PLAN, REPORT, RUN, TASK_SPEC } from '../../../test/support/run-samples.ts';
import { TerminationReason, type RunReport } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { costText, dollars, seconds, shortId, wholeNumber } from './run-figures.ts';
import { planLines, understoodLines } from './run-plan-text.ts';
import { endLines, oneLine } from './run-report-text.ts';
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
