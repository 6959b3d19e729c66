import type { Criterion, Phase, RoleAci, Subtask, TaskSpec } from '../../contracts/index.ts';
import type { ContextItem } from '../item.ts';

/** The task as it was understood, and in the person's own words, with what they said since. */
export function taskDefinition({ task_id, intent, constraints: { scope, deadline }, raw_input }: TaskSpec, said: readonly string[]): ContextItem[] {
  const item = (label: string, part: string, text: string): ContextItem => ({ section: 'task_definition', ref: { kind: 'event', key: `${task_id}/${part}` }, label, text, taintClass: 'owner_typed', by: 'others' });
  const bounds = [...(scope === null ? [] : [`Scope: ${scope}`]), ...(deadline === null ? [] : [`Deadline: ${deadline}`])];
  return [
    item('The task as it was understood', 'intent', [intent, ...bounds].join('\n')),
    item("The person's own words", 'request', raw_input),
    ...(said.length === 0 ? [] : [item('What the person said since', 'said', said.map((one) => `- ${one}`).join('\n'))]),
  ];
}

export interface PhaseNow {
  readonly phase: Phase;
  readonly round: number;
  readonly role: Pick<RoleAci, 'role_name'>;
  readonly subtask: Pick<Subtask, 'subtask_id' | 'intent'> & { readonly success_criteria: readonly Pick<Criterion, 'criterion'>[] };
  readonly nth: number;
  readonly of: number;
}

/** Where the run stands and when this part of it is done. */
export function currentPhase({ phase, round, role, subtask, nth, of }: PhaseNow): ContextItem[] {
  const place: Pick<ContextItem, 'section' | 'taintClass'> = { section: 'current_phase', taintClass: 'owner_typed' };
  return [
    { ...place, ref: { kind: 'event', key: `${subtask.subtask_id}/${phase}/${round}` }, label: 'Where the run stands', text: `Phase ${phase}, round ${round}, subtask ${nth} of ${of}, as ${role.role_name}. The phase is left when every subtask has its verdict.`, by: 'keelson' },
    { ...place, ref: { kind: 'event', key: `${subtask.subtask_id}/criteria` }, label: 'This subtask, and when it is done', text: [subtask.intent, ...subtask.success_criteria.map(({ criterion }) => `- ${criterion}`)].join('\n'), by: 'others' },
  ];
}
