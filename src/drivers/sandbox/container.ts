import { getegid, geteuid, pid } from 'node:process';
import type { SandboxIsolation } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { firstLine, runProgram } from '../probes/run-program.ts';
import { containerArguments, containerRefusals, type ContainerEngine } from './container-arguments.ts';
import { countedMountPoints } from './mount-points.ts';
import { failed, namespaceSandbox } from './namespace-sandbox.ts';
import { NOTHING_HELD } from './none.ts';
import { proxyParts } from './proxy-parts.ts';

export interface ContainerOptions {
  readonly clock: Clock;
  /** Names of containers; must not repeat while Keelson runs. */
  readonly nameOf: () => string;
  /** An image that is already on the machine; nothing is fetched. */
  readonly image: string;
}

/** A program that cannot be run, or is not there, says so with its own codes; these are the engine's. */
const ENGINE_FAILED = [125, 126, 127];
const HELD: SandboxIsolation = { filesystem: true, network: true, processes: true, system_calls: true, memory_limit: true, process_limit: true, cpu_limit: true };

/** Programs in a container of Docker or Podman, whichever answers first. */
export function containerDriver({ clock, nameOf, image }: ContainerOptions): SandboxDriver {
  let engine: ContainerEngine = 'docker';
  const mountPoints = countedMountPoints(pid);
  return {
    backend: 'container',
    async probe(signal) {
      const reasons: string[] = [];
      for (const candidate of ['podman', 'docker'] as const) {
        const tried = await runProgram(candidate, ['run', '--rm', '--init', '--network', 'none', '--read-only', '--cap-drop', 'ALL', '--pull', 'never', image, '/bin/sh', '-c', 'true'], signal);
        if (tried.exitCode === 0) {
          engine = candidate;
          return { isUsable: true, detail: `${candidate} runs ${image}`, isolation: HELD };
        }
        reasons.push(tried.missing ? `${candidate} is not installed` : `${candidate} does not run ${image}: ${firstLine(tried.output)}`);
      }
      return { isUsable: false, detail: reasons.join('; '), isolation: NOTHING_HELD };
    },
    create: () =>
      namespaceSandbox({
        backend: 'container',
        isolation: HELD,
        clock,
        groups: null,
        kernelCountsProcesses: true,
        mountPoints,
        launchFor(request, profile, plan) {
          const refusals = containerRefusals(plan);
          if (refusals.length > 0) throw failed('container', request.argv[0], refusals.join('; '));
          const name = nameOf();
          const wish = { engine, image, name, request, profile, plan, proxy: proxyParts(profile.network), userId: geteuid?.() ?? 0, groupId: getegid?.() ?? 0, isInteractive: true };
          return {
            command: [engine, ...containerArguments(wish)],
            environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
            sent: [],
            input: 'none',
            isGated: false,
            failureCodes: ENGINE_FAILED,
            endTree: async () => void (await runProgram(engine, ['kill', '--signal', 'KILL', name], AbortSignal.timeout(END_WITHIN_MS))),
          };
        },
      }),
  };
}

const END_WITHIN_MS = 10_000;
