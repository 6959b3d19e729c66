import type { PolicyVerdict } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

/** The failures of the network. They name the host and never the rest of a URL, which may hold a secret. */

export function refusal(host: string, verdict: PolicyVerdict): KeelsonError<'network.refused'> {
  return new KeelsonError('network.refused', {
    message: verdict.explanation,
    nextStep: 'Ask for a public http or https address; what is on this machine or its network is read with other tools.',
    data: { host, rule: verdict.rule },
  });
}

export function unresolved(host: string, error: unknown): KeelsonError<'network.unresolved'> {
  return new KeelsonError('network.unresolved', {
    message: `The name ${host} could not be looked up.`,
    nextStep: 'Check how the name is written and whether this machine has a network.',
    data: { host, detail: codeOf(error) },
  });
}

export function unreachable(host: string, error: unknown): KeelsonError<'network.unreachable'> {
  return new KeelsonError('network.unreachable', {
    message: `No connection to ${host} was possible, or it was closed before an answer came.`,
    nextStep: 'Check the address and the port, and try again later if they are right.',
    data: { host, detail: codeOf(error) },
  });
}

export function unreadableAnswer(host: string, detail: string): KeelsonError<'network.answer_unreadable'> {
  return new KeelsonError('network.answer_unreadable', {
    message: `The answer of ${host} cannot be read: ${detail}.`,
    nextStep: 'Ask for another address; the server there does not keep to HTTP.',
    data: { host, detail },
  });
}

export function timedOut(host: string, wait: 'connect' | 'idle' | 'total', limitMs: number): KeelsonError<'network.timed_out'> {
  return new KeelsonError('network.timed_out', {
    message: `${host} took longer than ${limitMs} ms (${wait}).`,
    nextStep: 'Try again later, or allow more time.',
    data: { host, wait, limit_ms: limitMs },
  });
}

/** The code that Node gives, because its messages can quote what was sent. */
export function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') return error.code;
  return 'unknown';
}
