import type { ClientFunctions, RoleId } from '../contracts/index.ts';
import { invariant, KeelsonError } from '../kernel/index.ts';
import type { Tool, ToolCatalogue } from '../tools/index.ts';
import type { ToolsPorts } from './tools-ports.ts';

/** The tools of one run: those of this machine, and what its client brought. None of those stands in any registry, for they are this run's alone. */
export async function withFunctions(catalogue: ToolCatalogue, functions: ClientFunctions | undefined, { roleBook }: Pick<ToolsPorts, 'roleBook'>): Promise<ToolCatalogue> {
  if (functions === undefined) return catalogue;
  const [{ clientTool, createCatalogue, faultOfFunction }, { rolesWithServerTools }] = await Promise.all([import('../tools/index.ts'), import('../mother/index.ts')]);
  for (const [at, one] of functions.offered.entries()) {
    const fault = faultOfFunction(one);
    if (fault !== undefined) throw functionRefused(one.name, at, fault);
  }
  const [first, ...others] = rolesWithServerTools(await roleBook());
  invariant(first !== undefined, 'no contract opens the tools of others to anybody');
  const roles: readonly [RoleId, ...RoleId[]] = [first, ...others];
  return createCatalogue([...catalogue.tools, ...functions.offered.map((one) => clientTool(one, roles) as Tool)]);
}

function functionRefused(name: string, at: number, fault: string): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `The function ${name} cannot be offered: ${fault}.`, nextStep: 'Correct its definition and send the request again.', data: { issues: [{ path: `functions.offered.${at}`, message: fault }] } });
}
