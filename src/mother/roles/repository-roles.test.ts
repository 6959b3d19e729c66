import { describe, expect, it } from 'vitest';
import { KNOWN_TOOLS, repositoryRoles } from '../../../test/support/repository-roles.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ControlRole, DEFAULT_REGISTRY_POLICIES, GATES, RESERVED_ACTIONS, WorkerRole } from '../../contracts/index.ts';
import { gatesIn, parseGateExpression } from './gate-expression.ts';

const book = await repositoryRoles();

describe('the registry of the repository', () => {
  it('dispatches every role from an entrypoint of its own', verifies('ACI-18', 'ROLES-55'), () => {
    const entrypoints = {
      mother: 'orchestrator.mother',
      librarian: 'agents.librarian',
      research: 'agents.research',
      coder: 'agents.coder',
      critic: 'agents.critic',
      analyst: 'agents.analyst',
      vision: 'agents.vision',
      update: 'agents.update',
      toolsmith: 'agents.toolsmith',
      perceiver: 'loops.perceiver',
      planner: 'loops.planner',
      executor: 'loops.executor',
      agent_validator: 'loops.agent_validator',
      meta_validator: 'loops.meta_validator',
      memory: 'memory.store',
      auditor: 'auditor.reader',
      solver: 'loops.solver',
    };
    expect(book.registry.roles).toEqual(Object.entries(entrypoints).map(([role_id, entrypoint]) => ({ role_id, aci_version: 'aci:v1', enabled: true, entrypoint })));
    expect(Object.keys(entrypoints).toSorted()).toEqual([...ControlRole.options, ...WorkerRole.options].toSorted());
  });

  it('holds control and worker roles alike, each with its contract', verifies('ROLES-07', 'ROLES-55'), () => {
    expect(book.contracts().map(({ role_id: roleId }) => roleId)).toEqual(book.registry.roles.map(({ role_id: roleId }) => roleId));
    expect(book.enabledWorkers().map(({ role_id: roleId }) => roleId)).toEqual(WorkerRole.options);
  });

  it('asks of everybody what the product falls back on', () => {
    expect(book.registry.policies).toEqual(DEFAULT_REGISTRY_POLICIES);
  });
});

/** What comes with asking a model, unless a contract names it itself (`role-actions.test.ts`). */
const WITH_MODELS: ReadonlySet<string> = new Set(['todo', 'delegate']);

describe('the contracts of the repository', () => {
  it('name exactly the tools that are open to their role', verifies('KEL-ROLE-04'), () => {
    const reserved = new Set(Object.keys(RESERVED_ACTIONS));
    for (const { role_id: roleId, allowed_actions: actions } of book.contracts()) {
      const named = actions.map(({ action_id: actionId }) => actionId).filter((actionId) => !reserved.has(actionId));
      const open = KNOWN_TOOLS.tools.filter(({ allowed_roles: roles }) => roles.includes(roleId)).map(({ tool_id: toolId }) => toolId).filter((toolId) => !WITH_MODELS.has(toolId));
      expect([roleId, named.toSorted()]).toEqual([roleId, open.toSorted()]);
    }
  });

  it('ask of each worker what it must deliver', () => {
    const delivers = Object.fromEntries(book.enabledWorkers().map(({ role_id: roleId, required_artifacts: artifacts }) => [roleId, artifacts.map(({ artifact_type: type, only_when: onlyWhen }) => (onlyWhen === undefined ? type : `${type} when ${onlyWhen}`))]));
    expect(delivers).toEqual({
      librarian: ['IngestionReport when library_changed', 'IndexBuildReport when library_changed'],
      research: ['ResearchNotes', 'RetrievalReport when retrieval_used'],
      coder: ['CodePatch when code_changed', 'TestResults when code_changed', 'ImplementationNotes when code_changed'],
      critic: ['CriticReport'],
      analyst: ['AnalysisReport'],
      vision: [],
      update: ['UpdateRecommendation'],
      toolsmith: ['ToolPatch', 'ToolCatalog'],
    });
  });

  it('let only those act who must: models, memory, directives, the end of a run', verifies('KEL-ROLE-04'), () => {
    const rolesThat = (action: string) => book.contracts().filter(({ allowed_actions: actions }) => actions.some(({ action_id: actionId }) => actionId === action)).map(({ role_id: roleId }) => roleId);
    expect(['terminate_run', 'leave_phase', 'issue_directive', 'order_correction', 'request_replan', 'read_log'].map(rolesThat)).toEqual([['mother'], ['mother'], ['solver'], ['agent_validator'], ['meta_validator'], ['auditor']]);
    expect(rolesThat('write_memory')).toEqual(['memory', 'solver']);
    expect(rolesThat('git_commit')).toEqual(['coder']);
    expect(['mother', 'memory', 'auditor', 'solver'].filter((roleId) => rolesThat('call_model').includes(roleId))).toEqual([]);
  });

  it('name every gate that there is, and every gate they name is there', () => {
    const conditions = book.contracts().flatMap(({ phase_exit_criteria: exits, required_artifacts: artifacts }) => [...exits.flatMap(({ exit_when: when }) => when), ...artifacts.flatMap(({ only_when: onlyWhen }) => onlyWhen ?? [])]);
    const named = new Set(conditions.flatMap((condition) => gatesIn(parseGateExpression(condition))));
    expect(Object.keys(GATES).filter((gate) => !named.has(gate) && gate !== 'tests_available')).toEqual([]);
  });
});
