import type { HeldResult, RunId } from '../../contracts/index.ts';
import type { HeldPorts } from './held-results.ts';
import type { LearnPorts, LearntFromRuns } from './learn-from-runs.ts';

/** Parsers of files are heavy, and most commands read none: they are loaded when there may be something to learn. */
export async function learnFromRuns(ports: LearnPorts, signal: AbortSignal): Promise<LearntFromRuns> {
  const whole = await import('./learn-from-runs.ts');
  return whole.learnFromRuns(ports, signal);
}

export async function heldResults(asked: { readonly runId: RunId; readonly below: string }, ports: HeldPorts): Promise<readonly HeldResult[]> {
  const whole = await import('./held-results.ts');
  return whole.heldResults(asked, ports);
}
