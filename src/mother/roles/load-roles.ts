import { z } from 'zod';
import { RoleAci, RoleRegistry, type RoleId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { contractProblems, type KnownActions } from './contract-problems.ts';
import { createRoleBook, type RoleBook } from './role-book.ts';

/** The documents of the folder `roles`, parsed from JSON and not yet looked at. */
export interface RoleFiles {
  readonly registry: unknown;
  /** By the name of the file. */
  readonly contracts: ReadonlyMap<string, unknown>;
}

interface Problem {
  readonly roleId: RoleId;
  readonly issue: string;
}

/** The file that holds one version of a contract. */
export function contractFileName({ role_id: roleId, version }: Pick<RoleAci, 'role_id' | 'version'>): string {
  return `aci_${roleId}_${version.slice('aci:'.length)}.json`;
}

/**
 * Takes the documents for what everybody is held to from now on, or refuses all of them with everything that is wrong:
 * half a set of contracts would leave some role without one.
 */
export function loadRoles(files: RoleFiles, known: KnownActions): RoleBook {
  const registry = RoleRegistry.safeParse(files.registry);
  if (!registry.success) throw invalid([{ roleId: 'registry', issue: z.prettifyError(registry.error) }]);
  const read = [...files.contracts].map(([file, document]) => readContract(file, document, known));
  const contracts = read.flatMap(({ contract }) => contract ?? []);
  const inForce = new Map<RoleId, RoleAci>();
  const missing: Problem[] = [];
  for (const { role_id: roleId, aci_version: version } of registry.data.roles) {
    const contract = contracts.find((one) => one.role_id === roleId && one.version === version);
    if (contract !== undefined) inForce.set(roleId, contract);
    else missing.push({ roleId, issue: `the registry names ${version}, and there is no valid ${contractFileName({ role_id: roleId, version })}` });
  }
  const problems = [...read.flatMap((one) => one.problems), ...missing];
  if (problems.length > 0) throw invalid(problems);
  return createRoleBook(registry.data, inForce);
}

function readContract(file: string, document: unknown, known: KnownActions): { contract?: RoleAci; problems: Problem[] } {
  const parsed = RoleAci.safeParse(document);
  if (!parsed.success) return { problems: [{ roleId: file, issue: z.prettifyError(parsed.error) }] };
  const contract = parsed.data;
  const roleId = contract.role_id;
  const problems = contractProblems(contract, known).map((issue) => ({ roleId, issue }));
  const name = contractFileName(contract);
  return { contract, problems: file === name ? problems : [{ roleId, issue: `it lies in ${file}; the file of ${contract.version} is ${name}` }, ...problems] };
}

function invalid(problems: readonly Problem[]): KeelsonError<'role.contract_invalid'> {
  const issues = problems.map(({ roleId, issue }) => `${roleId}: ${issue}`);
  const [first] = problems;
  return new KeelsonError('role.contract_invalid', {
    message: `The contracts of the roles cannot be used: ${issues.join('; ')}.`,
    nextStep: 'Correct the documents in the folder roles; docs/adding-a-role.md says what they hold.',
    data: { role_id: first?.roleId ?? 'registry', issues },
  });
}
