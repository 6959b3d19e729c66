/** A process that holds a lease, as it can be known again. */
export interface LeaseHolder {
  readonly pid: number;
  /** When it began, as its system counts; empty where that cannot be told. Numbers of processes come round again. */
  readonly began: string;
  /** Where that number means this process. */
  readonly host: string;
}

const OF_PROCESS = ':process-';
const SINCE = '-';
const ON_HOST = '@';

/** The name under which a process takes a lease; host and time hold neither blanks nor the signs between the parts. */
export function holderName(owner: string, { pid, began, host }: LeaseHolder): string {
  return `${owner}${OF_PROCESS}${pid}${SINCE}${began}${ON_HOST}${host}`;
}

/** Who stands behind the name; nothing where it names no process. */
export function readHolder(name: string): LeaseHolder | undefined {
  const at = name.lastIndexOf(OF_PROCESS);
  if (at === -1) return undefined;
  const [process = '', host = ''] = name.slice(at + OF_PROCESS.length).split(ON_HOST);
  const [digits = '', began = ''] = process.split(SINCE);
  const pid = Number(digits);
  return Number.isInteger(pid) && pid > 0 && host !== '' ? { pid, began, host } : undefined;
}

/** The holder as a person reads it. */
export function holderWords(name: string): string {
  const holder = readHolder(name);
  return holder === undefined ? name : `process ${holder.pid} on ${holder.host.split(IN_NAMESPACE)[0]}`;
}

/** Between a machine and the namespace of its processes, where machines have several. */
export const IN_NAMESPACE = '/';
