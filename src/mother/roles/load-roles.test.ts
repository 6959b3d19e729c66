import { describe, expect, it } from 'vitest';
import { KNOWN_TOOLS, repositoryFiles, repositoryRoles } from '../../../test/support/repository-roles.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RoleAci, RoleRegistry } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { demandDispatchable } from './demand-dispatchable.ts';
import { contractFileName, loadRoles, type RoleFiles } from './load-roles.ts';

const FILES = await repositoryFiles();
const CODER = RoleAci.parse(FILES.contracts.get('aci_coder_v1.json'));
const REGISTRY = RoleRegistry.parse(FILES.registry);

/** The files of the repository with the contract of the coder changed. */
function withCoder(part: object, file = 'aci_coder_v1.json'): RoleFiles {
  const contracts = new Map(FILES.contracts);
  contracts.delete('aci_coder_v1.json');
  return { registry: FILES.registry, contracts: contracts.set(file, { ...CODER, ...part }) };
}

function issuesOf(files: RoleFiles): unknown {
  try {
    loadRoles(files, KNOWN_TOOLS);
    return [];
  } catch (error) {
    return hasCode(error, 'role.contract_invalid') ? error.data.issues : error;
  }
}

const artifact = { artifact_type: 'CodePatch', required_in_phases: ['execute'], schema_ref: '#/schemas/CodePatch', min_requirements: [] };

describe('the documents of the roles', () => {
  it('are refused with everything that is wrong with them', verifies('ACI-10', 'ACI-39', 'KEL-ROLE-03'), () => {
    expect(
      issuesOf(
        withCoder({
          allowed_actions: [...CODER.allowed_actions, { action_id: 'fly', category: 'write', description: 'Flies.', constraints: {} }, { action_id: 'resize_image', category: 'write', description: 'Resizes.', constraints: {} }, CODER.allowed_actions[0]],
          required_artifacts: [
            { ...artifact, artifact_type: 'Poem', schema_ref: '#/schemas/Poem' },
            { ...artifact, schema_ref: '#/schemas/Code' },
            { ...artifact, min_requirements: ['is_beautiful'] },
            { ...artifact, required_in_phases: ['plan'] },
            { ...artifact, only_when: 'moon_full' },
          ],
          phase_exit_criteria: [
            { phase: 'execute', exit_when: ['all_is_well'], max_retries: 1, on_exceed: 'terminate' },
            { phase: 'execute', exit_when: ['code_changed'], max_retries: 1, on_exceed: 'terminate' },
            { phase: 'plan', exit_when: ['plan_valid'], max_retries: 1, on_exceed: 'terminate' },
            { phase: 'review', exit_when: ['critic_passed'], max_retries: 1, on_exceed: 'terminate' },
          ],
          approval_triggers: [...CODER.approval_triggers, { trigger_id: 'push', condition: 'moon == "full"', required_approver: 'owner', expires_in: 'PT2H' }],
        }),
      ),
    ).toEqual([
      'coder: the action read_file is listed twice',
      expect.stringMatching(/^coder: the action fly is neither a tool nor one of mcp_tools, call_model, .*; tools of servers are all meant by mcp_tools$/) as string,
      'coder: the tool resize_image is open to vision, analyst, and not to coder',
      'coder: the artifact Poem has no schema; #/schemas/Poem leads nowhere',
      'coder: the artifact CodePatch is checked by its own schema #/schemas/CodePatch, and not by #/schemas/Code',
      'coder: nothing can check "is_beautiful" of the artifact CodePatch',
      'coder: the artifact CodePatch is required in plan, where the role does not work',
      'coder: "moon_full" cannot be read at character 1: "moon_full" is no gate',
      'coder: two criteria say when execute is left',
      'coder: a criterion says when plan is left, where the role does not work',
      'coder: nothing says when repair is left',
      'coder: "all_is_well" cannot be read at character 1: "all_is_well" is no gate',
      'coder: the trigger push is listed twice',
      expect.stringMatching(/^coder: "moon == "full"" cannot be read at character 1: "moon" is not known; known are /) as string,
    ]);
  });

  it('lie in the file of their role and version, and every registered role has one', verifies('ACI-36', 'KEL-ROLE-03'), () => {
    expect(contractFileName(CODER)).toBe('aci_coder_v1.json');
    expect(issuesOf(withCoder({}, 'aci_programmer_v1.json'))).toEqual(['coder: it lies in aci_programmer_v1.json; the file of aci:v1 is aci_coder_v1.json']);
    expect(issuesOf(withCoder({ version: 'aci:v2' }, 'aci_coder_v2.json'))).toEqual(['coder: the registry names aci:v1, and there is no valid aci_coder_v1.json']);
    expect(issuesOf(withCoder({ purpose: '' }))).toEqual([expect.stringContaining('aci_coder_v1.json: ') as string, 'coder: the registry names aci:v1, and there is no valid aci_coder_v1.json']);
    expect(issuesOf({ ...FILES, registry: { ...REGISTRY, registry_version: 'registry:v2' } })).toEqual([expect.stringContaining('registry: ') as string]);
  });

  it('may hold contracts of earlier versions; the registry says which is in force', verifies('ACI-36'), () => {
    const contracts = new Map(FILES.contracts).set('aci_coder_v2.json', { ...CODER, version: 'aci:v2', purpose: 'Changes code twice.' });
    const roles = REGISTRY.roles.map((entry) => (entry.role_id === 'coder' ? { ...entry, aci_version: 'aci:v2' } : entry));
    expect(loadRoles({ registry: { ...REGISTRY, roles }, contracts }, KNOWN_TOOLS).get('coder').purpose).toBe('Changes code twice.');
    expect(loadRoles({ registry: REGISTRY, contracts }, KNOWN_TOOLS).get('coder')).toEqual(CODER);
  });
});

function codeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return hasCode(error, 'role.unknown') || hasCode(error, 'role.disabled') ? { code: error.code, data: error.data } : error;
  }
}

describe('a role', () => {
  it('may be given work when it is registered and switched on', verifies('ACI-24', 'ACI-37'), async () => {
    const book = await repositoryRoles();
    expect(demandDispatchable('coder', book)).toEqual(CODER);
    expect(codeOf(() => demandDispatchable('poet', book))).toEqual({ code: 'role.unknown', data: { role_id: 'poet', known: REGISTRY.roles.map(({ role_id }) => role_id) } });
    const roles = REGISTRY.roles.map((entry) => (entry.role_id === 'coder' ? { ...entry, enabled: false } : entry));
    const without = loadRoles({ ...FILES, registry: { ...REGISTRY, roles } }, KNOWN_TOOLS);
    expect(codeOf(() => demandDispatchable('coder', without))).toEqual({ code: 'role.disabled', data: { role_id: 'coder' } });
    expect(without.get('coder')).toEqual(CODER);
    expect(without.enabledWorkers().map(({ role_id }) => role_id)).toEqual(['librarian', 'research', 'critic', 'analyst', 'vision', 'update', 'toolsmith']);
  });

  it('becomes available by its entry in the registry and by nothing else', verifies('ACI-37'), async () => {
    const book = await repositoryRoles();
    const roles = REGISTRY.roles.filter(({ role_id }) => role_id !== 'coder');
    const without = loadRoles({ ...FILES, registry: { ...REGISTRY, roles } }, KNOWN_TOOLS);
    expect(codeOf(() => demandDispatchable('coder', without))).toMatchObject({ code: 'role.unknown' });
    expect([without.allowedActions('coder'), without.triggersOf('coder')]).toEqual([undefined, []]);
    expect([book.allowedActions('coder'), book.triggersOf('coder')]).toEqual([CODER.allowed_actions, CODER.approval_triggers]);
    expect(without.hash).not.toBe(book.hash);
  });
});
