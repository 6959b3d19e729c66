import { promptPins } from '../../src/loops/index.ts';
import type { RoleBook, TaskPorts } from '../../src/mother/index.ts';
import type { Tool } from '../../src/tools/index.ts';

/** What a run is pinned to where each thing has one version, and formulas have those that come with the product. */
export function versionsHere(roles: RoleBook, tools: readonly Tool[]): TaskPorts['versions'] {
  return {
    prompts: single(promptPins()),
    contracts: single(Object.fromEntries(roles.contracts().map(({ role_id: id }) => [id, '1.0.0']))),
    formulas: { 'solver.gradient': ['1.0.0', '0.8.0'] },
    tools: single(Object.fromEntries(tools.map(({ definition: { tool_id: id, version } }) => [id, version]))),
    server_tools: {},
    policy: {},
    models: {},
  };
}

function single(versions: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(versions).map(([id, version]) => [id, [version]]));
}
