import { CLIENT_TOOL_PREFIX, type JsonObject, type PlanCalibration, type RecalledPlace, type TaskSpec } from '../../contracts/index.ts';
import type { Doubt } from '../solver/doubt.ts';
import { intentSlug } from '../solver/experience.ts';
import { aimsAt } from '../validators/primary-target.ts';
import { mentions } from './mentions.ts';
import { recallReason } from './recall-reason.ts';

/** Where memory is asked to look: at one entity, at all of a kind, or at both. */
export interface CalibrationTag {
  readonly space: string;
  readonly entity?: string;
  readonly entityKind?: 'path';
}

/** What a planner may do with memory: read it before it plans. Nobody here is given more. It gives data, and the words are made here. */
export interface CalibrationPort {
  read(tags: readonly CalibrationTag[]): Promise<readonly RecalledPlace[]>;
}

/** Where there is no memory: it has learnt nothing. */
export const NOTHING_LEARNT: CalibrationPort = { read: async () => [] };

/**
 * The kind of task on this machine, and of every tool that a plan could use how it did in tasks of this kind, and which of its
 * targets are known. What a tool did in tasks of another kind says nothing about this one; nor does what the function of one client
 * did about another's of the same name.
 */
export function calibrationTags({ intent }: Pick<TaskSpec, 'intent'>, toolIds: readonly string[]): CalibrationTag[] {
  const kind = `intent:${intentSlug(intent)}`;
  const lasting = toolIds.filter((toolId) => !toolId.startsWith(CLIENT_TOOL_PREFIX));
  return [{ space: kind, entity: 'env:local' }, ...[...new Set(lasting)].map((toolId): CalibrationTag => ({ space: `tool:${toolId}`, entity: kind, entityKind: 'path' }))];
}

/**
 * What memory has to say before a plan is made. What it says to ignore is left out here, so that nobody sees it. What the
 * person names in their own words stands above memory: it is told, and forbidden no longer.
 */
export async function readCalibration(task: Pick<TaskSpec, 'intent' | 'raw_input'>, toolIds: readonly string[], memory: CalibrationPort): Promise<PlanCalibration[]> {
  const found = await memory.read(calibrationTags(task, toolIds));
  return found.filter(({ action }) => action !== 'ignore').map((place) => calibrationOf(place, task.raw_input));
}

function calibrationOf(place: RecalledPlace, request: string): PlanCalibration {
  const { space, entity, action, taint_class } = place;
  const named = valueOf('path', entity) ?? valueOf('tool', space);
  const isNamed = action !== 'exploit' && named !== undefined && mentions(request, named);
  return { space, entity, action, reason: recallReason(place), taint_class, ...(isNamed && { named_by_person: true }) };
}

/** One tag without its kind: `tool:shell` is `shell`; undefined when it is of another kind. */
export function valueOf(kind: 'tool' | 'path', tag: string): string | undefined {
  const prefix = `${kind}:`;
  return tag.startsWith(prefix) && tag.length > prefix.length ? tag.slice(prefix.length) : undefined;
}

/** Whether memory decides it: what the person has named, they have decided. */
export function isDecidedByMemory({ named_by_person: isNamed }: PlanCalibration): boolean {
  return isNamed !== true;
}

/** A tool that memory wants a person to be asked about before it is used, or before it is used on one target. */
export interface ToAskAbout {
  readonly tool: string;
  readonly target?: string;
  /** How memory calls what it is about. */
  readonly entity: string;
}

export function toolsToAskAbout(calibration: readonly PlanCalibration[]): ToAskAbout[] {
  return calibration.filter((entry) => entry.action === 'caution' && isDecidedByMemory(entry)).flatMap(({ space, entity }) => {
    const [tool, target] = [valueOf('tool', space), valueOf('path', entity)];
    return tool === undefined ? [] : [{ tool, entity, ...(target !== undefined && { target }) }];
  });
}

/** Which of what memory is wary of a call would use; undefined when it uses none of it. */
export function waryOf(wary: readonly ToAskAbout[], toolId: string, given: JsonObject): ToAskAbout | undefined {
  return wary.find(({ tool, target }) => tool === toolId && (target === undefined || aimsAt(given, target)));
}

/** Why a call is held until the person said yes, as a rule and a sentence. Nothing of what is remembered is quoted: some of it may be the words of strangers. */
export function whyHeld({ tool, target, entity }: ToAskAbout): string {
  return `memory.caution: earlier runs leave it in doubt whether ${tool} is right ${target === undefined ? 'for a task of this kind' : `for ${target}`}: keelson memory show tool:${tool} ${entity}`;
}

export function doubtsOf(calibration: readonly PlanCalibration[]): Doubt[] {
  return calibration.filter(({ action }) => action === 'avoid' || action === 'caution').flatMap(({ space, entity }) => {
    const [toolId, target] = [valueOf('tool', space), valueOf('path', entity)];
    return toolId === undefined ? [] : [{ toolId, ...(target !== undefined && { target }) }];
  });
}
