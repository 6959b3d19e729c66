import type { RoleAci, Subtask } from '../../contracts/index.ts';
import type { Dispatched } from './dispatch-subtask.ts';
import type { Round } from './execute-phase.ts';
import type { TaskWork } from './task-ports.ts';

export interface PacketWanted {
  readonly key: string;
  readonly round: Round;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  /** What earlier groups of this round came to. */
  readonly before: readonly Dispatched[];
  readonly nth: number;
}

export interface ComposedPacket {
  readonly text: string;
  readonly receiptId: string | null;
}

/** What a role is told before it begins. */
export async function composePacket(_work: TaskWork, { round, subtask, role, before, nth }: PacketWanted, _signal: AbortSignal): Promise<ComposedPacket> {
  const earlier = before.filter(({ outcome }) => outcome.status === 'matched').map(({ subtask: { intent }, outcome: { output } }) => `- ${intent}\n${typeof output === 'string' ? output : JSON.stringify(output)}`);
  const sections = [
    `## task_definition\n${round.task.intent}\n\nIn the person's own words:\n${round.task.raw_input}`,
    `## current_phase\nexecute, round ${round.round}, subtask ${nth} of ${round.plan.subtasks.length} (${subtask.intent}), as ${role.role_name}`,
    ...(earlier.length === 0 ? [] : [`## previous_artifacts\n${earlier.join('\n')}`]),
  ];
  return { text: sections.join('\n\n'), receiptId: null };
}
