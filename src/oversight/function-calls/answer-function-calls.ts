import { functionCallAnswered, type FunctionCallId, type Name, type RunId } from '../../contracts/index.ts';
import { hasCode, KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { Documents, LogWriter } from '../../ledger/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import { runEnded, terminationOf } from '../run-entries.ts';
import { functionCallSettled, functionCallUnknown } from './function-call-errors.ts';
import { readFunctionCall } from './read-function-call.ts';

export interface FunctionAnswer {
  readonly callId: FunctionCallId;
  readonly output: string;
}

export interface AnswerFunctionPorts {
  readonly log: Pick<LogWriter, 'append'>;
  readonly documents: Pick<Documents, 'get'>;
}

/**
 * Records what functions gave, all of it or nothing. The first answer to a call stands; the same once more is no other answer, so
 * a client whose connection broke may send it again. Answers the run that goes on with them.
 */
export async function answerFunctionCalls(said: readonly FunctionAnswer[], answeredBy: Name, ports: AnswerFunctionPorts): Promise<RunId> {
  const answers = await Promise.all(said.map(async ({ callId, output }) => ({ callId, output: withoutSecrets(output), ...((await readFunctionCall(callId, ports.documents)) ?? unknown(callId)) })));
  const runs = [...new Set(answers.map(({ call }) => call.run_id))];
  const [runId] = runs;
  if (runId === undefined || runs.length > 1) throw ofSeveralRuns(runs);
  if (new Set(answers.map(({ callId }) => callId)).size < answers.length) throw twiceAtOnce();
  const ended = await terminationOf(runId, ports.documents);
  const open = answers.filter(({ output, call, settlement }) => {
    if (settlement?.by === 'lapse' && ended !== undefined) throw runEnded(runId, ended);
    if (settlement !== null && !(settlement.by === 'client' && settlement.output === output)) throw functionCallSettled(call, settlement);
    return settlement === null;
  });
  if (open.length === 0) return runId;
  if (ended !== undefined) throw runEnded(runId, ended);
  try {
    const events = open.map(({ callId, output }) => ({ type: functionCallAnswered.type, streamId: callId, payload: { call_id: callId, run_id: runId, answered_by: answeredBy, output } }));
    await ports.log.append({ key: `function_call_answer:${sha256Hex(JSON.stringify(events))}`, events });
    return runId;
  } catch (error) {
    if (!hasCode(error, 'ledger.document_final') && !hasCode(error, 'ledger.key_reused')) throw error;
    // Somebody settled one of them in this very moment: theirs stands, or it is the same.
    return answerFunctionCalls(said, answeredBy, ports);
  }
}

function unknown(id: FunctionCallId): never {
  throw functionCallUnknown(id);
}

function ofSeveralRuns(runs: readonly RunId[]): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `These are answers to ${runs.length} runs: ${runs.join(', ')}.`, nextStep: 'Answer each by itself.', data: { issues: [{ path: 'answers', message: 'of several runs' }] } });
}

function twiceAtOnce(): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: 'One call is answered twice at once.', nextStep: 'Answer each call once.', data: { issues: [{ path: 'answers', message: 'a call twice' }] } });
}
