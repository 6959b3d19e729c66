import { isAbsolute, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxBackend, SandboxIsolation } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import { isVariableName, isWithin, type MountPlan, type ProcessLimits, type ProcessRequest, type ProcessResult, type Sandbox, type SandboxProfile } from '../../tools/index.ts';
import type { ControlGroup, ControlGroups } from './cgroup.ts';
import { launchProcess, type Launch, type LaunchedProcess } from './launched-process.ts';
import type { MountPoints } from './mount-points.ts';
import { planOnDisk } from './path-facts.ts';
import { childrenOf } from './process-table.ts';
import { STARTED } from './start-script.ts';
import { endGroup, endProcess, supervise, type EndTree, type Supervised } from './supervise.ts';
import { watchTree } from './watchdog.ts';

/** What differs between the backends that hold a program in namespaces. */
export interface NamespaceBackend {
  readonly backend: SandboxBackend;
  readonly isolation: SandboxIsolation;
  readonly clock: Clock;
  readonly groups: ControlGroups | null;
  /** True when the kernel counts the processes of a user namespace itself; it does not for root. */
  readonly kernelCountsProcesses: boolean;
  readonly mountPoints: MountPoints;
  launchFor(request: ProcessRequest, profile: SandboxProfile, plan: MountPlan, isGated: boolean): HeldLaunch;
}

export interface HeldLaunch extends Launch {
  /** How its tree is ended; by the first process of its namespace when left out. */
  readonly endTree?: EndTree;
  /** Exit codes by which the backend says that it never reached the program, when it has no way to tell earlier. */
  readonly failureCodes?: readonly number[];
}

interface Running {
  readonly failureCodes: readonly number[] | undefined;
  readonly launched: LaunchedProcess;
  readonly tree: Supervised;
}

const DETAIL_CHARS_MAX = 500;
const EMPTY = { head: new Uint8Array(0), tail: new Uint8Array(0), totalBytes: 0 };

/** A sandbox whose programs live in a process namespace: when its first process ends, the kernel ends all others. */
export function namespaceSandbox(options: NamespaceBackend): Sandbox {
  const { backend, clock, groups, mountPoints } = options;
  const alive = new Set<Supervised>();
  let isClosed = false;

  async function begin(request: ProcessRequest, profile: SandboxProfile, outputBytesMax: number, input: Launch['input']): Promise<Running> {
    const refuse = (detail: string): KeelsonError<'sandbox.failed'> => failed(backend, request.argv[0], detail);
    if (isClosed) throw refuse('the sandbox was closed');
    const fault = wishFault(request, profile);
    if (fault !== null) throw refuse(fault);
    const plan = await planOnDisk(profile);
    if (plan.refusals.length > 0) throw refuse(plan.refusals.join('; '));
    const points = await mountPoints.use(plan.mounts.filter((mount) => mount.kind === 'reserve').map((mount) => mount.path));
    const group = await groups?.create(profile.limits).catch(() => null);
    try {
      if (groups !== null && group === null) throw refuse('its control group cannot be made');
      const launch = { ...options.launchFor(request, profile, plan, groups !== null), input };
      const { endTree = endNamespace, failureCodes } = launch;
      const launched = await launchProcess(launch, outputBytesMax).catch((error: NodeJS.ErrnoException) => {
        throw refuse(error.code === 'ENOENT' ? `${launch.command[0]} is not installed` : (error.code ?? error.name));
      });
      const ranOutOfMemory = async (): Promise<boolean> => (await group?.ranOutOfMemory()) === true;
      const tree = supervise({ launched, endTree, clock, reportsSignalsAsCodes: true, ranOutOfMemory });
      const watching = new AbortController();
      void watchTree({
        pid: launched.pid,
        limits: profile.limits,
        watchesMemory: groups?.holdsMemory !== true,
        watchesProcesses: groups === null && !options.kernelCountsProcesses,
        onExceeded: (what) => void tree.end(what === 'memory' ? 'out_of_memory' : 'signalled'),
      }, watching.signal);
      const ended = tree.ended.finally(async () => {
        watching.abort();
        alive.delete(supervised);
        await Promise.all([points.release(), group?.remove()]);
      });
      const supervised: Supervised = { ended, end: async (reason) => { await tree.end(reason); await ended; } };
      alive.add(supervised);
      // Not awaited: whoever waits for the program must be able to give up meanwhile.
      if (group !== null && group !== undefined) void enterGroup(group, launched).then(launched.openGate, () => supervised.end('signalled'));
      return { launched, tree: supervised, failureCodes };
    } catch (error) {
      await Promise.all([points.release(), group?.remove()]);
      throw error;
    }
  }

  /** Throws when the program was never reached; what the backend printed says why. */
  async function reached({ launched, tree, failureCodes }: Running, request: ProcessRequest): Promise<boolean> {
    const status = await launched.status;
    if (status === STARTED) return true;
    const { ending, exitCode, stderr } = await tree.ended;
    if (failureCodes !== undefined && !failureCodes.includes(exitCode ?? 0)) return true;
    if (ending === 'timed_out' || ending === 'stopped' || ending === 'out_of_memory') return false;
    const said = status === '' ? Buffer.from(stderr.head).toString('utf8').trim() : status;
    throw failed(backend, request.argv[0], said.split('\n', 1)[0]?.slice(0, DETAIL_CHARS_MAX) || 'it ended before the program was started');
  }

  return {
    backend,
    isolation: options.isolation,
    async run(request, profile, limits) {
      if (limits.signal.aborted) return stoppedBeforeStart();
      const running = await begin(request, profile, limits.outputBytesMax, request.input ?? 'none');
      return withinLimits(running.tree, limits, () => reached(running, request));
    },
    async start(request, profile, { outputBytesMax }) {
      const running = await begin(request, profile, outputBytesMax, request.input ?? 'open');
      await reached(running, request);
      const { launched, tree } = running;
      return {
        ended: tree.ended,
        output: launched.both,
        write: (text) => writeTo(launched, text, failed(backend, request.argv[0], 'it no longer reads its input')),
        kill: () => tree.end('stopped'),
      };
    },
    async close() {
      isClosed = true;
      await Promise.all([...alive].map((tree) => tree.end('stopped')));
    },
  };
}

/** What a backend could misread: a zero byte ends an argument, and a path that is not plain may lead elsewhere. */
export function wishFault(request: ProcessRequest, profile: SandboxProfile): string | null {
  const paths = [request.currentFolder, profile.workspace, profile.scratch, ...profile.protectedPaths, ...profile.hiddenPaths, ...profile.readablePaths];
  const texts = [...request.argv, ...Object.entries(request.environment).flat(), ...paths];
  if (texts.some((text) => text.includes('\0'))) return 'a zero byte is no part of an argument, a variable or a path';
  const unnamed = Object.keys(request.environment).find((name) => !isVariableName(name));
  if (unnamed !== undefined) return `${JSON.stringify(unnamed)} is not the name of a variable`;
  const odd = paths.find((path) => !isAbsolute(path) || normalize(path) !== path);
  if (odd !== undefined) return `${JSON.stringify(odd)} is not an absolute path in its shortest form`;
  const isInside = isWithin(request.currentFolder, profile.workspace) || isWithin(request.currentFolder, profile.scratch);
  return isInside ? null : `${request.currentFolder} is neither in the workspace nor in the scratch folder`;
}

/** Waits for a tree and ends it at the time limit or the signal; resolves only when nothing of it is left. */
export async function withinLimits(tree: Supervised, { timeoutMs, signal }: ProcessLimits, isReached: () => Promise<boolean>): Promise<ProcessResult> {
  const timer = setTimeout(() => void tree.end('timed_out'), timeoutMs);
  const stop = (): void => void tree.end('stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await isReached();
    return await tree.ended;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

export function stoppedBeforeStart(): ProcessResult {
  return { ending: 'stopped', exitCode: null, signal: null, stdout: EMPTY, stderr: EMPTY, durationMs: 0 };
}

export function writeTo({ stdin }: LaunchedProcess, text: string, refusal: Error): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stdin === null || !stdin.writable) return reject(refusal);
    stdin.write(text, (error) => (error ? reject(refusal) : resolve()));
  });
}

/**
 * Takes the first process of the namespace into its group as soon as it is there. Entering takes the kernel about as
 * long as the backend takes to build the root, so both happen at once; the program waits for the slower.
 */
async function enterGroup(group: ControlGroup, { pid, exited }: LaunchedProcess): Promise<void> {
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  for (;;) {
    const [first] = await childrenOf(pid);
    if (first !== undefined) return group.enter(first);
    if (hasExited) return;
    await wait(BORN_WITHIN_MS);
  }
}

const BORN_WITHIN_MS = 1;

/**
 * Ends the first process of the namespace, and with it all others. Its parent on our side ends when the kernel has
 * taken the last of them away, so waiting for the parent is waiting for all.
 */
async function endNamespace(pid: number): Promise<void> {
  const first = await childrenOf(pid);
  if (first.length === 0) endGroup(pid);
  first.forEach(endProcess);
}

export function failed(backend: SandboxBackend, program: string, detail: string): KeelsonError<'sandbox.failed'> {
  return new KeelsonError('sandbox.failed', {
    message: `${program} was not started in the ${backend} sandbox: ${detail}.`,
    nextStep: 'Check that the program exists and that the workspace can be read; "keelson doctor" tells what the sandbox can do here.',
    data: { backend, program, detail },
  });
}
