import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, describe, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { KNOWN_TOOLS, repositoryFiles, repositoryRoles, ROLES_FOLDER } from '../../test/support/repository-roles.ts';
import { loadRoles } from '../mother/index.ts';
import { contractAsYaml, readRoleFiles } from './role-files.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A copy of the roles in which one contract is written in YAML. */
async function rolesWithYaml(roleId: string, change: (yaml: string) => string = (yaml) => yaml): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-roles-'));
  folders.push(folder);
  await cp(ROLES_FOLDER, folder, { recursive: true });
  await rm(join(folder, `aci_${roleId}_v1.json`));
  await writeFile(join(folder, `aci_${roleId}_v1.yaml`), change(await contractAsYaml((await repositoryRoles()).get(roleId))));
  return folder;
}

describe('a contract of a role', () => {
  it('is the same in YAML and in JSON, without loss', verifies('ACI-15'), async () => {
    const book = await repositoryRoles();
    for (const { role_id: roleId } of book.contracts()) expect((await readRoleFiles(await rolesWithYaml(roleId))).contracts.get(`aci_${roleId}_v1.json`), roleId).toEqual((await repositoryFiles()).contracts.get(`aci_${roleId}_v1.json`));
  });

  it('is checked by the same schema in either', verifies('ACI-15'), async () => {
    expect(loadRoles(await readRoleFiles(await rolesWithYaml('coder')), KNOWN_TOOLS).get('coder')).toEqual((await repositoryRoles()).get('coder'));
    const wrong = await readRoleFiles(await rolesWithYaml('coder', (yaml) => yaml.replace('purpose:', 'aim:')));
    expect(() => loadRoles(wrong, KNOWN_TOOLS)).toThrow(expect.objectContaining({ code: 'role.contract_invalid' }));
  });

  it('that is there twice is refused', async () => {
    const folder = await rolesWithYaml('coder');
    await cp(join(ROLES_FOLDER, 'aci_coder_v1.json'), join(folder, 'aci_coder_v1.json'));
    await expect(readRoleFiles(folder)).rejects.toMatchObject({ code: 'role.contract_invalid' });
  });

  it('that cannot be read is named', async () => {
    const folder = await rolesWithYaml('coder', () => 'purpose: [');
    await expect(readRoleFiles(folder)).rejects.toMatchObject({ code: 'role.contract_invalid', data: { role_id: 'aci_coder_v1.yaml' } });
  });
});
