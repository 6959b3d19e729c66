import { z } from 'zod';
import { RunId, runSteeringTaken, SteeringMessage } from '../../contracts/index.ts';
import type { EffectDefinition, Journal } from '../../ledger/index.ts';
import type { SteeringInbox } from './steering-inbox.ts';

/** Together they have to fit one event, however their characters are written; the rest enters before the next call. */
export const STEERING_TAKEN_CHARS_MAX = 32_000;

export interface TakeSteering {
  readonly runId: RunId;
  /** Where in the journal, and where in the whole run when that is another place. */
  readonly key: string;
  readonly path?: string;
  readonly journal: Pick<Journal, 'step'>;
  readonly inbox: Pick<SteeringInbox, 'untaken'>;
  readonly signal?: AbortSignal;
}

/**
 * The messages that enter before the model call at this place. It is an effect: a run that is gone on with hears the
 * same words at the same place. That they were taken becomes durable in the same append, so none is heard twice.
 */
export function takeSteering({ runId, key, path = key, journal, inbox, signal }: TakeSteering): Promise<readonly SteeringMessage[]> {
  return journal.step(key, takeEffect(inbox), { run_id: runId }, {
    ...(signal && { signal }),
    // That nothing was said may wait; what was heard is told at once, so that nobody else hears it too.
    rides: (messages) => messages.length === 0,
    settle: (end) => (end.ok && end.result.length > 0 ? { events: [{ type: runSteeringTaken.type, streamId: runId, payload: { run_id: runId, call: path, messages: end.result } }] } : {}),
  });
}

const Request = z.strictObject({ run_id: RunId });
const Taken = z.array(SteeringMessage);

function takeEffect(inbox: Pick<SteeringInbox, 'untaken'>): EffectDefinition<z.infer<typeof Request>, SteeringMessage[]> {
  return { name: 'steering.take', sideEffect: 'read_only', request: Request, result: Taken, perform: async () => fitting(await inbox.untaken()) };
}

/** The first ones that fit; one always does. */
function fitting(messages: readonly SteeringMessage[]): SteeringMessage[] {
  let chars = 0;
  const end = messages.findIndex(({ text }) => (chars += text.length) > STEERING_TAKEN_CHARS_MAX);
  return messages.slice(0, end === -1 ? messages.length : end);
}
