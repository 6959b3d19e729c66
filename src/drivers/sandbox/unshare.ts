import { getegid, geteuid, pid } from 'node:process';
import type { SandboxIsolation } from '../../contracts/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { ProcessRequest, SandboxDriver } from '../../tools/index.ts';
import { FIRST_SENT_FD } from './launched-process.ts';
import { countedMountPoints } from './mount-points.ts';
import { readMountTable } from './mount-table.ts';
import { namespaceDriver } from './namespace-driver.ts';
import { proxyParts } from './proxy-parts.ts';
import { quoted, startScript } from './start-script.ts';
import { readProcCovers, readSystemRoot } from './system-root.ts';
import { unshareScript } from './unshare-script.ts';

export interface UnshareOptions {
  readonly clock: Clock;
  /** Names of control groups; must not repeat while Keelson runs. */
  readonly nameOf: () => string;
}

const NAMESPACES = ['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup'];

/** There is no dependable way to load a filter on system calls without a program of our own. */
const EXPECTED: SandboxIsolation = { filesystem: true, network: true, processes: true, system_calls: false, memory_limit: true, process_limit: true, cpu_limit: true };

/** Programs in plain namespaces, made with what every Linux has: `unshare`, `mount`, `pivot_root` and `setpriv`. */
export function unshareDriver({ clock, nameOf }: UnshareOptions): SandboxDriver {
  let machine: { readonly system: ReturnType<typeof readSystemRoot>; readonly proc: ReturnType<typeof readProcCovers>; readonly table: ReturnType<typeof readMountTable> } | undefined;
  return namespaceDriver({
    backend: 'unshare',
    program: 'unshare',
    clock,
    nameOf,
    mountPoints: countedMountPoints(pid),
    expected: EXPECTED,
    launchFor(request, profile, plan, isGated) {
      machine ??= { system: readSystemRoot(), proc: readProcCovers(geteuid?.() === 0), table: readMountTable() };
      const proxy = proxyParts(profile.network);
      const script = unshareScript({
        ...machine,
        plan,
        alsoBound: proxy.bound,
        userId: geteuid?.() ?? 0,
        groupId: getegid?.() ?? 0,
        start: startScript(profile.limits, {
          gateFd: isGated ? FIRST_SENT_FD + 1 : null,
          before: `${ENTER}\ncd -- ${quoted(request.currentFolder)} || fail 'the folder cannot be entered'\n${proxy.before}`,
        }),
        argv: request.argv,
      });
      return {
        command: ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, '--fork', '--kill-child', '/bin/sh', '-c', script],
        environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        sent: [environmentScript(request)],
        input: 'none',
        isGated,
      };
    },
  });
}

/** What the program sees of an environment comes over a descriptor: outside it would act on `unshare` and `mount`. */
const ENTER = `keelson_newline='\n'
IFS= read -r keelson_line <&${FIRST_SENT_FD} && eval "$keelson_line" || fail 'the environment cannot be set'
exec ${FIRST_SENT_FD}<&-`;

/** On one line, because the shell itself reads a line and starts nothing for it. */
function environmentScript({ environment }: ProcessRequest): string {
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value).replaceAll('\n', `'"$keelson_newline"'`)}`);
  return `${['unset PATH OLDPWD', ...exports, 'unset keelson_newline keelson_line'].join('; ')}\n`;
}
