import type { ModelFault } from '../../contracts/index.ts';

/** What went wrong on the way to a model or back. Never shown to people as it is: the gateway makes a coded error of it. */
export class CallFault extends Error {
  readonly fault: ModelFault;
  /** As the server asked, after sane bounds; undefined when it did not ask. */
  readonly retryAfterMs: number | undefined;

  /** `detail` holds no key, no header and no body of ours. */
  constructor(fault: ModelFault, detail: string, options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CallFault';
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}
