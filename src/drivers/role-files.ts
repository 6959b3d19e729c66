import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RoleAci } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { RoleFiles } from '../mother/index.ts';

const REGISTRY_FILE = 'registry.json';
/** A contract is known by the name of its JSON, whichever it is written in. */
const YAML_ENDING = /\.ya?ml$/;
const CONTRACT_FILE = /^aci_[^/]+\.(?:json|ya?ml)$/;

/** Reads the documents of the folder `roles`: the registry, and one contract in each file that is called `aci_…` and is JSON or YAML. */
export async function readRoleFiles(folder: string): Promise<RoleFiles> {
  const names = (await readdir(folder)).filter((name) => CONTRACT_FILE.test(name));
  const contracts = new Map<string, unknown>();
  for (const name of names) {
    const known = name.replace(YAML_ENDING, '.json');
    if (contracts.has(known)) throw unreadable(name, 'it is there in JSON and in YAML, and only one of them can count');
    contracts.set(known, await readDocument(folder, name));
  }
  return { registry: await readDocument(folder, REGISTRY_FILE), contracts };
}

/** A contract as people like to write it. */
export async function contractAsYaml(contract: RoleAci): Promise<string> {
  const { stringify } = await import('yaml');
  // An alias would be read as the same thing and not as one that is equal.
  return stringify(contract, { aliasDuplicateObjects: false });
}

async function readDocument(folder: string, name: string): Promise<unknown> {
  try {
    const text = await readFile(join(folder, name), 'utf8');
    // Loaded only where somebody writes YAML. The core schema has no tags that make anything but plain values.
    return name.endsWith('.json') ? JSON.parse(text) : (await import('yaml')).parse(text, { schema: 'core', maxAliasCount: 0 });
  } catch (error) {
    throw unreadable(name, String(error), error);
  }
}

function unreadable(name: string, why: string, cause?: unknown): KeelsonError<'role.contract_invalid'> {
  return new KeelsonError('role.contract_invalid', {
    message: `The document ${name} of the roles cannot be read: ${why}.`,
    nextStep: 'Restore the file from the package, or correct it.',
    data: { role_id: name, issues: [why] },
    ...(cause !== undefined && { cause }),
  });
}
