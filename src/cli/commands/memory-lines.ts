import type { PlanCalibration } from '../../contracts/index.ts';
import { oneLine } from './printable.ts';
import { hanging } from './run-plan-text.ts';

const DID: Readonly<Record<Exclude<PlanCalibration['action'], 'ignore'>, string>> = { exploit: 'preferred', avoid: 'avoided', caution: 'asks before' };

/** A reason can quote much; `keelson memory show` has it whole. */
const REASON_CHARS_MAX = 240;

/** What memory made of a plan, one line for each thing. */
export function memoryLines(calibration: readonly PlanCalibration[], width: number): string[] {
  return calibration.flatMap((entry) => {
    const { action, space, entity, reason, named_by_person: isNamed } = entry;
    if (action === 'ignore') return [];
    const why = oneLine(reason, REASON_CHARS_MAX);
    const text = isNamed === true ? `memory: ${thingOf(space, entity)} went wrong before, and you named it, so it is tried again: ${why}` : `memory: ${DID[action]} ${thingOf(space, entity)} because ${why}`;
    return hanging(`* ${text}`, width, '  ');
  });
}

/** A tag as a person says it. */
export function thingOf(space: string, entity: string): string {
  const path = entity.startsWith('path:') ? entity.slice('path:'.length) : undefined;
  const tool = space.startsWith('tool:') ? space.slice('tool:'.length) : undefined;
  if (tool === undefined) return `the way that “${oneLine(space.slice(space.indexOf(':') + 1).replaceAll('_', ' '), REASON_CHARS_MAX)} …” was done`;
  return path === undefined ? tool : `${oneLine(path, REASON_CHARS_MAX)} with ${tool}`;
}
