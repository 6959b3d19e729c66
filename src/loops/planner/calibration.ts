import type { PlanCalibration, TaskSpec } from '../../contracts/index.ts';
import { intentSlug } from '../solver/experience.ts';

/** Where memory is asked to look. Without an entity everything in the space is meant. */
export interface CalibrationTag {
  readonly space: string;
  readonly entity?: string;
}

/** What a planner may do with memory: read it before it plans. Nobody here is given more. */
export interface CalibrationPort {
  read(tags: readonly CalibrationTag[]): Promise<readonly PlanCalibration[]>;
}

/** Stands in until there is a memory: it has learnt nothing. */
export const NOTHING_LEARNT: CalibrationPort = { read: async () => [] };

/** The kind of task on this machine, and every tool that a plan could use. */
export function calibrationTags({ intent }: Pick<TaskSpec, 'intent'>, toolIds: readonly string[]): CalibrationTag[] {
  return [{ space: `intent:${intentSlug(intent)}`, entity: 'env:local' }, ...[...new Set(toolIds)].map((toolId) => ({ space: `tool:${toolId}` }))];
}

/** What memory has to say before a plan is made. What it says to ignore is left out here, so that nobody sees it. */
export async function readCalibration(task: Pick<TaskSpec, 'intent'>, toolIds: readonly string[], memory: CalibrationPort): Promise<PlanCalibration[]> {
  const found = await memory.read(calibrationTags(task, toolIds));
  return found.filter(({ action }) => action !== 'ignore');
}

/** One tag without its kind: `tool:shell` is `shell`; undefined when it is of another kind. */
export function valueOf(kind: 'tool' | 'path', tag: string): string | undefined {
  const prefix = `${kind}:`;
  return tag.startsWith(prefix) && tag.length > prefix.length ? tag.slice(prefix.length) : undefined;
}

/** The tools that memory wants a person to be asked about before they are used. */
export function toolsToAskAbout(calibration: readonly PlanCalibration[]): string[] {
  return calibration.flatMap(({ action, space }) => (action === 'caution' ? (valueOf('tool', space) ?? []) : []));
}
