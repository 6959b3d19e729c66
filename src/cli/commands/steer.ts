import { runSteer, type ErrorBody } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { readRun } from './attention-ids.ts';
import { newKey } from './new-key.ts';

export interface SteerOptions {
  readonly json?: boolean;
}

/** Sends words to a run at work; they reach the model before it is asked next. */
export async function steer(surface: Surface, run: string, words: readonly string[], options: SteerOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const read = await readRun(surface, run);
  if ('fault' in read) return showFailure(surface, read.fault, asJson);
  const text = words.join(' ').trim();
  if (text === '') return showFailure(surface, nothingSaid(), asJson);
  const sent = await client.call(runSteer, { run_id: read.runId, text }, { signal, idempotencyKey: newKey() });
  if (!sent.ok) return showFailure(surface, sent.error, asJson);
  const when = sent.value.is_at_work ? 'The model hears it before its next step.' : 'Nobody works on the run now; it is heard when somebody goes on with it.';
  await terminal.writeOut(asJson ? `${JSON.stringify(sent.value)}\n` : `Sent. ${when}\n`);
  return EXIT.ok;
}

function nothingSaid(): ErrorBody {
  return { code: 'input.invalid', message: 'There are no words to send.', next_step: 'Write them after the run: keelson steer run_… "leave the tests alone".', data: {} };
}
