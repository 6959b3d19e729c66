import { CONFLICT_RESOLUTION_TABLE, DEFAULT_ARBITRATION, type ArbiterAnswer, type ArbitrationPolicy, type ConflictResolution, type ConflictResolutionPolicy, type ConflictResolutionStrategy, type RoleId } from '../../contracts/index.ts';
import { levelOf, preferredSide } from './prefer.ts';
import type { ConflictSide, DetectedConflict } from './round-review.ts';

/** What a larger model made of the work that is in dispute, and whether it held when it was checked again. */
export interface Escalated {
  readonly side: ConflictSide;
  /** What is still wrong with it; undefined when nothing is. */
  readonly problem?: string;
  /** It met its criteria, so that it can be weighed against the first attempt. */
  readonly isUsable: boolean;
}

/** Whoever can help with a conflict. Each answer is recorded; undefined says that nobody could be asked. */
export interface ConflictPorts {
  arbiter(conflict: DetectedConflict, as: RoleId | null): Promise<ArbiterAnswer | { readonly unresolved: string } | undefined>;
  /** Looks once more at what a side handed in; what is wrong with it, if anything. */
  checkAgain(side: ConflictSide): Promise<string | undefined>;
  escalate(conflict: DetectedConflict): Promise<Escalated | undefined>;
  askPerson(question: string, options: readonly string[]): Promise<string | undefined>;
}

/** What one strategy came to. Without a decision the next one is tried. */
interface Try {
  readonly cameTo: string;
  readonly decision?: ConflictResolution['final_decision'];
  readonly winner?: ConflictSide;
  /** What a person said in words of their own. */
  readonly words?: string;
}

export interface Settlement {
  readonly decision: ConflictResolution['final_decision'];
  readonly strategy: ConflictResolutionStrategy;
  readonly rationale: string;
  readonly winner?: ConflictSide;
  readonly words?: string;
  /** Those of the conflict, and what was brought while it was settled. */
  readonly sides: readonly ConflictSide[];
  readonly tried: readonly { readonly strategy: ConflictResolutionStrategy; readonly came_to: string }[];
}

export const SEND_BACK = 'Send it back';
const POSITION_CHARS_MAX = 200;

/**
 * Tries the strategies of the type in the order of the table and stops at the first that decides. When all are used up the
 * conflict is blocked; so it is when the table says to stop.
 */
export async function resolveConflict(conflict: DetectedConflict, ports: ConflictPorts, policy: ArbitrationPolicy = DEFAULT_ARBITRATION, table: ConflictResolutionPolicy = CONFLICT_RESOLUTION_TABLE): Promise<Settlement> {
  const strategies = table[conflict.type];
  const tried: Settlement['tried'][number][] = [];
  let current = conflict;
  for (const strategy of strategies) {
    const { came, sides } = await attempt(strategy, current, ports, policy);
    current = { ...current, sides: [current.sides[0], ...current.sides.slice(1), ...sides] };
    tried.push({ strategy, came_to: came.cameTo });
    if (came.decision === undefined) continue;
    const { decision, winner, words } = came;
    return { decision, strategy, rationale: came.cameTo, sides: current.sides, tried, ...(winner !== undefined && { winner }), ...(words !== undefined && { words }) };
  }
  const strategy = strategies.at(-1) ?? 'terminate_blocked';
  return { decision: 'blocked', strategy, rationale: `Nothing settled it: ${tried.map((one) => `${one.strategy}: ${one.came_to}`).join(' ')}`, sides: current.sides, tried };
}

async function attempt(strategy: ConflictResolutionStrategy, conflict: DetectedConflict, ports: ConflictPorts, policy: ArbitrationPolicy): Promise<{ readonly came: Try; readonly sides: readonly ConflictSide[] }> {
  if (strategy === 'escalate_model') return escalate(conflict, ports);
  return { came: await decide(strategy, conflict, ports, policy), sides: [] };
}

function decide(strategy: Exclude<ConflictResolutionStrategy, 'escalate_model'>, conflict: DetectedConflict, ports: ConflictPorts, policy: ArbitrationPolicy): Promise<Try> | Try {
  switch (strategy) {
    case 'prefer_higher_confidence':
      return prefer(conflict, 'confidence', ports, policy);
    case 'prefer_higher_evidence':
      return prefer(conflict, 'evidence', ports, policy);
    case 'run_arbiter':
      return arbitrate(conflict, null, ports);
    case 'request_user_input':
      return ask(conflict, ports);
    case 'fail_safe':
      return failSafe(conflict);
    case 'terminate_blocked':
      return { cameTo: 'The run stops here, because it cannot be settled from what is known.', decision: 'blocked' };
  }
}

async function prefer(conflict: DetectedConflict, first: 'confidence' | 'evidence', ports: ConflictPorts, policy: ArbitrationPolicy): Promise<Try> {
  const winner = preferredSide(conflict.sides, first, policy);
  if (winner === undefined) return policy.tie_breaker_role === null || conflict.sides.length < 2 ? { cameTo: 'Neither side has more to show that may be counted.' } : arbitrate(conflict, policy.tie_breaker_role, ports);
  const compared = conflict.sides.map(({ name, confidence, evidenceCount }) => `${name} has ${evidenceCount} pieces of evidence and a confidence of ${confidence}`).join('; ');
  return won(winner, `${winner.name} is preferred: ${compared}.`);
}

/** An arbiter's word counts once what it decided for was looked at again. */
async function arbitrate(conflict: DetectedConflict, as: RoleId | null, ports: ConflictPorts): Promise<Try> {
  const said = await ports.arbiter(conflict, as);
  if (said === undefined) return { cameTo: 'There is no arbiter to ask.' };
  if ('unresolved' in said) return { cameTo: `The arbiter did not decide: ${said.unresolved}` };
  const winner = conflict.sides.find(({ name }) => name === said.winner);
  if (winner === undefined) return { cameTo: `The arbiter holds with nobody: ${said.rationale}` };
  const problem = await ports.checkAgain(winner);
  return problem === undefined ? won(winner, `The arbiter holds with ${winner.name}: ${said.rationale}`) : { cameTo: `The arbiter holds with ${winner.name}, which did not hold when it was checked again: ${problem}` };
}

async function escalate(conflict: DetectedConflict, ports: ConflictPorts): Promise<{ readonly came: Try; readonly sides: readonly ConflictSide[] }> {
  const made = await ports.escalate(conflict);
  if (made === undefined) return { came: { cameTo: 'There is no model to ask.' }, sides: [] };
  const { side, problem, isUsable } = made;
  if (problem === undefined) return { came: won(side, `It was done again by the strongest model there is, and held when it was checked: ${short(side.position)}`), sides: [side] };
  return { came: { cameTo: `It was done again by the strongest model there is, and did not hold: ${problem}` }, sides: isUsable ? [side] : [] };
}

async function ask(conflict: DetectedConflict, ports: ConflictPorts): Promise<Try> {
  const { sides } = conflict;
  const labels = sides.map(({ name, position }) => `Hold with ${name}: ${short(position)}`);
  const options = sides.some(({ stands }) => stands === 'against') ? labels : [...labels, SEND_BACK];
  const answer = await ports.askPerson(questionOf(conflict), options);
  if (answer === undefined) return { cameTo: 'Nobody is there to be asked.' };
  const winner = sides[labels.indexOf(answer)];
  if (winner !== undefined) return won(winner, `The person holds with ${winner.name}.`);
  if (answer === SEND_BACK) return { cameTo: 'The person sent it back.', decision: 'rejected' };
  return { cameTo: `The person said: ${answer}`, decision: 'escalated', words: answer };
}

const QUESTION: Readonly<Record<DetectedConflict['type'], string>> = {
  critic_vs_coder: 'The critic refuses what was made, and whoever made it stands by it. What shall count?',
  low_confidence_output: 'This was done, and whoever did it is not sure of it. Shall it be used?',
  competing_proposals: 'There are several proposals for the same thing. Which one shall be taken?',
  evidence_contradiction: 'What was found contradicts itself. What shall count?',
  test_vs_review: 'The tests pass, and the critic refuses the work. What shall count?',
  retrieval_ambiguity: 'What was found can be read in more than one way. Which reading shall count?',
};

/** As much of what tools gave back as a person reads before they decide; the run shows the rest. */
const EVIDENCE_SHOWN_MAX = 6;

/** Everything that is needed to answer: what each side made, what was done and seen for it, and what each answer leads to. */
function questionOf({ type, sides }: DetectedConflict): string {
  const against = sides.filter(({ stands }) => stands === 'against').map(({ name }) => name);
  return [
    QUESTION[type],
    ...sides.flatMap(({ name, position, confidence, risk, evidence, stands }) => [
      `${name} (${Math.round(confidence * 100)} % sure, ${risk} risk) says: ${short(position)}`,
      `  ${stands === 'for' ? 'Done and checked' : 'It points to'}: ${evidence.length === 0 ? 'nothing that a tool shows' : evidence.slice(0, EVIDENCE_SHOWN_MAX).map(short).join('; ')}${evidence.length > EVIDENCE_SHOWN_MAX ? `; and ${evidence.length - EVIDENCE_SHOWN_MAX} more` : ''}`,
    ]),
    against.length === 0 ? `What you hold with is used as it stands. "${SEND_BACK}" has the work planned anew.` : `Holding with the work uses it as it stands. Holding with ${against.join(' or ')} has the work planned anew.`,
    'Words of your own go to whoever plans it anew.',
  ].join('\n');
}

/** The option with the least risk: work stays only where nobody sees more than a low one in it; else it goes back. */
function failSafe({ sides }: DetectedConflict): Try {
  const worst = Math.max(...sides.map(({ risk }) => levelOf(risk)));
  const keeper = sides.find(({ stands }) => stands === 'for');
  if (worst === levelOf('low') && keeper !== undefined) return won(keeper, `Nobody sees more than a low risk in it, so the work of ${keeper.name} stays.`);
  const opponent = sides.find(({ stands }) => stands === 'against');
  return { cameTo: 'It goes back, because that is the safer of the two.', decision: 'rejected', ...(opponent !== undefined && { winner: opponent }) };
}

function won(winner: ConflictSide, cameTo: string): Try {
  return { cameTo, winner, decision: winner.stands === 'for' ? 'accepted' : 'rejected' };
}

function short(text: string): string {
  const line = text.split('\n').join(' ').trim();
  return line.length <= POSITION_CHARS_MAX ? line : `${line.slice(0, POSITION_CHARS_MAX).toWellFormed()}…`;
}
