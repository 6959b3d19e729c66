import { documentKey, hardCallResolved, type HardCallId, type HardCallResolutionReceipt, type HardRevisionCall, type LogEntry, type Name } from '../../contracts/index.ts';
import { hasCode, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter, NewEvent } from '../../ledger/index.ts';
import { waitingForPerson } from '../attention/list-attention.ts';
import { sayOnce } from '../say-once.ts';
import { deadlineMs, lapseByTimeout } from './await-hard-call.ts';
import { chooseAnswer, type ChosenAnswer, type SaidAnswer } from './choose-answer.ts';
import { hardCallSettled, hardCallUnknown } from './hard-call-errors.ts';
import { readHardCall, type KnownHardCall } from './read-hard-call.ts';

export interface AnswerWish extends SaidAnswer {
  readonly hardCallId: HardCallId;
  readonly answeredBy: Name;
  readonly idempotencyKey: string;
}

export interface AnswerHardCallPorts {
  /** Writes as the dispatcher that took the answer; its name stands on the receipt. */
  readonly log: Pick<LogWriter, 'append' | 'author'>;
  readonly reader: Pick<LogReader, 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface GivenAnswer extends ChosenAnswer {
  readonly receipt: HardCallResolutionReceipt;
}

/** Records what a person answers. The first answer stands: whoever comes second is told who was first, and with what. */
export async function answerHardCall(wish: AnswerWish, ports: AnswerHardCallPorts): Promise<GivenAnswer> {
  const { hardCallId } = wish;
  const { call, settled } = await demandInTime(hardCallId, ports);
  const chosen = chooseAnswer(call, wish);
  const key = `hard_call_answer:${hardCallId}:${wish.idempotencyKey}`;
  try {
    return await sayOnce(key, ports, (entries) => sameAnswer(chosen, entries), () => {
      if (settled !== null) throw hardCallSettled(hardCallId, settled);
      const receipt = receiptFor(wish, chosen, ports);
      return { said: { ...chosen, receipt }, events: [resolvedEvent(call, chosen, receipt)] };
    });
  } catch (error) {
    const first = hasCode(error, 'ledger.document_final') ? (await demandKnown(hardCallId, ports)).settled : null;
    throw first === null ? error : hardCallSettled(hardCallId, first);
  }
}

/** Silence was the answer when its time was over, also when nobody was there to record it. */
async function demandInTime(id: HardCallId, ports: AnswerHardCallPorts): Promise<KnownHardCall> {
  const known = await demandKnown(id, ports);
  if (known.settled !== null || ports.clock.nowMs() < deadlineMs(known.call)) return known;
  await lapseByTimeout(known.call, ports.log);
  return demandKnown(id, ports);
}

export async function demandKnown(id: HardCallId, { documents }: Pick<AnswerHardCallPorts, 'documents'>): Promise<KnownHardCall> {
  const known = await readHardCall(id, documents);
  if (known !== undefined) return known;
  const waiting = await waitingForPerson(documents);
  throw hardCallUnknown(id, waiting.filter(({ attention_kind: kind }) => kind === 'hard_call_pending').map((one) => one.id));
}

/** The words stand in the event, so that they can be erased with it; the receipt says where they are found. */
function receiptFor({ hardCallId, answeredBy }: AnswerWish, { optionId }: ChosenAnswer, { log, ids, clock }: AnswerHardCallPorts): HardCallResolutionReceipt {
  return {
    receipt_id: ids.mint('rcp'),
    hard_call_id: hardCallId,
    operation_kind: 'hard_call_resolved',
    dispatcher_actor_ref: log.author.actor,
    resolved_by_user_ref: answeredBy,
    ...(optionId === null ? { freeform_response_ref: { kind: 'document', key: documentKey.hardCallResolution(hardCallId) } } : { selected_option_id: optionId }),
    created_at: timestamp(clock),
    schema_version: '1.0',
  };
}

function resolvedEvent({ hard_call_id: id, question_hash }: HardRevisionCall, { words }: ChosenAnswer, receipt: HardCallResolutionReceipt): NewEvent {
  return { type: hardCallResolved.type, streamId: id, payload: { receipt, question_hash, answer: words } };
}

function sameAnswer({ optionId, words }: ChosenAnswer, [entry]: readonly LogEntry[]): GivenAnswer | undefined {
  const given = hardCallResolved.payload.safeParse(entry?.event.payload);
  if (!given.success) return undefined;
  const { receipt, answer } = given.data;
  return (receipt.selected_option_id ?? null) === optionId && answer === words ? { optionId, words, receipt } : undefined;
}
