/** Named moments at which a process can be made to die. Also loaded by the thread that writes, as its hooks. */

export const KILL_POINTS = [
  'intent.before',
  'intent.after',
  'effect.before',
  'effect.after',
  'result.before',
  'result.after',
  'counter.before',
  'counter.after',
  'begin.before',
  'commit.before',
  'commit.after',
  'head.before',
  'head.after',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** Both threads of a child see the environment; an argument would reach only one. */
const VARIABLE = 'KEELSON_KILL_AT';

export function killAt(point: KillPoint, time: number): Record<string, string> {
  return { [VARIABLE]: `${point} ${time}` };
}

const [chosen = '', time = '0'] = (process.env[VARIABLE] ?? '').split(' ');
let passed = 0;

/** Dies here without a word, when it is this point's turn. */
export function passKillPoint(point: KillPoint): void {
  if (point !== chosen) return;
  passed += 1;
  if (passed === Number(time)) process.kill(process.pid, 'SIGKILL');
}

export const beforeBegin = (): void => passKillPoint('begin.before');
export const beforeCommit = (): void => passKillPoint('commit.before');
export const afterCommit = (): void => passKillPoint('commit.after');
export const beforeHead = (): void => passKillPoint('head.before');
export const afterHead = (): void => passKillPoint('head.after');
