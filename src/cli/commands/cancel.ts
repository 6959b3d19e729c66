import { runCancel, type RunCancelRequest, type TaskCancelReceipt } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { readRun } from './attention-ids.ts';
import { printable } from './printable.ts';

export interface CancelOptions {
  readonly now?: boolean;
  readonly afterStep?: boolean;
  readonly json?: boolean;
}

/** Stops a run and says what it had done by then; cancelling takes nothing back. */
export async function cancel(surface: Surface, run: string, options: CancelOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const read = await readRun(surface, run);
  if ('fault' in read) return showFailure(surface, read.fault, asJson);
  const handling = handlingOf(options);
  const cancelled = await client.call(runCancel, { run_id: read.runId, in_flight_handling: handling }, { signal, idempotencyKey: `cancel:${read.runId}:${handling}` });
  if (!cancelled.ok) return showFailure(surface, cancelled.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(cancelled.value)}\n` : renderReceipt(cancelled.value.receipt));
  return EXIT.ok;
}

function handlingOf({ now, afterStep }: CancelOptions): RunCancelRequest['in_flight_handling'] {
  if (now === true) return 'preempt_immediately';
  return afterStep === true ? 'finish_current_step_then_stop' : 'request_graceful_stop';
}

const STOPPED: Readonly<Record<TaskCancelReceipt['stopped'], string>> = {
  at_once: 'was stopped at once',
  after_current_step: 'was stopped after the step it was at',
  was_not_running: 'was not at work; it is ended now',
  had_ended: 'had ended before',
};

/** What came of a cancellation: what had happened by then stays, and how each can be taken back. */
export function renderReceipt({ run_id: runId, stopped, executed_side_effects: effects, cancelled_intents: intents }: TaskCancelReceipt): string {
  const lines = [
    `${runId} ${STOPPED[stopped]}.`,
    ...(effects.length === 0 ? ['It had changed nothing.'] : ['What it had done stays as it is:']),
    ...effects.map(({ what, certainty, undo_command: undo }) => `  ${certainty === 'may_have_happened' ? 'may have happened: ' : ''}${printable(what)} · ${undo === null ? 'cannot be taken back' : printable(undo)}`),
    ...intents.map((intent) => `  not done any more: ${printable(intentText(intent))}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Steps have names for the journal; a person reads which it was. */
export function intentText(intent: string): string {
  const path = intent.split('/');
  const [phase, second, third] = path;
  const turn = path.find((part) => part.startsWith('turn-'))?.slice('turn-'.length);
  if (phase === 'plan') return `the answer of the model that ${second === 'perceive' ? 'reads the task' : 'plans'}`;
  if (phase !== 'execute' && phase !== 'review') return intent;
  if (turn === undefined) return path.some((part) => part.startsWith('judge')) ? 'the answer of the model that judges' : intent;
  const where = `in turn ${turn}${third === undefined || third.startsWith('turn-') || path.length < SUBTASK_PATH_PARTS ? '' : ` of subtask ${third}`}`;
  return path.includes('model') ? `the answer of the model ${where}` : `a call of a tool ${where}`;
}

/** The round, the subtask, the attempt and the turn stand between the phase and the step. */
const SUBTASK_PATH_PARTS = 6;
