import { runSteered, SteeringMessage, type LogEntry, type Name, type RunId } from '../../contracts/index.ts';
import { KeelsonError, type Ids } from '../../kernel/index.ts';
import type { Documents, LogReader, LogWriter } from '../../ledger/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import { demandOpenRun, runEnded, terminationOf } from '../run-entries.ts';
import { sayOnce } from '../say-once.ts';

export interface SteeringWish {
  readonly runId: RunId;
  readonly text: string;
  readonly sentBy: Name;
  readonly idempotencyKey: string;
}

export interface SteerRunPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly reader: Pick<LogReader, 'read' | 'appended'>;
  readonly documents: Pick<Documents, 'get'>;
  readonly ids: Ids;
}

/** Puts a message into the log, where whoever works on the run meets it before the next model call. */
export async function steerRun({ runId, text, sentBy, idempotencyKey }: SteeringWish, ports: SteerRunPorts): Promise<SteeringMessage> {
  // The log is the way to the run, and no key or password may stand in it.
  const parsed = SteeringMessage.shape.text.safeParse(withoutSecrets(text.trim()));
  if (!parsed.success) throw textInvalid(parsed.error.issues.map(({ message }) => message));
  await demandOpenRun(runId, ports);
  const message = await sayOnce(`steer:${idempotencyKey}`, ports, sameMessage(runId, parsed.data), () => {
    const said: SteeringMessage = { message_id: ports.ids.mint('cmd'), text: parsed.data, sent_by: sentBy };
    return { said, events: [{ type: runSteered.type, streamId: runId, payload: { run_id: runId, message: said } }] };
  });
  // A run that ended in this very moment takes no messages any more, and the person should not wait for it.
  const ended = await terminationOf(runId, ports.documents);
  if (ended !== undefined) throw runEnded(runId, ended);
  return message;
}

function sameMessage(runId: RunId, text: string): (entries: readonly LogEntry[]) => SteeringMessage | undefined {
  return ([entry]) => {
    const said = runSteered.payload.safeParse(entry?.event.payload);
    return said.success && said.data.run_id === runId && said.data.message.text === text ? said.data.message : undefined;
  };
}

function textInvalid(messages: readonly string[]): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', {
    message: `The message cannot be sent: ${messages.join('; ')}.`,
    nextStep: 'Say something, in few words; longer texts belong into a file that the run can read.',
    data: { issues: messages.map((message) => ({ path: 'text', message })) },
  });
}
