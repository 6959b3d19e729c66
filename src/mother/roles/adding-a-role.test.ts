import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { logOver } from '../../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory } from '../../../test/support/ledger-in-memory.ts';
import { KNOWN_TOOLS, repositoryFiles } from '../../../test/support/repository-roles.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RoleAci, RoleRegistry, type GateCheck } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createDocuments } from '../../ledger/index.ts';
import { factsOfArtifacts } from '../artifacts/artifact-facts.ts';
import { missingArtifacts } from '../artifacts/artifact-gates.ts';
import { demandDispatchable } from './demand-dispatchable.ts';
import { exitChecks, gateFacts } from './exit-checks.ts';
import { loadRoles } from './load-roles.ts';
import { publishRoles } from './publish-roles.ts';
import { capabilitiesFor, roleActions } from './role-actions.ts';

const PAGE = readFileSync(new URL('../../../docs/adding-a-role.md', import.meta.url), 'utf8');
const [, contractText = ''] = /```json\n([\s\S]*?)\n```/.exec(PAGE) ?? [];
const entryText = PAGE.split('\n').find((line) => line.trim().startsWith('{ "role_id"')) ?? '';

/** The tools as they are when those that the translator uses name it. */
const TOOLS = { tools: KNOWN_TOOLS.tools.map((tool) => (['read_file', 'write_file'].includes(tool.tool_id) ? { ...tool, allowed_roles: [...tool.allowed_roles, 'translator'] } : tool)) };

describe('a role that is added as the page tells', () => {
  it('is available, published and held to its contract without any change in Mother', verifies('ACI-41', 'ACI-37', 'ACI-36', 'ACI-38'), async () => {
    const files = await repositoryFiles();
    const registry = RoleRegistry.parse(files.registry);
    const contract = RoleAci.parse(JSON.parse(contractText));
    const book = loadRoles({ registry: { ...registry, roles: [...registry.roles, JSON.parse(entryText)] }, contracts: new Map(files.contracts).set('aci_translator_v1.json', contract) }, TOOLS);

    expect(demandDispatchable('translator', book)).toEqual(contract);
    expect(book.enabledWorkers().at(-1)).toEqual(contract);
    expect((await roleActions(book, ['read_file', 'shell']).allowedActions('translator'))?.map(({ action_id: actionId }) => actionId)).toEqual(['read_file', 'write_file', 'call_model']);
    expect(book.triggersOf('translator').map(({ trigger_id: triggerId }) => triggerId)).toEqual(['private_text_in_the_cloud']);
    expect(capabilitiesFor(contract.capability_needs)).toEqual(['strict_json', 'tool_calling', 'long_context']);

    const { store } = await ledgerInMemory();
    const documents = createDocuments(store, BUILTIN_SETUP.projections);
    await publishRoles(book, { log: logOver(store, BUILTIN_SETUP).writer, documents });
    expect((await documents.get('aci:translator:v1'))?.body).toEqual(contract);

    const closed = (contents: readonly object[]): string[] => {
      const artifacts = contents.map((content) => ({ reference: { artifact_id: sample.artifactId, type: 'ImplementationNotes', hash: sample.sha256 }, content }));
      const looked: GateCheck[] = [{ gate_id: 'retrieval_used', result: 'failed', detail: 'Nothing was retrieved.', refs: [] }, { gate_id: 'code_changed', result: 'failed', detail: 'No code changed.', refs: [] }];
      const gates = gateFacts([...looked, ...factsOfArtifacts(artifacts, [])]);
      const required = missingArtifacts(contract, 'execute', { gates, artifacts, waivers: [], policies: book.registry.policies });
      return [...required, ...exitChecks(contract, 'execute', new Map([...gates, ...gateFacts(required)]))].filter(({ result }) => result === 'failed').map(({ gate_id: gateId }) => gateId);
    };
    expect(closed([])).toEqual(['artifact:ImplementationNotes', 'translator: artifact:ImplementationNotes']);
    expect(closed([{ ...artifactSamples.ImplementationNotes, decisions: [] }])).toEqual(['artifact:ImplementationNotes', 'translator: artifact:ImplementationNotes']);
    expect(closed([artifactSamples.ImplementationNotes])).toEqual([]);
  });

  it('takes six steps', () => {
    expect(PAGE.split('\n').filter((line) => line.startsWith('## ')).map((line) => line.slice(3, 5))).toEqual(['1.', '2.', '3.', '4.', '5.', '6.']);
  });
});
