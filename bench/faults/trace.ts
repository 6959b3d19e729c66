/** Reads what `strace -f -y -xx` writes: which bytes went to which file, and what was synced when. */

/** What a call did to the disk. Lines count the moments of the trace: a call begins at one and has returned at another. */
export type DiskCall = { readonly begunAt: number; readonly doneAt: number } & (
  | { readonly kind: 'write'; readonly path: string; readonly offset: number | null; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  /** A sync that failed is worse than none: the system may have forgotten what it could not write. */
  | { readonly kind: 'sync'; readonly path: string; readonly isDone: boolean }
  | { readonly kind: 'create'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly path: string }
);

export interface Trace {
  readonly calls: readonly DiskCall[];
  /** The number of moments at which the power can go. */
  readonly moments: number;
}

export const TRACED_CALLS = 'openat,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat';

/** Enough for a whole page in hexadecimal; a longer string would be cut off and make the trace worthless. */
export const TRACED_STRING_BYTES = 1_200_000;

const UNFINISHED = ' <unfinished ...>';

export function parseTrace(text: string): Trace {
  const calls: DiskCall[] = [];
  const unfinished = new Map<string, { readonly begunAt: number; readonly text: string }>();
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const gap = line.indexOf(' ');
    const thread = line.slice(0, gap);
    const said = line.slice(gap + 1).trimStart();
    if (said.endsWith(UNFINISHED)) {
      unfinished.set(thread, { begunAt: at, text: said.slice(0, -UNFINISHED.length) });
      continue;
    }
    const earlier = said.startsWith('<... ') ? unfinished.get(thread) : undefined;
    const whole = earlier === undefined ? said : earlier.text + said.slice(said.indexOf('resumed>') + 'resumed>'.length);
    const call = callOf(whole, { begunAt: earlier?.begunAt ?? at, doneAt: at });
    if (call !== undefined) calls.push(call);
  }
  // A call that never returned may still have reached the disk.
  for (const { begunAt, text: said } of unfinished.values()) {
    const call = callOf(`${said}) = 0`, { begunAt, doneAt: lines.length });
    if (call !== undefined && call.kind === 'write' && !calls.some((known) => known.begunAt === begunAt)) calls.push(call);
  }
  return { calls: calls.sort((a, b) => a.begunAt - b.begunAt), moments: lines.length };
}

interface SaidCall {
  readonly name: string;
  readonly args: readonly string[];
  readonly answer: string;
}

/** Takes a line apart; undefined for what is no call. */
function saidCall(text: string): SaidCall | undefined {
  const open = text.indexOf('(');
  const equals = text.lastIndexOf(' = ');
  // The answer is set in a column of its own, so there may be more than one space before it.
  const call = text.slice(0, Math.max(equals, 0)).trimEnd();
  if (open === -1 || !call.endsWith(')')) return undefined;
  return { name: call.slice(0, open), args: call.slice(open + 1, -1).split(', '), answer: text.slice(equals + ' = '.length) };
}

function callOf(text: string, when: { readonly begunAt: number; readonly doneAt: number }): DiskCall | undefined {
  const call = saidCall(text);
  if (call === undefined) return undefined;
  const isDone = !call.answer.startsWith('-1');
  if (!isDone && !call.name.endsWith('sync')) return undefined;
  const effect = effectOf(call, isDone);
  return effect === undefined ? undefined : { ...effect, ...when };
}

type Effect = DiskCall extends infer Call ? (Call extends DiskCall ? Omit<Call, 'begunAt' | 'doneAt'> : never) : never;

function effectOf({ name, args, answer }: SaidCall, isDone: boolean): Effect | undefined {
  const descriptor = (at: number): string => pathOfDescriptor(args[at] as string);
  const path = (at: number): string => bytesOf(args[at] as string).toString();
  switch (name) {
    case 'write':
      return { kind: 'write', path: descriptor(0), offset: null, bytes: written(args, answer) };
    case 'pwrite64':
      return { kind: 'write', path: descriptor(0), offset: Number(args[3]), bytes: written(args, answer) };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path: descriptor(0), isDone };
    case 'ftruncate':
      return { kind: 'truncate', path: descriptor(0), size: Number(args[1]) };
    case 'openat':
      return args[2]?.includes('O_CREAT') === true ? { kind: 'create', path: path(1) } : undefined;
    case 'rename':
      return { kind: 'rename', path: path(0), to: path(1) };
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', path: path(1), to: path(3) };
    case 'unlink':
      return { kind: 'unlink', path: path(0) };
    case 'unlinkat':
      return { kind: 'unlink', path: path(1) };
    default:
      return undefined;
  }
}

/** `21<\x2f\x74>`; what was deleted meanwhile has no path that matters. */
function pathOfDescriptor(text: string): string {
  return text.endsWith('(deleted)') ? '' : hexBytes(text.slice(text.indexOf('<') + 1, text.lastIndexOf('>'))).toString();
}

function bytesOf(text: string): Buffer {
  return hexBytes(text.slice(text.indexOf('"') + 1, text.lastIndexOf('"')));
}

/** What was asked for may be more than what was written. */
function written(args: readonly string[], answer: string): Buffer {
  const count = Number.parseInt(answer, 10);
  return bytesOf(args[1] as string).subarray(0, count > 0 ? count : undefined);
}

function hexBytes(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
