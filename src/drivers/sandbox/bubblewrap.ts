import { arch, geteuid, pid } from 'node:process';
import type { SandboxIsolation } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { FIRST_SENT_FD } from './launched-process.ts';
import { countedMountPoints } from './mount-points.ts';
import { namespaceDriver } from './namespace-driver.ts';
import { proxyParts } from './proxy-parts.ts';
import { seccompFor } from './seccomp.ts';
import { startScript } from './start-script.ts';
import { readProcCovers, readSystemRoot } from './system-root.ts';

export interface BubblewrapOptions {
  readonly clock: Clock;
  /** Names of control groups; must not repeat while Keelson runs. */
  readonly nameOf: () => string;
  readonly program?: string;
}

/** Where the arguments are sent: not on the command line, which every user of the machine can read. */
const ARGUMENTS_FD = FIRST_SENT_FD;
const SECCOMP_FD = FIRST_SENT_FD + 1;

/** Programs in a bubblewrap: namespaces, a root built of what the profile shows, a filter on system calls. */
export function bubblewrapDriver({ clock, nameOf, program = 'bwrap' }: BubblewrapOptions): SandboxDriver {
  const seccomp = seccompFor(arch);
  const mountPoints = countedMountPoints(pid);
  const expected: SandboxIsolation = { filesystem: true, network: true, processes: true, system_calls: seccomp !== null, memory_limit: true, process_limit: true, cpu_limit: true };
  let system: ReturnType<typeof readSystemRoot> | undefined;
  let proc: ReturnType<typeof readProcCovers> | undefined;
  return namespaceDriver({
    backend: 'bubblewrap',
    program,
    clock,
    nameOf,
    mountPoints,
    expected,
    launchFor(request, profile, plan, isGated) {
      system ??= readSystemRoot();
      proc ??= readProcCovers(geteuid?.() === 0);
      const proxy = proxyParts(profile.network);
      const options = bubblewrapArguments({ request, plan, system, proc, seccompFd: seccomp === null ? null : SECCOMP_FD, alsoBound: proxy.bound });
      const sent = [`${options.join('\0')}\0`, ...(seccomp === null ? [] : [seccomp])];
      const start = startScript(profile.limits, { gateFd: isGated ? FIRST_SENT_FD + sent.length : null, before: proxy.before });
      return {
        command: [program, '--args', String(ARGUMENTS_FD), '--', '/bin/sh', '-c', start, 'sh', ...request.argv],
        environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
        sent,
        input: 'none',
        isGated,
      };
    },
  });
}
