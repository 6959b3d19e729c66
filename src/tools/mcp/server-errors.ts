import { KeelsonError } from '../../kernel/index.ts';

const DETAIL_CHARS_MAX = 500;

/** What a server said or did, short and without secrets. */
export type Clean = (text: string) => string;

export function disconnected(server: string, detail: string, cause?: unknown): KeelsonError<'mcp.disconnected'> {
  return new KeelsonError('mcp.disconnected', {
    message: `The connection to the server ${server} ended: ${detail}.`,
    nextStep: 'Look whether the call had its effect before you repeat it; the server is started again when it is needed.',
    data: { server, detail },
    cause,
  });
}

export function unavailable(server: string, attempts: number, detail: string, errorOutput: readonly string[]): KeelsonError<'mcp.unavailable'> {
  return new KeelsonError('mcp.unavailable', {
    message: `The server ${server} cannot be used: it failed ${attempts} times in a row, at last because ${detail}.`,
    nextStep: 'Read its last lines, correct its configuration or the server itself, then try it again.',
    data: { server, attempts, detail, error_output: [...errorOutput] },
  });
}

export function closed(server: string): KeelsonError<'mcp.disconnected'> {
  return disconnected(server, 'the servers of this run were closed');
}

export function stopped(server: string, method: string): KeelsonError<'mcp.stopped'> {
  return new KeelsonError('mcp.stopped', { message: `The request ${method} to the server ${server} was stopped.`, nextStep: 'Look whether it had an effect already, then start it again if it is still wanted.', data: { server, method } });
}

export function timedOut(server: string, method: string, wait: 'idle' | 'total', limitMs: number): KeelsonError<'mcp.timed_out'> {
  const what = wait === 'idle' ? `gave no sign for ${limitMs} ms` : `was not done after ${limitMs} ms`;
  return new KeelsonError('mcp.timed_out', {
    message: `The request ${method} to the server ${server} ${what}.`,
    nextStep: 'Look whether it had an effect already; give the server a larger timeout_ms in the configuration if it needs one.',
    data: { server, method, wait, limit_ms: limitMs },
  });
}

export function requestFailed(server: string, method: string, rpcCode: number | null, detail: string): KeelsonError<'mcp.request_failed'> {
  return new KeelsonError('mcp.request_failed', {
    message: `The server ${server} did not answer ${method} as it should: ${detail}.`,
    nextStep: 'Change the request if the server says what is wrong with it; otherwise report it to whoever runs the server.',
    data: { server, method, rpc_code: rpcCode, detail },
  });
}

/** Of an error that is not ours: its first words. Of a shape that does not fit, only that it does not: it may hold anything. */
export function detailOf(error: unknown, clean: Clean): string {
  if (!(error instanceof Error)) return clean(String(error)).slice(0, DETAIL_CHARS_MAX).toWellFormed();
  if (error.name.endsWith('ZodError')) return 'its answer has not the agreed shape';
  const reason = error.message === 'fetch failed' && error.cause instanceof Error ? error.cause.message || codeOf(error.cause) : error.message;
  return clean(reason).slice(0, DETAIL_CHARS_MAX).toWellFormed().replace(/\.$/, '');
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}
