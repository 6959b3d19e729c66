import { runPrepared, runToolRouted, type LogEntry, type RunEngine, type RunStartRequest, type ToolRouteDecision } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import type { ToolCatalogue, ToolPlace } from '../tools/index.ts';
import type { OpenedModels, OpenModels } from './open-models.ts';
import type { ToolsPorts } from './tools-ports.ts';

export interface ChosenEngine {
  readonly engine: RunEngine;
  readonly reason: string;
  readonly models?: OpenedModels;
  readonly routed?: ToolRouteDecision;
}

/** The engine of a run that was started before: whoever goes on with it has the same, whatever is configured by now. */
export interface RecordedEngine {
  readonly engine: RunEngine;
  readonly reason: string;
  readonly routed?: ToolRouteDecision;
}

export function recordedEngine(start: readonly LogEntry[]): RecordedEngine | undefined {
  const payloadOf = (type: string): unknown => start.find(({ event }) => event.type === type)?.event.payload ?? undefined;
  const prepared = runPrepared.payload.safeParse(payloadOf(runPrepared.type)).data;
  const routed = runToolRouted.payload.safeParse(payloadOf(runToolRouted.type)).data?.decision;
  return prepared && { engine: prepared.engine, reason: prepared.engine_reason, ...(routed !== undefined && { routed }) };
}

interface Surroundings {
  readonly ports: ToolsPorts;
  readonly place: ToolPlace;
  readonly catalogue: ToolCatalogue;
  readonly allowFallbackToLlm: boolean;
}

/**
 * Who does the work: a tool that the whole request means, else models when there are any, else the engine that asks none.
 * Whoever names an engine gets it, or hears why not.
 */
export async function chooseEngine({ request, engine: wanted }: Pick<RunStartRequest, 'request' | 'engine'>, before: RecordedEngine | undefined, { ports, place, catalogue, allowFallbackToLlm }: Surroundings, openModels: OpenModels, signal: AbortSignal): Promise<ChosenEngine> {
  if (before?.engine === 'tool' && before.routed !== undefined) return { engine: 'tool', reason: before.reason, routed: before.routed };
  const engine = before === undefined ? wanted : before.engine === 'tool' ? undefined : before.engine;
  const { routeRequest } = await import('../tools/index.ts');
  const routed = await routeRequest(request, { catalogue, allowFallbackToLlm, availability: async (tool) => (await tool.availability?.({ place, hasProgram: ports.hasProgram })) ?? { isAvailable: true } });
  if (routed.chosen !== null && engine === undefined) return { engine: 'tool', reason: `The whole request means one call of ${routed.chosen.tool_id}, so no model is needed.`, routed };
  if (engine === 'offline') return { engine, reason: 'It was asked for.' };
  try {
    return { engine: 'model', reason: engine === undefined ? 'A model is configured.' : 'It was asked for.', models: await openModels(signal) };
  } catch (error) {
    if (engine === 'model' || !hasCode(error, 'model.route_refused')) throw error;
    return { engine: 'offline', reason: error.message };
  }
}
