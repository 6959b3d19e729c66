import { platform } from 'node:process';
import type { SandboxIsolation } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { firstLine, runProgram } from '../probes/run-program.ts';
import { groupSandbox } from './group-sandbox.ts';
import { NOTHING_HELD } from './none.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';

export interface SeatbeltOptions {
  readonly clock: Clock;
  /** Marks of calls; must not repeat while Keelson runs. */
  readonly nameOf: () => string;
}

const PROGRAM = '/usr/bin/sandbox-exec';
/** macOS has no process namespaces and no limits for a whole tree. */
const HELD: SandboxIsolation = { ...NOTHING_HELD, filesystem: true, network: true };

/** Programs under macOS's own sandbox. Written after its profile language and tested as text; never run by its authors. */
export function seatbeltDriver(options: SeatbeltOptions): SandboxDriver {
  return {
    backend: 'seatbelt',
    async probe(signal) {
      if (platform !== 'darwin') return { isUsable: false, detail: 'it exists on macOS only', isolation: NOTHING_HELD };
      const tried = await runProgram(PROGRAM, ['-p', '(version 1)(allow default)', '/usr/bin/true'], signal);
      if (tried.exitCode !== 0) return { isUsable: false, detail: `sandbox-exec does not start: ${firstLine(tried.output)}`, isolation: NOTHING_HELD };
      return { isUsable: true, detail: 'sandbox-exec starts; this driver has not been tried by its authors', isolation: HELD };
    },
    create: () => groupSandbox({ ...options, backend: 'seatbelt', isolation: HELD, wrapperFor: (_request, profile) => Promise.resolve([PROGRAM, '-p', seatbeltProfile(profile)]) }),
  };
}
