import type { CriterionVerdict, JudgedCriterion, RunReport, RunReview, RunUndoPreview, TerminationRecord, UndoneChange } from '../../contracts/index.ts';
import { wrapText, type Style } from '../style.ts';
import { oneLine, printable } from './printable.ts';
import { costText, counted, shortId, timesText } from './run-figures.ts';
import { hanging, numberOf } from './run-plan-text.ts';
import { ENGINE_WORDS, nextStepOf, REASON_WORDS } from './run-words.ts';

/** Where and how the words are set. */
export interface Sheet {
  readonly width: number;
  readonly paint: Style;
}

/** The files that are not as they were before the run, and the command that puts them back. */
export type Undoable = Pick<RunUndoPreview, 'changes' | 'is_incomplete' | 'renames'> | undefined;

/** All that is said after the result: what was found of each criterion, why it stopped, what it cost, what to do next. */
export function endLines(report: RunReport, termination: TerminationRecord, undoable: Undoable, sheet: Sheet): string[] {
  const { paint } = sheet;
  return [
    ...takenBackLines(report, undoable, sheet),
    ...criteriaLines(report, sheet),
    ...reviewLines(report.reviews ?? [], sheet),
    ...reasonLines(withoutShown(termination, report.criteria), sheet),
    ...(report.result?.directive === 'abandon' && !HAS_ONE_NEXT_STEP.has(termination.reason) ? ['What you could try:', ...report.result.next_moves.flatMap((move) => hanging(`- ${printable(move)}`, sheet.width, '  '))] : []),
    ...[costText(report), ...(report.times === undefined ? [] : [timesText(report.times)])].flatMap((figures) => wrapText(figures, sheet.width, '').split('\n').map(paint.dim)),
    ...forkedLines(report, sheet),
    ...familyLines(report, sheet),
    ...changedLines(undoable, report.run_id, sheet),
    ...(report.artifacts.length === 0 ? [] : [...wrapText(`Kept: ${report.artifacts.map(({ type, artifact_id: id }) => `${type} ${shortId(id)}`).join(', ')}`, sheet.width, '').split('\n'), ...wrapText(`keelson artifact ${shortId(report.artifacts[0]?.artifact_id ?? '')} opens one`, sheet.width, '  ').split('\n').map(paint.dim)]),
    paint.dim([report.run_id, ...(report.engine === null ? [] : [ENGINE_WORDS[report.engine]])].join(' · ')),
  ];
}

/** Of a fork, whose work is in the figures too. */
function forkedLines({ forked_from: from }: Pick<RunReport, 'forked_from'>, { width, paint }: Sheet): string[] {
  return from === undefined ? [] : wrapText(`Forked from ${shortId(from.run_id)} at event ${from.event_seq}; what that run had done and used by then is in these figures.`, width, '').split('\n').map(paint.dim);
}

/** Who started it, and whom it handed work to. */
export function familyLines({ child_of: parent, children = [] }: Pick<RunReport, 'child_of' | 'children'>, { width, paint }: Sheet): string[] {
  return [
    ...(parent === undefined ? [] : wrapText(`Handed over by ${shortId(parent.run_id)}, to be done by ${minutes(parent.deadline_at)}.`, width, '').split('\n').map(paint.dim)),
    ...(children.length === 0 ? [] : [paint.bold('Handed over')]),
    ...children.flatMap(({ run_id: id, task, reason, details, deadline_at: deadlineAt }) => hanging(`- ${shortId(id)} ${oneLine(task, EVIDENCE_CHARS_MAX)}: ${reason === null ? `not done yet, by ${minutes(deadlineAt)}` : reason === 'success' ? 'success' : `${reason}. ${oneLine(details ?? '', EVIDENCE_CHARS_MAX)}`}`, width, '  ')),
  ];
}

/** What stood in the way was the person's own word: other advice would speak past it. */
const HAS_ONE_NEXT_STEP: ReadonlySet<TerminationRecord['reason']> = new Set<TerminationRecord['reason']>(['user_cancelled', 'approval_denied']);

const MARKS: Readonly<Record<CriterionVerdict['verdict'], string>> = { pass: '✓', fail: '✗', unresolved: '?' };

/** Each criterion with what was found, those of the whole task first. */
export function criteriaLines({ criteria, plan, taken_back: takenBack }: Pick<RunReport, 'criteria' | 'plan' | 'taken_back'>, sheet: Sheet): string[] {
  if (criteria.length === 0) return [];
  const ofTask = new Set(criteria.flatMap(({ subtask_id: id, verdict }) => (id === null ? [said(verdict)] : [])));
  // What a subtask was asked and the whole as well needs to be read once.
  const shown = criteria.filter(({ subtask_id: id, verdict }) => id === null || !ofTask.has(said(verdict)));
  return [sheet.paint.bold(takenBack === undefined ? 'Criteria' : 'Criteria, as they were found before that'), ...shown.flatMap((one) => verdictLines(one, one.subtask_id === null ? 0 : numberOf(plan, one.subtask_id), sheet))];
}

/** What was said of the criteria was said of files that are not there any more: that comes first. */
function takenBackLines({ taken_back: takenBack }: Pick<RunReport, 'taken_back'>, undoable: Undoable, { width, paint }: Sheet): string[] {
  if (takenBack === undefined) return [];
  const now = new Map(undoable?.changes.map(({ path, outcome }) => [path, outcome]));
  const lines = takenBack.changes.flatMap(({ path, outcome }) => wrapText(`${printable(path)}: ${nowText(outcome, now.get(path))}`, width, '  ').split('\n'));
  return [paint.yellow(`Undone by ${printable(takenBack.by)} on ${minutes(takenBack.at)}. What is there now:`), ...lines];
}

/** How a file stands, by what was done to it and what taking back once more would come to. */
function nowText(done: UndoneChange['outcome'], again: UndoneChange['outcome'] | undefined): string {
  if (again === 'already_so' || (again === undefined && done !== 'failed' && done !== 'changed_since')) return done === 'removed' ? 'not there, as before the run' : 'as it was before the run';
  if (again === 'changed_since' || (again === undefined && done === 'changed_since')) return 'something else than the run left, and was left alone';
  return done === 'failed' ? 'as the run left it; it could not be put back' : 'as the run left it';
}

const MINUTES_END = 'YYYY-MM-DDThh:mm'.length;

/** A moment as a person says it. */
export function minutes(at: string): string {
  return `${at.slice(0, MINUTES_END).replace('T', ' ')} UTC`;
}

const VERDICT_WORDS: Readonly<Record<RunReview['verdict'], string>> = { pass: 'The critic agrees', fail: 'The critic objects' };

/** The last word of the critic; what it asked for before was done or settled since. */
function reviewLines(reviews: readonly RunReview[], { width, paint }: Sheet): string[] {
  const last = reviews.at(-1);
  if (last === undefined) return [];
  const mark = last.verdict === 'pass' ? paint.green(MARKS.pass) : paint.red(MARKS.fail);
  const [first = '', ...rest] = hanging(`${MARKS[last.verdict]} ${VERDICT_WORDS[last.verdict]}: ${oneLine(last.reasons.join(' '), EVIDENCE_CHARS_MAX)}`, width, '  ');
  return [paint.bold('Review'), first.replace(MARKS[last.verdict], mark), ...rest, ...last.required_fixes.flatMap((fix) => hanging(`- ${printable(fix)}`, width, '    '))];
}

/** What stands among the criteria as not met, or in the words about the end, or twice, is not named once more. */
function withoutShown(termination: TerminationRecord, criteria: RunReport['criteria']): TerminationRecord {
  const shown = new Set(criteria.filter(({ verdict }) => verdict.verdict !== 'pass').map(({ verdict }) => verdict.criterion));
  const unmet = new Map(termination.unmet_criteria.map((one) => [one.criterion, one]));
  return { ...termination, unmet_criteria: [...unmet.values()].filter(({ criterion }) => !shown.has(criterion) && !termination.details.includes(`“${criterion}”`)) };
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

/** Whoever wants the result alone is still told, in one line, that there is none and what to do about it. */
export function quietEnd({ run_id: runId, reason, details, suggested_action: suggested }: TerminationRecord): string {
  const next = nextStepOf(reason, suggested);
  return `keelson: ${reason}: ${REASON_WORDS[reason]}. ${oneLine(details, EVIDENCE_CHARS_MAX)}${next === null ? '' : ` Next: ${next}`} · keelson show ${shortId(runId)} tells more`;
}

/** More would push away what matters; `keelson undo` lists them all. */
const PATHS_SHOWN_MAX = 8;

function changedLines(undoable: Undoable, runId: string, { width }: Sheet): string[] {
  const left = (undoable?.changes ?? []).filter(({ outcome }) => outcome !== 'already_so');
  if (undoable === undefined || (left.length === 0 && !undoable.is_incomplete)) return [];
  const files = changedFiles(left, undoable.renames ?? []);
  const shown = files.slice(0, PATHS_SHOWN_MAX).map(printable);
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  const named = files.length === 0 ? 'Not everything that it did was kept' : `Changed ${counted(files.length, 'file')}: ${shown.join(', ')}${more}`;
  return wrapText(`${named} · keelson undo ${shortId(runId)} takes it back`, width, '').split('\n');
}

/** A file with another name is one file, though two places changed. */
function changedFiles(left: readonly UndoneChange[], renames: NonNullable<RunUndoPreview['renames']>): string[] {
  const paths = new Set(left.map(({ path }) => path));
  const whole = renames.filter(({ from, to }) => paths.has(from) && paths.has(to));
  const renamed = new Set(whole.flatMap(({ from, to }) => [from, to]));
  return [...whole.map(({ from, to }) => `${from} → ${to}`), ...[...paths].filter((path) => !renamed.has(path))];
}
