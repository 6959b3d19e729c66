import { readdir, readFile } from 'node:fs/promises';
import type { SandboxBackend, SandboxIsolation } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { ProcessRequest, Sandbox, SandboxProfile } from '../../tools/index.ts';
import { launchProcess, STATUS_FD, type Launch, type LaunchedProcess } from './launched-process.ts';
import { failed, stoppedBeforeStart, withinLimits, writeTo } from './namespace-sandbox.ts';
import { treeOf } from './process-table.ts';
import { STARTED } from './start-script.ts';
import { endGroup, endProcess, supervise, type Supervised } from './supervise.ts';

/** Every process of a call carries this with a name of its own, so that one which left the group is still found. */
const MARK = 'KEELSON_PROCESS_MARK';
const TREE_MAX = 10_000;

const SCRIPT = `fail() { echo "$1" >&${STATUS_FD}; exit 126; }
command -v "$1" >/dev/null || fail "there is no program $1"
echo ${STARTED} >&${STATUS_FD}
exec ${STATUS_FD}>&-
exec "$@"`;

export interface GroupBackend {
  readonly backend: SandboxBackend;
  readonly isolation: SandboxIsolation;
  readonly clock: Clock;
  /** Marks of calls; must not repeat while Keelson runs. */
  readonly nameOf: () => string;
  /** What goes in front of the program to hold it; nothing when it is not held. */
  wrapperFor(request: ProcessRequest, profile: SandboxProfile): Promise<readonly string[]>;
}

/** A sandbox without a process namespace: the tree of a call is its group and whatever carries its mark. */
export function groupSandbox({ backend, isolation, clock, nameOf, wrapperFor }: GroupBackend): Sandbox {
  const alive = new Set<Supervised>();

  async function begin(request: ProcessRequest, profile: SandboxProfile, outputBytesMax: number, input: Launch['input']): Promise<{ launched: LaunchedProcess; tree: Supervised }> {
    const mark = `${MARK}=${nameOf()}`;
    const environment = { ...request.environment, [MARK]: mark.slice(MARK.length + 1) };
    const [program = '/bin/sh', ...rest] = [...(await wrapperFor(request, profile)), '/bin/sh', '-c', SCRIPT, 'sh', ...request.argv];
    const launched = await launchProcess({ command: [program, ...rest], environment, sent: [], input, isGated: false, currentFolder: request.currentFolder }, outputBytesMax).catch((error: NodeJS.ErrnoException) => {
      throw failed(backend, request.argv[0], error.code ?? error.name);
    });
    const endAll = (pid: number): Promise<void> => endMarked(pid, mark);
    const tree = supervise({ launched, endTree: endAll, clock, reportsSignalsAsCodes: false, ranOutOfMemory: () => Promise.resolve(false) });
    void launched.exited.then(() => endAll(launched.pid));
    const ended = tree.ended.finally(() => {
      alive.delete(supervised);
      return endAll(launched.pid);
    });
    const supervised: Supervised = { ended, end: async (reason) => { await tree.end(reason); await ended; } };
    alive.add(supervised);
    return { launched, tree: supervised };
  }

  async function reached({ launched, tree }: { launched: LaunchedProcess; tree: Supervised }, request: ProcessRequest): Promise<boolean> {
    const status = await launched.status;
    if (status === STARTED) return true;
    const { ending } = await tree.ended;
    if (ending === 'timed_out' || ending === 'stopped') return false;
    throw failed(backend, request.argv[0], status || 'it ended before the program was started');
  }

  return {
    backend,
    isolation,
    async run(request, profile, limits) {
      if (limits.signal.aborted) return stoppedBeforeStart();
      const running = await begin(request, profile, limits.outputBytesMax, request.input ?? 'none');
      return withinLimits(running.tree, limits, () => reached(running, request));
    },
    async start(request, profile, { outputBytesMax }) {
      const running = await begin(request, profile, outputBytesMax, request.input ?? 'open');
      await reached(running, request);
      const { launched, tree } = running;
      return { ended: tree.ended, output: launched.both, write: (text) => writeTo(launched, text, failed(backend, request.argv[0], 'it no longer reads its input')), kill: () => tree.end('stopped') };
    },
    close: async () => void (await Promise.all([...alive].map((tree) => tree.end('stopped')))),
  };
}

/** A process that is just being made, or is turning into another program, is not seen in one look. */
const CLEAN_LOOKS = 2;
/** Who makes processes faster than they can be ended is not waited for. */
const LOOKS_MAX = 50;

/** The group, what still descends from it, and whatever else carries the mark, until none is seen any more. Where there is no /proc only the group is found. */
async function endMarked(pid: number, mark: string): Promise<void> {
  for (let [looks, clean] = [0, 0]; looks < LOOKS_MAX && clean < CLEAN_LOOKS; looks += 1) {
    const tree = await treeOf(pid, TREE_MAX);
    const names = await readdir('/proc').catch(() => []);
    const pids = names.map(Number).filter((each) => Number.isInteger(each) && each !== pid);
    const marked = await Promise.all(pids.map(async (each) => ((await readFile(`/proc/${each}/environ`, 'latin1').catch(() => '')).split('\0').includes(mark) ? [each] : [])));
    if (looks === 0) endGroup(pid);
    [...tree.slice(1), ...marked.flat()].forEach(endProcess);
    clean = marked.flat().length === 0 ? clean + 1 : 0;
  }
}
