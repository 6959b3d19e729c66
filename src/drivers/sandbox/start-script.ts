import type { SandboxLimits } from '../../contracts/index.ts';
import { STATUS_FD } from './launched-process.ts';

/** What the start script says when the program is about to be started. */
export const STARTED = 'started';

/**
 * Memory that a program reserves but never touches counts for the kernel's limit on one process, and Node reserves half
 * a gibibyte for code before it does anything. That limit is therefore the coarse one; what is really used is watched.
 */
const RESERVED_BYTES = 1024 * 1024 * 1024;

/** The unit of `ulimit -f` in every shell that is called `sh`. */
const BLOCK_BYTES = 512;

export interface StartOptions {
  /** Where to wait until this process is in its control group; what it starts from then on is in it too. */
  readonly gateFd?: number | null;
  readonly before?: string;
}

/**
 * The first process of the namespace, already inside the sandbox: it sets the limits, starts the program, takes away
 * processes whose parents have ended, and ends with the program, upon which the kernel ends whatever is left. Limits are
 * set here and not outside, because the number of processes is counted for each user namespace on its own; dash calls
 * that limit -p, others -u. What the shell itself says about a program's end goes nowhere. Arguments: the program and
 * its words.
 */
export function startScript(limits: SandboxLimits, { gateFd = null, before = '' }: StartOptions = {}): string {
  const kibibytes = Math.ceil((limits.memory_bytes + RESERVED_BYTES) / 1024);
  const blocks = Math.ceil(limits.file_bytes / BLOCK_BYTES);
  return [
    `fail() { echo "$1" >&${STATUS_FD}; exit 126; }`,
    gateFd === null ? '' : `read -r keelson_go <&${gateFd} || fail 'its control group cannot be entered'\nunset keelson_go\nexec ${gateFd}<&-`,
    before,
    `ulimit -c 0 && ulimit -d ${kibibytes} && ulimit -t ${limits.cpu_seconds} && ulimit -f ${blocks} && ulimit -n ${limits.open_files} || fail 'the limits cannot be set'`,
    `ulimit -p ${limits.processes} 2>/dev/null || ulimit -u ${limits.processes} || fail 'the limit on processes cannot be set'`,
    'command -v "$1" >/dev/null || fail "there is no program $1"',
    `echo ${STARTED} >&${STATUS_FD}`,
    `exec ${STATUS_FD}>&- 9>&2 2>/dev/null`,
    '(exec "$@" 2>&9 9>&-)',
    'exit $?',
  ].filter((line) => line !== '').join('\n');
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
