import type { PlanCalibration, PlanDirective } from '../../contracts/index.ts';
import { isDecidedByMemory, valueOf } from './calibration.ts';

/** Something that a plan must not use. Ways of doing things can only be told to a planner; tools and targets are looked for. */
export interface MustNot {
  readonly from: 'memory' | 'directive';
  readonly kind: 'way' | 'tool' | 'target';
  readonly what: string;
  readonly why: string;
}

/**
 * The union of what memory avoids, the blocked tools and the blocked targets, in this order of priority. What is named
 * twice stands once, with the reason of whoever comes first.
 */
export function mustNotOf(calibration: readonly PlanCalibration[], directive: Pick<PlanDirective, 'blocked_tools' | 'blocked_targets'> | undefined): MustNot[] {
  const all: MustNot[] = [
    ...calibration.filter((entry) => entry.action === 'avoid' && isDecidedByMemory(entry)).map(avoided),
    ...(directive?.blocked_tools ?? []).map((what): MustNot => ({ from: 'directive', kind: 'tool', what, why: 'its use failed in an earlier round' })),
    ...(directive?.blocked_targets ?? []).map((what): MustNot => ({ from: 'directive', kind: 'target', what, why: 'it did not respond in an earlier round' })),
  ];
  return all.filter(({ kind, what }, at) => all.findIndex((other) => other.kind === kind && other.what === what) === at);
}

/** A tool and a path: that path is avoided. A tool and anything else: the tool is. Else it is a way of doing things. */
function avoided({ space, entity, reason: why }: PlanCalibration): MustNot {
  const [tool, path] = [valueOf('tool', space), valueOf('path', entity)];
  if (path !== undefined) return { from: 'memory', kind: 'target', what: path, why };
  return tool === undefined ? { from: 'memory', kind: 'way', what: `${space} with ${entity}`, why } : { from: 'memory', kind: 'tool', what: tool, why };
}
