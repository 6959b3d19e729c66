import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Sandbox, SandboxDriver } from '../../tools/index.ts';
import { runProgram } from '../probes/run-program.ts';
import { failed } from './namespace-sandbox.ts';
import { NOTHING_HELD } from './none.ts';

export interface MicroVmOptions {
  readonly kernel: string | null;
  readonly root: string | null;
}

const KVM = '/dev/kvm';
/** Its configuration is generated and tested; starting one needs a machine with KVM, an image and an init, which were never there. */
const NEVER_RUN = 'microVMs are configured but cannot be started by this version';

/** A virtual machine for each program. It says what is missing, and never that it works. */
export function microVmDriver({ kernel, root }: MicroVmOptions): SandboxDriver {
  const refuse: Sandbox['run'] = (request) => Promise.reject(failed('microvm', request.argv[0], NEVER_RUN));
  return {
    backend: 'microvm',
    async probe(signal) {
      const missing: string[] = [];
      if (!(await isUsable(KVM, constants.R_OK | constants.W_OK))) missing.push(`${KVM} cannot be opened`);
      if ((await runProgram('firecracker', ['--version'], signal)).exitCode !== 0) missing.push('firecracker is not installed');
      if (kernel === null || !(await isUsable(kernel, constants.R_OK))) missing.push('there is no kernel image');
      if (root === null || !(await isUsable(root, constants.R_OK))) missing.push('there is no image of a root');
      return { isUsable: false, detail: missing.length === 0 ? NEVER_RUN : missing.join('; '), isolation: NOTHING_HELD };
    },
    create: () => ({
      backend: 'microvm',
      isolation: NOTHING_HELD,
      run: refuse,
      start: (request) => Promise.reject(failed('microvm', request.argv[0], NEVER_RUN)),
      close: () => Promise.resolve(),
    }),
  };
}

function isUsable(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(() => true, () => false);
}
