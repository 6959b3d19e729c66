import type { Criterion, Plan, TaskSpec } from '../../contracts/index.ts';
import { wrapText, type Style } from '../style.ts';
import { printable } from './printable.ts';
import { howChecked } from './run-words.ts';

/** How the task was understood, in the words of whoever will plan it. */
export function understoodLines({ intent, constraints: { scope, deadline } }: TaskSpec, width: number, paint: Style): string[] {
  return [
    ...wrapText(`Understood: ${printable(intent)}`, width, '').split('\n'),
    ...(scope === null ? [] : wrapText(`Only: ${printable(scope)}`, width, '  ').split('\n')),
    ...(deadline === null ? [] : [`  Until: ${deadline}`]),
  ].map((line, at) => (at === 0 ? line.replace('Understood:', paint.bold('Understood:')) : line));
}

/** The subtasks in the order in which they come; what begins together stands together. */
export function planLines(plan: Plan, round: number, width: number, paint: Style): string[] {
  const sequences = [...new Set(plan.subtasks.map(({ sequence }) => sequence))].toSorted((one, other) => one - other);
  const lines = sequences.flatMap((sequence, at) => {
    const members = plan.subtasks.filter((subtask) => subtask.sequence === sequence);
    const heading = sequences.length === 1 && members.length === 1 ? [] : [paint.dim(`  ${at === 0 ? 'First' : 'Then'}${members.length > 1 ? `, ${members.length} side by side` : ''}`)];
    return [...heading, ...members.flatMap((subtask) => [...hanging(`${numberOf(plan, subtask.subtask_id)}. ${subtask.role_id}: ${printable(subtask.intent)}`, width, '  '), ...subtask.success_criteria.flatMap((criterion) => criterionLines(criterion, width, '     ', paint))])];
  });
  return [paint.bold(round === 1 ? 'Plan' : `Plan, round ${round}`), ...lines, paint.dim('  The whole'), ...plan.task_criteria.flatMap((criterion) => criterionLines(criterion, width, '     ', paint))];
}

/** Subtasks are spoken of by their place in the plan. */
export function numberOf(plan: Plan | null, subtaskId: string): number {
  return (plan?.subtasks.findIndex(({ subtask_id }) => subtask_id === subtaskId) ?? -1) + 1;
}

function criterionLines(criterion: Criterion, width: number, indent: string, paint: Style): string[] {
  const [first = '', ...rest] = hanging(`- ${printable(criterion.criterion)}${criterion.required ? '' : ' (not required)'}`, width, indent);
  return [first, ...rest, ...hanging(`${howChecked(criterion)}`, width, `${indent}  `).map(paint.dim)];
}

/** Lines after the first stand under its words and not under its mark. */
export function hanging(text: string, width: number, indent: string): string[] {
  const mark = text.indexOf(' ') + 1;
  const [first = '', ...rest] = wrapText(text, width, indent).split('\n');
  return mark > 3 || rest.length === 0 ? [first, ...rest] : [first, ...wrapText(rest.map((line) => line.slice(indent.length)).join(' '), width, `${indent}${' '.repeat(mark)}`).split('\n')];
}
