import { describe, expect, it } from 'vitest';
import { ledgerInMemory, refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { logOver } from '../../../test/contract-suites/ledger-samples.ts';
import { KNOWN_TOOLS, repositoryFiles } from '../../../test/support/repository-roles.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { documentKey, RoleAci, RoleRegistry } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { loadRoles } from './load-roles.ts';
import { publishRoles } from './publish-roles.ts';
import type { RoleBook } from './role-book.ts';

const FILES = await repositoryFiles();
const REGISTRY = RoleRegistry.parse(FILES.registry);
const CODER = RoleAci.parse(FILES.contracts.get('aci_coder_v1.json'));

function bookWith({ coder = {}, entry = {} }: { readonly coder?: Partial<RoleAci>; readonly entry?: object } = {}): RoleBook {
  const changed = { ...CODER, ...coder };
  const contracts = new Map(FILES.contracts).set(`aci_coder_${changed.version.slice(4)}.json`, changed);
  return loadRoles({ registry: { ...REGISTRY, roles: REGISTRY.roles.map((one) => (one.role_id === 'coder' ? { ...one, ...entry } : one)) }, contracts }, KNOWN_TOOLS);
}

async function store() {
  const { store: kept } = await ledgerInMemory();
  const { writer, log } = logOver(kept, BUILTIN_SETUP);
  const documents = createDocuments(kept, BUILTIN_SETUP.projections);
  return { documents, log, publish: (book: RoleBook) => publishRoles(book, { log: writer, documents }) };
}

describe('the roles in the store', () => {
  it('are those of the repository, word for word, and are written only when they changed', verifies('ACI-23', 'ACI-31', 'ACI-36', 'ROLES-07'), async () => {
    const { documents, publish, log } = await store();
    expect([await publish(bookWith()), await publish(bookWith())]).toEqual([true, false]);
    expect((await documents.get('registry:roles'))?.body).toEqual(REGISTRY);
    const contracts = await Promise.all(REGISTRY.roles.map(async ({ role_id: roleId }) => (await documents.get(`aci:${roleId}:v1`))?.body));
    expect(contracts).toEqual(REGISTRY.roles.map(({ role_id: roleId }) => RoleAci.parse(FILES.contracts.get(`aci_${roleId}_v1.json`))));
    expect((await log.readAll()).map(({ event }) => event.type)).toEqual([...REGISTRY.roles.map(() => 'registry.role_contract_published'), 'registry.roles_published']);
  });

  it('follow the repository there and back', verifies('ACI-23'), async () => {
    const { documents, publish } = await store();
    const enabled = async () => RoleRegistry.parse((await documents.get('registry:roles'))?.body).roles.find(({ role_id: roleId }) => roleId === 'coder')?.enabled;
    await publish(bookWith());
    expect([await publish(bookWith({ entry: { enabled: false } })), await enabled()]).toEqual([true, false]);
    expect([await publish(bookWith()), await enabled()]).toEqual([true, true]);
  });

  it('take a changed contract only under a new version, and keep the old one', verifies('ACI-36'), async () => {
    const { documents, publish } = await store();
    await publish(bookWith());
    expect(await refusalOf(publish(bookWith({ coder: { purpose: 'Changes code quietly.' } })))).toMatchObject({ code: 'role.contract_changed', data: { role_id: 'coder', version: 'aci:v1' } });
    const coder = { version: 'aci:v2', purpose: 'Changes code quietly.' };
    expect(await publish(bookWith({ coder, entry: { aci_version: 'aci:v2' } }))).toBe(true);
    const kept = async (version: number): Promise<unknown> => (await documents.get(documentKey.roleAci('coder', version)))?.body;
    expect([await kept(1), await kept(2), await kept(3)]).toEqual([CODER, { ...CODER, ...coder }, undefined]);
  });

  it('are not taken back by an older program', verifies('ACI-23'), async () => {
    const { documents, publish } = await store();
    await publish(bookWith({ coder: { version: 'aci:v2' }, entry: { aci_version: 'aci:v2' } }));
    expect(await refusalOf(publish(bookWith()))).toMatchObject({ code: 'role.registry_outdated', data: { role_id: 'coder', here: 'aci:v1', stored: 'aci:v2' } });
    expect(RoleRegistry.parse((await documents.get('registry:roles'))?.body).roles.find(({ role_id: roleId }) => roleId === 'coder')?.aci_version).toBe('aci:v2');
  });
});
