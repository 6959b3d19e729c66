import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geteuid } from 'node:process';
import type { SandboxIsolation } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { STRICT_LIMITS, type ProcessResult, type Sandbox, type SandboxDriver, type SandboxProfile } from '../../tools/index.ts';
import { findControlGroups, type ControlGroups } from './cgroup.ts';
import { namespaceSandbox, type NamespaceBackend } from './namespace-sandbox.ts';

export interface NamespaceDriverOptions extends Pick<NamespaceBackend, 'backend' | 'clock' | 'mountPoints' | 'launchFor'> {
  readonly program: string;
  readonly nameOf: () => string;
  /** What it should hold; the trial can only take away from it. */
  readonly expected: SandboxIsolation;
}

/** The trial forks until it is refused; more than this many means that nobody refuses. */
const TRIAL_PROCESSES = 16;
const TRIAL_TIMEOUT_MS = 5_000;
/** Bash tries again for many seconds when it may not fork, dash gives up at once: not being done by now is being refused. */
const FORK_TRIAL_TIMEOUT_MS = 1_500;

/** Each line that is printed is something that holds. */
const TRIAL = `
touch /usr/.trial 2>/dev/null || [ -e /root/. ] || [ -e /var/. ] || echo filesystem
[ "$(grep -c : /proc/net/dev)" = 1 ] && echo network
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 8 ] && echo processes
grep -q '^Seccomp:.*2$' /proc/self/status && echo system_calls
[ "$(ulimit -d)" != unlimited ] && echo memory_limit
[ "$(ulimit -t)" != unlimited ] && echo cpu_limit
touch ./written && echo writable
`;
const FORK_TRIAL = `i=0; while [ $i -lt ${TRIAL_PROCESSES * 2} ]; do sleep 1 & i=$((i+1)); done; echo unlimited`;

/** Probes a backend by really running programs in it, and creates it with what was found. */
export function namespaceDriver(options: NamespaceDriverOptions): SandboxDriver {
  let groups: ControlGroups | null = null;
  let isolation = options.expected;
  const isRoot = geteuid?.() === 0;
  let kernelCountsProcesses = !isRoot;
  const create = (): Sandbox => namespaceSandbox({ ...options, isolation, groups, kernelCountsProcesses });

  return {
    backend: options.backend,
    async probe(signal) {
      const nothing = unusable(options.expected);
      // Only for root: the kernel counts everybody else's processes by itself, and entering a group takes time.
      groups = isRoot ? await findControlGroups(options) : null;
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'keelson-probe-')));
      try {
        const profile = await trialProfile(folder);
        const sandbox = create();
        const held = await runTrial(sandbox, profile, TRIAL, TRIAL_TIMEOUT_MS, signal);
        const lines = printed(held);
        if (!lines.includes('writable')) return { isUsable: false, detail: `${options.program} starts, but a program in it cannot write to its workspace`, isolation: nothing };
        const forked = await runTrial(sandbox, profile, FORK_TRIAL, FORK_TRIAL_TIMEOUT_MS, signal);
        kernelCountsProcesses = !printed(forked).includes('unlimited');
        isolation = Object.fromEntries(Object.entries(options.expected).map(([name, expected]) => [name, expected && (name === 'process_limit' ? kernelCountsProcesses : lines.includes(name))])) as SandboxIsolation;
        return { isUsable: isolation.filesystem && isolation.processes, detail: detailOf(options.program, isolation), isolation };
      } catch (error) {
        const detail = hasCode(error, 'sandbox.failed') ? error.data.detail : String(error);
        return { isUsable: false, detail: detail.split('\n', 1)[0] || 'it does not start', isolation: nothing };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    create,
  };
}

async function trialProfile(folder: string): Promise<SandboxProfile> {
  const [workspace, scratch] = [join(folder, 'workspace'), join(folder, 'scratch')];
  await mkdir(workspace);
  await mkdir(scratch);
  const limits = { ...STRICT_LIMITS, processes: TRIAL_PROCESSES };
  return { workspace, workspaceAccess: 'read_write', scratch, protectedPaths: [join(workspace, 'reserved')], hiddenPaths: [], readablePaths: [], network: 'off', limits };
}

function runTrial(sandbox: Sandbox, profile: SandboxProfile, script: string, timeoutMs: number, signal: AbortSignal): Promise<ProcessResult> {
  const request = { argv: ['/bin/sh', '-c', script] as const, currentFolder: profile.workspace, environment: { PATH: '/usr/bin:/bin' } };
  return sandbox.run(request, profile, { timeoutMs, outputBytesMax: 4_096, signal });
}

function printed({ stdout }: ProcessResult): string[] {
  return Buffer.concat([stdout.head, stdout.tail]).toString('utf8').split('\n');
}

function unusable(expected: SandboxIsolation): SandboxIsolation {
  return Object.fromEntries(Object.keys(expected).map((name) => [name, false])) as SandboxIsolation;
}

function detailOf(program: string, isolation: SandboxIsolation): string {
  const missing = Object.entries(isolation).flatMap(([name, holds]) => (holds ? [] : [name.replaceAll('_', ' ')]));
  return missing.length === 0 ? `${program} works and holds everything` : `${program} works; not held by the kernel: ${missing.join(', ')}`;
}
