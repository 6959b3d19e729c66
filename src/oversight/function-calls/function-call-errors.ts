import type { FunctionCall, FunctionCallSettlement } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

export function functionCallUnknown(id: string): KeelsonError<'function_call.unknown'> {
  return new KeelsonError('function_call.unknown', {
    message: `No function was ever called under ${id}.`,
    nextStep: 'Give back the call_id as it came, to the server and the tenant that it came from.',
    data: { call_id: id },
  });
}

/** Also for whoever answered at the same moment and came second. */
export function functionCallSettled({ call_id: id, run_id: runId }: FunctionCall, settlement: FunctionCallSettlement): KeelsonError<'function_call.settled'> {
  const { settled_at: at } = settlement;
  const by = settlement.by === 'client' ? settlement.answered_by : settlement.cause;
  return new KeelsonError('function_call.settled', {
    message: settlement.by === 'client' ? `${id} was answered at ${at}, with something else.` : `${id} is not waited for since ${at}: ${settlement.reason}`,
    nextStep: `That stands, and this answer changed nothing; keelson show ${runId} tells what became of the run.`,
    data: { call_id: id, by, at },
  });
}
