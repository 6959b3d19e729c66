import type { RunId } from '../../contracts/index.ts';
import { recordOnce, type LogWriter, type NewEvent } from '../../ledger/index.ts';

/** One message between roles is one event, written once by whoever may write it; a run that is gone on with says nothing twice. */
export function say(writer: Pick<LogWriter, 'append'>, runId: RunId, at: string, type: NewEvent['type'], said: Readonly<Record<string, unknown>>): Promise<void> {
  return recordOnce(writer, 'run', `${runId}:${at}:${type}`, [{ type, streamId: runId, payload: { run_id: runId, ...said } }]);
}
