import type { ActionDirective, LossValues, Urgency } from '../../contracts/index.ts';
import type { Blocked } from './blocked.ts';
import type { Miss } from './shortfall.ts';

/** Which way the next plan has to move, for each order. */
const DIRECTION: Readonly<Record<ActionDirective, string>> = {
  refine: 'Keep the approach and tighten it: other inputs, narrower parameters.',
  change_path: 'Keep the approach and turn to other targets: nothing has moved since the round before.',
  change_approach: 'Change the method: what was done is wrong in itself, whichever way the numbers move.',
  break_symmetry: 'Take a class of tools that was not used yet: the method is wrong and nothing has moved since the round before.',
};

const LATITUDE: Readonly<Record<Urgency, string>> = {
  lower: 'It is getting better, so only what concerns this criterion is blocked.',
  normal: '',
  higher: 'It is getting worse, so everything that did not help is blocked.',
};

interface ToExplain {
  readonly state: ActionDirective;
  readonly urgency: Urgency;
  readonly named: Miss;
  readonly misses: readonly Miss[];
  readonly blocked: Blocked;
  readonly loss: LossValues;
  readonly previous: LossValues | undefined;
}

/** What is to change and which way, for all failures of the round together. */
export function rationaleFor(round: ToExplain): string {
  const { named, misses, blocked, state, urgency } = round;
  return [
    `“${named.verdict.criterion}” was not met in ${named.failedAttempts} of ${named.attempts} ${named.outcome === undefined ? 'judgements of the whole' : 'attempts'}${named.failedRounds > 0 ? `, nor in ${named.failedRounds} earlier ${named.failedRounds === 1 ? 'round' : 'rounds'}` : ''}: ${sentence(named.verdict.evidence)}`,
    misses.length > 1 ? `With it, ${misses.length - 1} more of what was judged ${misses.length === 2 ? 'is' : 'are'} not met.` : '',
    DIRECTION[state],
    blocked.tools.length > 0 ? `Do without ${blocked.tools.join(', ')}.` : '',
    blocked.targets.length > 0 ? `Leave alone what did not respond: ${blocked.targets.join(', ')}.` : '',
    LATITUDE[urgency],
    distanceMoved(round),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function distanceMoved({ loss: { D }, previous }: ToExplain): string {
  if (previous === undefined) return `The distance to what was asked is ${D.toFixed(2)} and has to fall.`;
  const moved = D < previous.D ? 'fell' : D > previous.D ? 'rose' : 'stayed';
  return moved === 'stayed' ? `The distance to what was asked stayed at ${D.toFixed(2)}.` : `The distance to what was asked ${moved} from ${previous.D.toFixed(2)} to ${D.toFixed(2)}.`;
}

function sentence(text: string): string {
  return ['.', '!', '?'].includes(text.at(-1) ?? '') ? text : `${text}.`;
}
