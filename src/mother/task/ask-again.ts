import { runRetryTaken, type GateCheck, type OnExceed, type PhaseLimits, type RoleAci } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { askPerson } from './ask-person.ts';
import { canMend, demandDelivered, owedBy, retriesUsedUp } from './demand-delivered.ts';
import type { Delivered } from './round.ts';
import { say } from './say.ts';
import type { TaskWork } from './task-ports.ts';

export interface Owing {
  readonly role: RoleAci;
  /** Where everything that is done for the subtask stands. */
  readonly base: string;
}

/** Has the role hand back once more, on a larger model or not; what it gave before when it gave nothing new. */
export type HandBack = (nth: number, owed: string, onLargerModel: boolean) => Promise<Delivered>;

const LET_PASS = 'Let it leave the phase without';
const END = 'End the run here';

/** How often a phase is tried again for a role: what its contract says, and never more than the phase allows here. */
export function retriesOf({ phase_exit_criteria: criteria }: Pick<RoleAci, 'phase_exit_criteria'>, limits: PhaseLimits): { readonly retries: number; readonly onExceed: OnExceed } {
  const own = criteria.find(({ phase }) => phase === 'execute');
  return { retries: Math.min(own?.max_retries ?? limits.max_retries, limits.max_retries), onExceed: own?.on_exceed ?? limits.on_exceed };
}

/**
 * Asks for what work still owes before it may leave its phase. Each time lowers what is left by one and is told with its
 * reason. When nothing is left, Mother does what the contract says: ends the run, tries one larger model, asks a person, or
 * leaves it blocked.
 */
export async function askAgain(work: TaskWork, { role, base }: Owing, first: Delivered, handBack: HandBack, signal: AbortSignal): Promise<Delivered> {
  const { retries, onExceed } = retriesOf(role, work.ports.runSettings.phases('execute'));
  let delivered = first;
  let nth = 0;
  const tryAgain = async (owed: string, onLargerModel: boolean): Promise<void> => {
    nth += 1;
    const remaining = Math.max(0, retries - nth);
    await say(work.ports.writer, work.runId, `${base}/owed${nth === 1 ? '' : `-${nth}`}`, runRetryTaken.type, { phase: 'execute', role_id: role.role_id, remaining, why: onLargerModel ? `${owed} Its retries are used up; a larger model is asked once.` : owed });
    delivered = await handBack(nth, owed, onLargerModel);
  };
  for (let left = retries; left > 0; left -= 1) {
    const missing = owedBy(delivered.gates);
    if (missing === undefined || !canMend(work, delivered)) break;
    await tryAgain(missing, false);
  }
  const owed = owedBy(delivered.gates);
  if (owed !== undefined && canMend(work, delivered)) {
    if (onExceed === 'escalate') await unlessNoModel(() => tryAgain(owed, true));
    if (onExceed === 'approval_required') return passedByPerson(work, role, base, delivered, owed, signal);
  }
  demandDelivered(role, delivered, onExceed);
  return delivered;
}

/** A model that cannot be asked brings nothing; what the contract demands is then still owed. */
async function unlessNoModel(make: () => Promise<void>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!hasCode(error, 'model.route_refused')) throw error;
  }
}

/** Where nobody is there to ask the run is blocked: the question is the person's, and no one else's. */
async function passedByPerson(work: TaskWork, role: RoleAci, base: string, delivered: Delivered, owed: string, signal: AbortSignal): Promise<Delivered> {
  const question = `The work of ${role.role_id} was asked for again as often as its contract allows, and still owes: ${owed} May it go on without?`;
  const [answer] = await askPerson(work, `${base}/owed-approval`, [question], 'The retries of a phase are used up.', signal, [LET_PASS, END]);
  if (answer !== LET_PASS) throw retriesUsedUp(role.role_id, owed, 'approval_denied');
  return { ...delivered, gates: delivered.gates.map((gate): GateCheck => (gate.result === 'failed' ? { ...gate, result: 'waived', detail: `${gate.detail} A person let it pass.` } : gate)) };
}
