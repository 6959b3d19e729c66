import { Phase, type OversightSection, type PinnedVersions, type RoleAci } from '../contracts/index.ts';
import { canonicalHash } from '../kernel/index.ts';
import type { RunSettings, VersionsAtHand } from '../mother/index.ts';
import type { ToolCatalogue } from '../tools/index.ts';

export interface World {
  readonly prompts: PinnedVersions['prompts'];
  readonly contracts: readonly Pick<RoleAci, 'role_id' | 'version'>[];
  readonly formulas: readonly { readonly formula_id: string; readonly semantic_version: string }[];
  readonly catalogue: Pick<ToolCatalogue, 'tools'>;
  readonly policy: OversightSection;
  /** How long phases last and how often they are tried again. What a run may spend is written down with its start. */
  readonly phases: RunSettings['phases'];
  /** See `OpenedModels.configured`. */
  readonly models: Readonly<Record<string, string>>;
}

/** Everything here that decides the course of a run. Of formulas the older versions are at hand too; of the rest there is one. */
export function versionsAtHand({ prompts, contracts, formulas, catalogue, policy, phases, models }: World): VersionsAtHand {
  const definitions = catalogue.tools.map(({ definition }) => definition);
  const isServed = (toolId: string): boolean => toolId.startsWith('mcp__');
  return {
    prompts: single(prompts),
    contracts: single(Object.fromEntries(contracts.map(({ role_id: roleId, version }) => [roleId, `${version.slice('aci:v'.length)}.0.0`]))),
    formulas: newestFirst(formulas),
    tools: single(Object.fromEntries(definitions.filter(({ tool_id: id }) => !isServed(id)).map(({ tool_id: id, version }) => [id, version]))),
    // What another server says of its tools may change under the same name, and it gives no version.
    server_tools: single(Object.fromEntries(definitions.filter(({ tool_id: id }) => isServed(id)).map((definition) => [definition.tool_id, canonicalHash(definition)]))),
    policy: { oversight: [canonicalHash(policy)], phases: [canonicalHash(Object.fromEntries(Phase.options.map((phase) => [phase, phases(phase)])))] },
    models: single(models),
  };
}

function single(versions: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, [version]]));
}

/** Given by rising version. */
function newestFirst(formulas: World['formulas']): Record<string, string[]> {
  const versions: Record<string, string[]> = {};
  for (const { formula_id: id, semantic_version: version } of formulas) versions[id] = [version, ...(versions[id] ?? [])];
  return versions;
}
