import type { CriterionVerdict, JudgedCriterion, RunReport, RunUndoPreview, TerminationRecord } from '../../contracts/index.ts';
import { wrapText, type Style } from '../style.ts';
import { printable } from './printable.ts';
import { costText, counted, shortId } from './run-figures.ts';
import { hanging, numberOf } from './run-plan-text.ts';
import { ENGINE_WORDS, nextStepOf, REASON_WORDS } from './run-words.ts';

/** Where and how the words are set. */
export interface Sheet {
  readonly width: number;
  readonly paint: Style;
}

/** The files that are not as they were before the run, and the command that puts them back. */
export type Undoable = Pick<RunUndoPreview, 'changes' | 'is_incomplete'> | undefined;

/** All that is said after the result: what was found of each criterion, why it stopped, what it cost, what to do next. */
export function endLines(report: RunReport, termination: TerminationRecord, undoable: Undoable, sheet: Sheet): string[] {
  const { paint } = sheet;
  return [
    ...criteriaLines(report, sheet),
    ...reasonLines(termination, sheet),
    ...(report.result?.directive === 'abandon' ? ['What you could try:', ...report.result.next_moves.flatMap((move) => hanging(`- ${printable(move)}`, sheet.width, '  '))] : []),
    ...wrapText(costText(report), sheet.width, '').split('\n').map(paint.dim),
    ...changedLines(undoable, report.run_id, sheet),
    ...(report.artifacts.length === 0 ? [] : wrapText(`Kept: ${report.artifacts.map(({ type, artifact_id: id }) => `${type} ${shortId(id)}`).join(', ')}`, sheet.width, '').split('\n')),
    paint.dim([report.run_id, ...(report.engine === null ? [] : [ENGINE_WORDS[report.engine]])].join(' · ')),
  ];
}

const MARKS: Readonly<Record<CriterionVerdict['verdict'], string>> = { pass: '✓', fail: '✗', unresolved: '?' };

/** Each criterion with what was found, those of the whole task first. */
export function criteriaLines({ criteria, plan }: Pick<RunReport, 'criteria' | 'plan'>, sheet: Sheet): string[] {
  if (criteria.length === 0) return [];
  const ofTask = new Set(criteria.flatMap(({ subtask_id: id, verdict }) => (id === null ? [said(verdict)] : [])));
  // What a subtask was asked and the whole as well needs to be read once.
  const shown = criteria.filter(({ subtask_id: id, verdict }) => id === null || !ofTask.has(said(verdict)));
  return [sheet.paint.bold('Criteria'), ...shown.flatMap((one) => verdictLines(one, one.subtask_id === null ? 0 : numberOf(plan, one.subtask_id), sheet))];
}

function said({ verdict, criterion }: CriterionVerdict): string {
  return `${verdict} ${criterion}`;
}

/** Enough to see what was looked at; the whole stands in the record. */
const EVIDENCE_CHARS_MAX = 160;

function verdictLines({ verdict }: JudgedCriterion, subtask: number, { width, paint }: Sheet): string[] {
  const colour = verdict.verdict === 'pass' ? paint.green : verdict.verdict === 'fail' ? paint.red : paint.yellow;
  const notes = [...(verdict.required ? [] : ['not required']), ...(subtask === 0 ? [] : [`subtask ${subtask}`])];
  const [first = '', ...rest] = hanging(`${MARKS[verdict.verdict]} ${printable(verdict.criterion)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`, width, '  ');
  const evidence = oneLine(verdict.evidence, EVIDENCE_CHARS_MAX);
  return [first.replace(MARKS[verdict.verdict], colour(MARKS[verdict.verdict])), ...rest, ...wrapText(evidence, width, '    ').split('\n').map(paint.dim)];
}

export function oneLine(text: string, charsMax: number): string {
  const line = printable(text.split('\n').map((part) => part.trim()).filter((part) => part !== '').join(' · '));
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1).toWellFormed()}…`;
}

/** Why it stopped; what was not met is named, also where it was not required. */
export function reasonLines(termination: TerminationRecord, { width, paint }: Sheet): string[] {
  const { reason, details, suggested_action: suggested, unmet_criteria: unmet } = termination;
  const colour = reason === 'success' ? paint.green : paint.yellow;
  const next = nextStepOf(reason, suggested);
  const [first = '', ...rest] = wrapText(`${reason}: ${reason === 'success' ? '' : `${REASON_WORDS[reason]}. `}${printable(details)}`, width, '').split('\n');
  return [
    first.replace(`${reason}:`, colour(`${reason}:`)),
    ...rest,
    ...(unmet.length === 0 ? [] : ['Not met:', ...unmet.flatMap(({ criterion, required }) => hanging(`- ${printable(criterion)}${required ? '' : ' (not required)'}`, width, '  '))]),
    ...(next === null ? [] : wrapText(`Next: ${next}`, width, '').split('\n')),
  ];
}

/** More would push away what matters; `keelson undo` lists them all. */
const PATHS_SHOWN_MAX = 8;

function changedLines(undoable: Undoable, runId: string, { width }: Sheet): string[] {
  const left = (undoable?.changes ?? []).filter(({ outcome }) => outcome !== 'already_so');
  if (undoable === undefined || (left.length === 0 && !undoable.is_incomplete)) return [];
  const shown = left.slice(0, PATHS_SHOWN_MAX).map(({ path }) => printable(path));
  const more = left.length > shown.length ? ` and ${left.length - shown.length} more` : '';
  const named = left.length === 0 ? 'Not everything that it did was kept' : `Changed ${counted(left.length, 'file')}: ${shown.join(', ')}${more}`;
  return wrapText(`${named} · keelson undo ${shortId(runId)} takes it back`, width, '').split('\n');
}
