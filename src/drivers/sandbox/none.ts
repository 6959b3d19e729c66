import type { SandboxIsolation } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { groupSandbox } from './group-sandbox.ts';

export const NOTHING_HELD: SandboxIsolation = { filesystem: false, network: false, processes: false, system_calls: false, memory_limit: false, process_limit: false, cpu_limit: false };

export interface UnconfinedOptions {
  readonly clock: Clock;
  /** Marks of calls; must not repeat while Keelson runs. */
  readonly nameOf: () => string;
}

/** Programs as they are, held by nothing. Only the end of the whole tree is kept as promised. */
export function unconfinedDriver(options: UnconfinedOptions): SandboxDriver {
  return {
    backend: 'none',
    probe: () => Promise.resolve({ isUsable: true, detail: 'programs run unconfined, as the person who started Keelson', isolation: NOTHING_HELD }),
    create: () => groupSandbox({ ...options, backend: 'none', isolation: NOTHING_HELD, wrapperFor: () => Promise.resolve([]) }),
  };
}
