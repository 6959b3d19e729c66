import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import {
  AciVersion,
  ActionCategory,
  ActionConstraints,
  AllowedAction,
  ApprovalTrigger,
  CapabilityNeeds,
  PhaseExitCriterion,
  ReplayCapture,
  RequiredArtifact,
  RoleAci,
} from './role-aci.ts';

const action = {
  action_id: 'run_tests',
  category: 'deterministic_tool',
  description: 'Run the test suite',
  constraints: { allowlist: ['npm test'], rate_limit: '10/min', max_bytes: 1, requires_approval: false },
};
const requiredArtifact = {
  artifact_type: 'CodePatch',
  required_in_phases: ['execute'],
  schema_ref: '#/schemas/CodePatch',
  min_requirements: [],
};
const exitCriterion = { phase: 'execute', exit_when: ['patch_exists'], max_retries: 1, on_exceed: 'escalate' };
const trigger = { trigger_id: 'push', condition: 'action is git_push', required_approver: 'owner', expires_in: 'PT30M' };
const capture = {
  capture_prompts: true,
  capture_tool_calls: true,
  capture_retrieval: false,
  capture_artifacts: true,
  redaction_ruleset: 'default',
};
const needs = { strict_json: true, tool_calling: 'high', vision: false, long_context: false, code_quality: 'medium' };
const aci = {
  role_id: 'coder',
  role_name: 'Coder',
  version: 'aci:v1',
  purpose: 'Changes code by patches that pass their tests.',
  primary_phases: ['execute'],
  allowed_actions: [action],
  required_artifacts: [requiredArtifact],
  phase_exit_criteria: [exitCriterion],
  approval_triggers: [trigger],
  replay_capture: capture,
  capability_needs: needs,
};

describe('a role contract', () => {
  it('needs every field of the template', verifies('ACI-01'), () => {
    expect(RoleAci.parse(aci)).toEqual(aci);
    expect(requiredFieldsOf(RoleAci, aci)).toEqual(Object.keys(aci));
    expect(faultsOf(RoleAci, { ...aci, role_id: '', role_name: '', version: '', purpose: '' })).toEqual([
      'role_id: expected lower-case letters, digits, dot, dash or underscore (at most 128)',
      'role_name: Too small: expected string to have >=1 characters',
      'version: expected aci:v1, aci:v2, …',
      'purpose: Too small: expected string to have >=1 characters',
    ]);
  });

  it('refuses a field that the template does not know', verifies('ACI-01'), () => {
    expect(faultsOf(RoleAci, { ...aci, may_do_anything: true })).toEqual([': Unrecognized key: "may_do_anything"']);
  });

  it('works in at least one phase and only in phases that exist', verifies('ACI-01', 'ACI-02'), () => {
    expect(faultsOf(RoleAci, { ...aci, primary_phases: [] })).toEqual([
      'primary_phases: Too small: expected array to have >=1 items',
    ]);
    const phases = ['plan', 'execute', 'review', 'repair', 'approve', 'finalize', 'terminate'];
    expect(faultsOf(RoleAci, { ...aci, primary_phases: phases })).toEqual([]);
    expect(faultsOf(RoleAci, { ...aci, primary_phases: ['dream'] })).toEqual([
      `primary_phases.0: Invalid option: expected one of ${phases.map((phase) => `"${phase}"`).join('|')}`,
    ]);
  });

  it('carries a version', verifies('ACI-01'), () => {
    expect(['aci:v1', 'aci:v12'].every((text) => AciVersion.safeParse(text).success)).toBe(true);
    expect(['v1', 'aci:v0', 'aci:1', 'aci:v1.2'].some((text) => AciVersion.safeParse(text).success)).toBe(false);
    expect(faultsOf(AciVersion, 'v1')).toEqual([': expected aci:v1, aci:v2, …']);
  });
});

describe('an allowed action', () => {
  it('is of one of five categories', verifies('ACI-03'), () => {
    expect(ActionCategory.options).toEqual(['deterministic_tool', 'llm_call', 'workflow_dispatch', 'read_only', 'write']);
    expect(requiredFieldsOf(AllowedAction, action)).toEqual(Object.keys(action));
    expect(faultsOf(AllowedAction, { ...action, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('names a tool, also one of an MCP server, or an operation', verifies('ACI-03', 'KEL-RUNS-23'), () => {
    const names = ['run_tests', 'mcp__github__createIssue', 'run.start'];
    expect(names.flatMap((action_id) => faultsOf(AllowedAction, { ...action, action_id }))).toEqual([]);
    expect(['', 'a:b', 'Run.Start', '*'].filter((action_id) => AllowedAction.safeParse({ ...action, action_id }).success)).toEqual([]);
  });

  it('may be constrained in four ways and no other', verifies('ACI-04'), () => {
    expect(ActionConstraints.parse({})).toEqual({});
    expect(ActionConstraints.parse(action.constraints)).toEqual(action.constraints);
    expect(faultsOf(ActionConstraints, { rate_limit: 'often', max_bytes: 0, mood: 1 })).toEqual([
      'rate_limit: expected a count per sec, min, hour or day, such as 10/min',
      'max_bytes: Too small: expected number to be >=1',
      ': Unrecognized key: "mood"',
    ]);
  });
});

describe('a required artifact', () => {
  it('names its type, phases and schema', verifies('ACI-08'), () => {
    expect(requiredFieldsOf(RequiredArtifact, requiredArtifact)).toEqual(Object.keys(requiredArtifact));
    expect(faultsOf(RequiredArtifact, { ...requiredArtifact, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    expect(faultsOf(RequiredArtifact, { ...requiredArtifact, required_in_phases: [] })).toEqual([
      'required_in_phases: Too small: expected array to have >=1 items',
    ]);
  });
});

describe('an exit criterion', () => {
  it('allows two retries when it says nothing', verifies('ACI-09'), () => {
    expect(PhaseExitCriterion.parse({ phase: 'repair', exit_when: ['tests_pass'], on_exceed: 'blocked' })).toEqual({
      phase: 'repair',
      exit_when: ['tests_pass'],
      max_retries: 2,
      on_exceed: 'blocked',
    });
    expect(PhaseExitCriterion.parse(exitCriterion)).toEqual(exitCriterion);
    expect(requiredFieldsOf(PhaseExitCriterion, exitCriterion)).toEqual(['phase', 'exit_when', 'on_exceed']);
    expect(faultsOf(PhaseExitCriterion, { ...exitCriterion, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('has a condition and one of four policies for when retries run out', verifies('ACI-09'), () => {
    expect(faultsOf(PhaseExitCriterion, { ...exitCriterion, exit_when: [], on_exceed: 'retry' })).toEqual([
      'exit_when: Too small: expected array to have >=1 items',
      'on_exceed: Invalid option: expected one of "terminate"|"escalate"|"approval_required"|"blocked"',
    ]);
  });
});

describe('an approval trigger', () => {
  it('stands for two hours when it says nothing', verifies('ACI-11'), () => {
    const { expires_in: _unsaid, ...silent } = trigger;
    expect(ApprovalTrigger.parse(silent)).toEqual({ ...silent, expires_in: 'PT2H' });
    expect(ApprovalTrigger.parse(trigger)).toEqual(trigger);
    expect(requiredFieldsOf(ApprovalTrigger, trigger)).toEqual(Object.keys(silent));
    expect(faultsOf(ApprovalTrigger, { ...trigger, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });

  it('asks an owner, an admin or security', verifies('ACI-11'), () => {
    expect(faultsOf(ApprovalTrigger, { ...trigger, required_approver: 'model' })).toEqual([
      'required_approver: Invalid option: expected one of "owner"|"admin"|"security"',
    ]);
    expect(ApprovalTrigger.safeParse({ ...trigger, expires_in: '2 hours' }).success).toBe(false);
  });
});

describe('replay capture and capability needs', () => {
  it('are stated in full', verifies('ACI-13', 'ACI-14'), () => {
    expect(requiredFieldsOf(ReplayCapture, capture)).toEqual(Object.keys(capture));
    expect(requiredFieldsOf(CapabilityNeeds, needs)).toEqual(Object.keys(needs));
    expect([faultsOf(ReplayCapture, { ...capture, mood: 1 }), faultsOf(CapabilityNeeds, { ...needs, mood: 1 })]).toEqual([
      [': Unrecognized key: "mood"'],
      [': Unrecognized key: "mood"'],
    ]);
    expect(faultsOf(ReplayCapture, { ...capture, capture_prompts: 'yes', redaction_ruleset: '' })).toEqual([
      'capture_prompts: Invalid input: expected boolean, received string',
      'redaction_ruleset: expected lower-case letters, digits, dot, dash or underscore (at most 128)',
    ]);
  });

  it('measure tool calling and code quality as low, medium or high', verifies('ACI-14'), () => {
    expect(faultsOf(CapabilityNeeds, { ...needs, tool_calling: true, code_quality: 'superb' })).toEqual([
      'tool_calling: Invalid option: expected one of "low"|"medium"|"high"',
      'code_quality: Invalid option: expected one of "low"|"medium"|"high"',
    ]);
  });
});
