import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeelsonError } from '../kernel/index.ts';
import type { RoleFiles } from '../mother/index.ts';

const REGISTRY_FILE = 'registry.json';

/** Reads the documents of the folder `roles`: the registry, and one contract in each file that is called `aci_…json`. */
export async function readRoleFiles(folder: string): Promise<RoleFiles> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('aci_') && name.endsWith('.json'));
  const contracts = await Promise.all(names.map(async (name) => [name, await readJson(folder, name)] as const));
  return { registry: await readJson(folder, REGISTRY_FILE), contracts: new Map(contracts) };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'));
  } catch (error) {
    throw new KeelsonError('role.contract_invalid', {
      message: `The document ${name} of the roles cannot be read: ${String(error)}.`,
      nextStep: 'Restore the file from the package, or correct it.',
      data: { role_id: name, issues: [String(error)] },
      cause: error,
    });
  }
}
