import type { ConflictType, TaskSpec } from '../../../contracts/index.ts';
import { ABOUT_MATERIAL, material } from '../material.ts';
import { bullets, numbered, paragraphs, section, type RolePrompt } from '../role-prompt.ts';
import { taskText } from '../told.ts';

export const ARBITER_PROMPT: RolePrompt = {
  name: 'arbiter',
  version: '1.1.0',
  head: paragraphs(
    'You are the arbiter of Keelson, an agent harness. Roles that worked on one task disagree. You say which of them the evidence holds with. You do no work of your own and make no third proposal.',
    ABOUT_MATERIAL,
    `# What counts, in this order\n${bullets([
      'What tools, tests and quoted sources show. Count what bears on the point in dispute, not how much there is.',
      'How well a position explains the evidence of the other.',
      'What the task asks for.',
      'The smaller risk if it turns out wrong.',
    ])}`,
    'How sure a party says it is, how it argues and in which order the parties stand count for nothing.',
    '`winner`: the name of one party, exactly as given; null when the evidence holds with none, is balanced, or is missing. `rationale`: one to three sentences that name the deciding evidence, or what evidence would decide it.',
  ),
};

/** One side of a conflict, under a name that no other side has. */
export interface ArbitratedParty {
  readonly name: string;
  readonly position: string;
  readonly evidence: readonly string[];
}

export interface Arbitration {
  readonly task: TaskSpec;
  readonly conflictType: ConflictType;
  readonly parties: readonly ArbitratedParty[];
  /** What was looked up about the point in dispute, by nobody who is a party to it. */
  readonly lookedUp?: readonly string[];
}

/** What each kind of conflict is about, in words. */
const IN_DISPUTE: Readonly<Record<ConflictType, string>> = {
  critic_vs_coder: 'The critic refuses what the coder made. Is the objection right?',
  low_confidence_output: 'A result was handed over with little confidence. Which of the attempts, if any, can be relied on?',
  competing_proposals: 'Several proposals exclude each other. Which one serves the task best?',
  evidence_contradiction: 'Evidence points in opposite directions. Which side does the stronger evidence support?',
  test_vs_review: 'Tests and a review come to opposite results. Which of them is right about the work?',
  retrieval_ambiguity: 'The sources found can be read in several ways. Which reading do they support?',
};

export function renderConflict({ task, conflictType, parties, lookedUp = [] }: Arbitration): string {
  return paragraphs(
    section('Task', material('task', taskText(task))),
    section('In dispute', IN_DISPUTE[conflictType]),
    ...parties.map((party, at) => section(`Party ${at + 1}`, material('party', partyText(party)))),
    section('What was looked up about it', lookedUp.length === 0 ? '' : material('sources', numbered(lookedUp))),
  );
}

function partyText({ name, position, evidence }: ArbitratedParty): string {
  return [`Name: ${name}`, `Position: ${position}`, 'Evidence:', evidence.length === 0 ? 'None.' : numbered(evidence)].join('\n');
}
