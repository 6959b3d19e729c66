import { runSteer, type ErrorBody, type RunSteerReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { readRun } from './attention-ids.ts';
import { newKey } from './new-key.ts';

export interface SteerOptions {
  readonly json?: boolean;
}

/** Sends words to a run; where it has a model, they reach it before it is asked next. */
export async function steer(surface: Surface, run: string, words: readonly string[], options: SteerOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const read = await readRun(surface, run);
  if ('fault' in read) return showFailure(surface, read.fault, asJson);
  const text = words.join(' ').trim();
  if (text === '') return showFailure(surface, nothingSaid(), asJson);
  const sent = await client.call(runSteer, { run_id: read.runId, text }, { signal, idempotencyKey: newKey() });
  if (!sent.ok) return showFailure(surface, sent.error, asJson);
  const when = whenHeard(sent.value);
  await terminal.writeOut(asJson ? `${JSON.stringify(sent.value)}\n` : `Sent. ${when}\n`);
  return EXIT.ok;
}

function whenHeard({ is_at_work: isAtWork, has_model: hasModel }: RunSteerReport): string {
  const nobody = 'Nobody works on the run now; ';
  if (hasModel) return isAtWork ? 'The model hears it before its next step.' : `${nobody}it is heard when somebody goes on with it.`;
  return `${isAtWork ? '' : nobody}${isAtWork ? 'No' : 'no'} model works on this run: it is heard only if the run plans again.`;
}

function nothingSaid(): ErrorBody {
  return { code: 'input.invalid', message: 'There are no words to send.', next_step: 'Write them after the run: keelson steer run_… "leave the tests alone".', data: {} };
}
