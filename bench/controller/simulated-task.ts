import { seededRandom } from '../../src/kernel/index.ts';

/** What it would take to bring a task to its end; the controller is never told. */
export const DIFFICULTIES = ['done at once', 'a little better each round', 'the same, in slow rounds', 'needs another tool', 'needs another target', 'still for two rounds, then done', 'done with the last plan', 'worse, then done', 'only partly possible', 'impossible'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export interface SimulatedTask {
  readonly difficulty: Difficulty;
  readonly subtasks: number;
  /** How long one round takes. */
  readonly roundMs: number;
  /** How often a judge calls unmet what is met. */
  readonly falseAlarms: number;
  /** Draws of its own, the same for whoever works on it. */
  draw(name: string): number;
}

const FAST_MS = 8_000;
/** From here on the cost of a round alone reads as getting worse, where it is counted in. */
const SLOW_MS = 60_000;
const FALSE_ALARMS = [0, 0, 0.05] as const;
const DRAW_LIMIT = 2 ** 32;

export function simulatedTask(seed: number): SimulatedTask {
  const draw = (name: string): number => new DataView(seededRandom(BigInt(seed) * 65_537n + BigInt([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7))).bytes(4).buffer).getUint32(0) / DRAW_LIMIT;
  const difficulty = DIFFICULTIES[seed % DIFFICULTIES.length] ?? DIFFICULTIES[0];
  const isSlow = difficulty === 'the same, in slow rounds' || draw('is slow') < 0.3;
  return {
    difficulty,
    subtasks: 1 + Math.floor(draw('subtasks') * 4),
    roundMs: Math.round((isSlow ? SLOW_MS : FAST_MS) * (1 + draw('round') * 4)),
    falseAlarms: FALSE_ALARMS[Math.floor(draw('alarms') * FALSE_ALARMS.length)] ?? 0,
    draw,
  };
}

/** What the planner was told to leave alone, as far as it changes what happens. */
export interface Blocked {
  readonly tools: ReadonlySet<string>;
  readonly targets: ReadonlySet<string>;
}

export interface PartResult {
  readonly isMet: boolean;
  readonly failureClass: 'logical' | 'environmental';
  readonly toolId: string;
  readonly target: string;
}

export const FIRST_TOOL = 'shell';
export const SECOND_TOOL = 'run_node';

/** The chance of a part that gets a little better each round, or of one whose hindrance is out of the way. */
const BETTER = 0.4;
const FREE = 0.9;

/** What really comes of one part of the task in a round; a part that is met stays met. */
export function partResult(task: SimulatedTask, part: number, round: number, wasMet: boolean, { tools, targets }: Blocked): PartResult {
  const toolId = tools.has(FIRST_TOOL) ? SECOND_TOOL : FIRST_TOOL;
  const target = targets.has(`source-${part}`) ? `mirror-${part}` : `source-${part}`;
  const lucky = (chance: number): boolean => task.draw(`part ${part} round ${round}`) < chance;
  const came = (isMet: boolean, failureClass: PartResult['failureClass'] = 'logical'): PartResult => ({ isMet: isMet || (wasMet && task.difficulty !== 'worse, then done'), failureClass, toolId, target });
  switch (task.difficulty) {
    case 'done at once':
      return came(lucky(0.97));
    case 'a little better each round':
    case 'the same, in slow rounds':
      return came(lucky(BETTER));
    case 'needs another tool':
      return came(part > 1 || (toolId === SECOND_TOOL && lucky(FREE)));
    case 'needs another target':
      return came(part > 1 || (target.startsWith('mirror') && lucky(FREE)), 'environmental');
    case 'still for two rounds, then done':
      return came(part > 1 || round >= 3);
    case 'done with the last plan':
      return came(part > 1 || round >= 4);
    case 'worse, then done':
      return came(round === 1 ? part > 1 : round >= 3);
    case 'only partly possible':
      return came(part > 1);
    case 'impossible':
      return came(false, task.draw('class') < 0.5 ? 'logical' : 'environmental');
  }
}

/** Whether more rounds could ever bring more. */
export function canImprove({ difficulty }: SimulatedTask): boolean {
  return difficulty !== 'only partly possible' && difficulty !== 'impossible';
}
