import type { RunId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

export interface Refusal {
  readonly runId: RunId;
  readonly message: string;
  readonly nextStep: string;
  readonly subjects?: readonly string[];
  readonly validationCode?: string;
}

export function forkRefused({ runId, message, nextStep, subjects = [], validationCode }: Refusal): KeelsonError<'run.fork_refused'> {
  return new KeelsonError('run.fork_refused', { message, nextStep, data: { run_id: runId, validation_code: validationCode ?? null, subjects: [...subjects] } });
}
