import { toolsRoute, type ToolRouteDecision } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { runTool, type ToolsRunOptions } from './tools-run.ts';

export interface ToolsRouteOptions extends ToolsRunOptions {
  readonly run?: boolean;
}

/** Says which tool alone answers a request in plain words, if any; with `--run` it is run. */
export async function routeWords(surface: Surface, words: readonly string[], options: ToolsRouteOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const request = words.join(' ').trim();
  if (request === '') return showFailure(surface, { code: 'input.invalid', message: 'No request is given.', next_step: 'Say in plain words what you want, such as: keelson tools route show the git status', data: {} }, asJson);
  const outcome = await surface.client.call(toolsRoute, { request, ...(options.role !== undefined && { role_id: options.role }) }, { signal: surface.signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { decision } = outcome.value;
  if (decision.chosen !== null && options.run === true) return runTool(surface, decision.chosen.tool_id, [], { ...options, args: JSON.stringify(decision.chosen.arguments), routedFrom: request });
  await surface.terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderRoute(decision));
  return decision.chosen === null ? EXIT.failed : EXIT.ok;
}

function renderRoute({ chosen, proposals, allow_fallback_to_llm: mayAskModel }: ToolRouteDecision): string {
  const lines = [
    chosen === null ? `No tool alone answers this; ${mayAskModel ? 'a model would be asked' : 'nobody would be asked'}.` : `${chosen.tool_id} ${JSON.stringify(chosen.arguments)}, as ${chosen.role_id}`,
    ...proposals.filter(({ outcome }) => outcome !== 'chosen').map(({ tool_id: toolId, detail }) => `  not ${toolId}: ${detail}`),
  ];
  return `${lines.join('\n')}\n`;
}
