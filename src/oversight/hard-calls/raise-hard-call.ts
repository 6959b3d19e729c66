import { hardCallRaised, type HardCallSettlement, type HardRevisionCall, type Name, type Sha256 } from '../../contracts/index.ts';
import { compileJsonSchema, hasCode, timestamp, type Ids } from '../../kernel/index.ts';
import { questionHash, type LogReader } from '../../ledger/index.ts';
import { awaitHardCall, type AwaitHardCallPorts } from './await-hard-call.ts';
import { hardCallRefused } from './hard-call-errors.ts';
import type { Holds } from './holds.ts';
import { wishWithoutSecrets, type HardCallAnswer, type HardCallWish } from './hard-call-wish.ts';
import { readHardCallSettlement } from './read-hard-call.ts';
import { demandSafeSilence, isAboutTheWorld } from './safe-silence.ts';

/** A run that puts one question more often than this goes round in circles. */
export const SAME_QUESTION_MAX = 100;

export interface RaiseHardCallPorts extends AwaitHardCallPorts {
  readonly reader: Pick<LogReader, 'appended'>;
  readonly ids: Ids;
  /** What stands still until the answer is there; nothing when left out. */
  readonly holds?: Pick<Holds, 'during'>;
}

export interface RaiseHardCallOptions {
  /** Answers that settle nothing, such as "let me look first": raised again, the question is asked again. */
  readonly asksAgainAfter?: readonly Name[];
  /** Whether the answer to the same question elsewhere in the run will do. Never where the answer could act on the world. */
  readonly mayReuse?: boolean;
}

/**
 * Asks a person and waits for the answer, for as long as it takes. Durable: raised again at the same step, after a
 * restart, it is the same question, and an answer that was given meanwhile is taken.
 */
export async function raiseHardCall(said: HardCallWish, ports: RaiseHardCallPorts, signal: AbortSignal, { asksAgainAfter = [], mayReuse = true }: RaiseHardCallOptions = {}): Promise<HardCallAnswer> {
  const wish = wishWithoutSecrets(said);
  demandSafeSilence(wish);
  // A schema that cannot be used would leave every answer invalid.
  if (wish.response_schema !== undefined) compileJsonSchema(wish.response_schema);
  const hash = questionHash(wish);
  const reuses = mayReuse && !isAboutTheWorld(wish);
  for (let round = 1; round <= SAME_QUESTION_MAX; round += 1) {
    const asked = await askedIn(round, wish, hash, ports);
    if (asked === 'erased') continue;
    const { call, position } = asked;
    const isHere = call.raised_at_step === wish.raised_at_step;
    const settlement = await readHardCallSettlement(call.hard_call_id, ports.documents);
    if (settlement === undefined) {
      if (isHere) return answerFrom(call, await held(call, ports, () => awaitHardCall(call, position, ports, signal)));
    } else if (isHere ? !isOpenAgain(settlement, asksAgainAfter) : reuses && settlement.by === 'person') {
      return answerFrom(call, settlement);
    }
  }
  throw hardCallRefused('hard_call.asked_too_often', `the same question was put ${SAME_QUESTION_MAX} times in this run`);
}

function held<Answer>(call: HardRevisionCall, { holds }: RaiseHardCallPorts, wait: () => Promise<Answer>): Promise<Answer> {
  return holds === undefined ? wait() : holds.during(call, wait);
}

interface AskedCall {
  readonly call: HardRevisionCall;
  readonly position: number;
}

/** The question of this hash that the run put for the nth time; raised now when there is none yet. */
async function askedIn(round: number, wish: HardCallWish, hash: Sha256, ports: RaiseHardCallPorts): Promise<AskedCall | 'erased'> {
  const key = `hard_call:${wish.run_id}:${hash}:${round}`;
  const before = await readAsked(key, ports);
  if (before !== undefined) return before;
  const call = callFrom(wish, hash, ports);
  try {
    const { events } = await ports.log.append({ key, events: [{ type: hardCallRaised.type, streamId: call.hard_call_id, payload: { call } }] });
    return { call, position: events[0]?.position ?? 0 };
  } catch (error) {
    const first = hasCode(error, 'ledger.key_reused') ? await readAsked(key, ports) : undefined;
    if (first === undefined) throw error;
    return first;
  }
}

async function readAsked(key: string, { reader }: RaiseHardCallPorts): Promise<AskedCall | 'erased' | undefined> {
  const [entry] = await reader.appended(key);
  if (entry?.event.payload === null) return 'erased';
  const asked = hardCallRaised.payload.safeParse(entry?.event.payload);
  return entry !== undefined && asked.success ? { call: asked.data.call, position: entry.position } : undefined;
}

function callFrom(wish: HardCallWish, hash: Sha256, { ids, clock }: RaiseHardCallPorts): HardRevisionCall {
  const hard_call_id = ids.mint('hcl');
  return { ...wish, hard_call_id, pending_policy: { ...wish.pending_policy, hard_call_id, schema_version: '1.0' }, question_hash: hash, created_at: timestamp(clock), schema_version: '1.1' };
}

/** Put off with its scope paused, or answered by "not yet": whoever comes back to it asks again. */
function isOpenAgain(settlement: HardCallSettlement, asksAgainAfter: readonly Name[]): boolean {
  if (settlement.by === 'lapse') return settlement.outcome === 'pause_scope';
  const { selected_option_id: chosen } = settlement.receipt;
  return chosen !== undefined && asksAgainAfter.includes(chosen);
}

function answerFrom({ hard_call_id: hardCallId, default_if_no_response: standsIn }: HardRevisionCall, settlement: HardCallSettlement): HardCallAnswer {
  if (settlement.by === 'lapse') return { is: 'lapsed', hardCallId, cause: settlement.cause, outcome: settlement.outcome, standsIn: standsIn ?? null };
  const { selected_option_id: optionId = null, resolved_by_user_ref: answeredBy, receipt_id: receiptId } = settlement.receipt;
  return { is: 'answered', hardCallId, optionId, words: settlement.answer, answeredBy, receiptId };
}
