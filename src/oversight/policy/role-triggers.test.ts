import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { judgedCommand } from '../../../test/support/judged-command.ts';
import { ROLE_APPROVAL_TRIGGERS } from '../../../test/support/role-triggers.ts';
import { ApprovalTrigger, WorkerRole, type JsonObject, type JudgedIntention, type SideEffect, type ToolCategory } from '../../contracts/index.ts';
import { factsOf, type CallToDecide } from './approval-case.ts';
import { decideApproval } from './decide-approval.ts';
import { parsePolicyExpression } from './expression.ts';
import { holds } from './expression-holds.ts';

interface Sample {
  readonly tool?: string;
  readonly category?: ToolCategory;
  readonly sideEffects?: SideEffect;
  readonly arguments?: JsonObject;
  readonly intentions?: readonly JudgedIntention[];
  readonly touches?: readonly string[];
  readonly reasons?: readonly string[];
}

function callOf(role: WorkerRole, { tool = 'shell', intentions = [], touches = [], reasons = [], ...sample }: Sample): CallToDecide {
  return { decision: { tool_id: tool, role_id: role, arguments: sample.arguments ?? {}, intentions: [...intentions] }, reasons, isUndoable: true, origins: [], touches };
}

const toolOf = ({ category = 'compute', sideEffects = 'destructive' }: Sample) => ({ category, sideEffects });

/** The triggers of the role that hold for this call. */
function held(role: WorkerRole, sample: Sample): string[] {
  const facts = factsOf({ call: callOf(role, sample), tool: toolOf(sample) });
  return ROLE_APPROVAL_TRIGGERS[role].filter(({ condition }) => holds(parsePolicyExpression(condition), facts)).map(({ trigger_id: triggerId }) => triggerId);
}

/** Who must say yes to what. */
const approvers = (role: WorkerRole) => ROLE_APPROVAL_TRIGGERS[role].map(({ trigger_id: triggerId, required_approver: approver }) => `${triggerId} ${approver}`);
/** The rules, among these, for which the trigger does not hold. */
const missed = (role: WorkerRole, trigger: string, rules: readonly string[]) => rules.filter((rule) => !held(role, { reasons: [`${rule}: It was seen.`] }).includes(trigger));

/** A command as the judges of tools really judge it. */
const command = (script: string, given: JsonObject = {}): Sample => ({ arguments: { command: script, ...given }, intentions: [judgedCommand(script)], touches: ['programs', 'workspace_write'] });
const path = (subject: string, decision: 'allow' | 'gate', rule: string): JudgedIntention => ({ kind: 'path', subject, verdict: { decision, rule, explanation: 'It was seen.' } });
const operation = (tool: string, given: JsonObject): Sample => ({ tool, arguments: given });

describe('what a worker role asks approval for', () => {
  it('is told for each of them in conditions that can be read', verifies('KEL-POLICY-10'), () => {
    expect(Object.keys(ROLE_APPROVAL_TRIGGERS).toSorted()).toEqual(WorkerRole.options.toSorted());
    for (const triggers of Object.values(ROLE_APPROVAL_TRIGGERS)) {
      expect(triggers.map((one) => ApprovalTrigger.parse(one))).toEqual(triggers);
      for (const { condition } of triggers) expect(parsePolicyExpression(condition)).toBeDefined();
    }
  });

  it('is, for a librarian, a restricted source and personal data before it is indexed', verifies('ROLES-33'), () => {
    expect(approvers('librarian')).toEqual(['restricted_source owner', 'personal_data_before_indexing security']);
    expect(held('librarian', operation('ingest_source', { sensitivity: 'restricted' }))).toEqual(['restricted_source']);
    expect(held('librarian', operation('index_chunks', { sensitivity: 'confidential' }))).toEqual(['restricted_source']);
    expect(held('librarian', { tool: 'extract_text', sideEffects: 'read_only', touches: ['workspace_read'], intentions: [path('read ".env"', 'gate', 'path.secret')] })).toEqual(['restricted_source']);
    expect(held('librarian', operation('index_chunks', { sensitivity: 'private', holds_personal_data: true }))).toEqual(['personal_data_before_indexing']);
    expect(held('librarian', operation('ingest_source', { sensitivity: 'private' }))).toEqual([]);
    expect(held('librarian', operation('index_chunks', { sensitivity: 'public', holds_personal_data: false }))).toEqual([]);
    expect(held('librarian', { tool: 'extract_text', sideEffects: 'read_only', touches: ['workspace_read'], intentions: [path('read "a.pdf"', 'allow', 'path.inside_workspace')] })).toEqual([]);
  });

  it('is, for research, the cloud on a restricted library and storing credentials', verifies('ROLES-36'), () => {
    expect(approvers('research')).toEqual(['cloud_on_restricted_library owner', 'storing_credentials security']);
    expect(missed('research', 'storing_credentials', ['command.secret_write', 'command.keys'])).toEqual([]);
    expect(held('research', operation('call_cloud_model', { sensitivity: 'restricted' }))).toEqual(['cloud_on_restricted_library']);
    expect(held('research', operation('call_cloud_model', { sensitivity: 'public' }))).toEqual([]);
    expect(held('research', { tool: 'write_file', sideEffects: 'idempotent_write', intentions: [path('write ".env"', 'gate', 'path.secret')] })).toEqual(['storing_credentials']);
    expect(held('research', command('echo key > .env'))).toEqual(['storing_credentials']);
    expect(held('research', { tool: 'read_file', sideEffects: 'read_only', intentions: [path('read ".env"', 'gate', 'path.secret')] })).toEqual([]);
    expect(held('research', command('echo note > notes.txt'))).toEqual([]);
  });

  it('is, for a coder, pushing, protected branches, upgrades, unknown commands and destroying files', verifies('ROLES-39'), () => {
    expect(approvers('coder')).toEqual(['push owner', 'protected_branch admin', 'risky_upgrade owner', 'command_off_the_allowlist owner', 'destructive_file_operation owner']);
    expect([
      missed('coder', 'push', ['command.git_push', 'command.git_remote', 'command.git_transport']),
      missed('coder', 'risky_upgrade', ['command.packages', 'command.package_options', 'command.system_packages', 'command.remote_code']),
      missed('coder', 'command_off_the_allowlist', ['command.unknown_program', 'command.unknown_code', 'command.unparsable', 'command.too_complex', 'command.decoded_code']),
      missed('coder', 'destructive_file_operation', ['command.remove', 'command.remove_outside', 'command.truncate', 'command.git_discard', 'command.moves_away', 'command.unknown_target']),
    ]).toEqual([[], [], [], []]);
    const onMain = ['command.git_push', 'command.git_discard', 'command.git_other'].map((rule) => held('coder', { reasons: [`${rule}: It was seen.`], intentions: [{ ...path('git push origin main (in /w)', 'allow', 'x'), kind: 'script' }] }).includes('protected_branch'));
    expect(onMain).toEqual([true, true, true]);
    expect([
      held('coder', command('git push origin feature/login')),
      held('coder', command('git push origin main')),
      held('coder', command('git push --force origin HEAD:release/2.1')),
      held('coder', command('npm install left-pad@latest')),
      held('coder', command('frobnicate --all')),
      held('coder', command('rm -r build')),
      held('coder', { tool: 'apply_patch', category: 'file_ops', intentions: [path('delete "a.ts"', 'allow', 'path.inside_workspace')] }),
      held('coder', command('git reset --hard')),
    ]).toEqual([['push'], ['push', 'protected_branch'], ['push', 'protected_branch'], ['risky_upgrade'], ['command_off_the_allowlist'], ['destructive_file_operation'], ['destructive_file_operation'], ['destructive_file_operation']]);
    expect([held('coder', command('git status')), held('coder', command('git commit -m "push to main"')), held('coder', command('npm test')), held('coder', { tool: 'apply_patch', intentions: [path('write "a.ts"', 'allow', 'path.inside_workspace')] })]).toEqual([[], [], [], []]);
  });

  it('reaches a protected branch however its name is written', () => {
    const pushes = ['git push origin "main"', 'git push origin main;ls', 'git push origin main&&ls', 'git push --all', 'git push --mirror origin', 'git push origin "ma""in"', 'git push origin m\\ain', 'B=main; git push origin $B'];
    expect(pushes.map((push) => held('coder', command(push)))).toEqual(pushes.map(() => ['push', 'protected_branch']));
  });

  it('is not escaped by a harmless question that stands before it', () => {
    const approver = (role: 'coder' | 'analyst' | 'toolsmith', script: string) => {
      const sample = command(script);
      const decision = decideApproval({ call: callOf(role, sample), tool: toolOf(sample), confinement: 'offline', mode: 'session', attendance: 'attended', policies: [], triggers: ROLE_APPROVAL_TRIGGERS[role], expiresInMs: 1, now: '2026-03-01T12:00:00.000Z' });
      return decision.kind === 'ask' ? decision.requiredApprover : decision.answer;
    };
    expect([approver('coder', 'rm -r build; git push origin main'), approver('analyst', 'rm -r build; curl -T data.csv https://files.example/'), approver('toolsmith', 'rm -r build && chmod u+s count'), approver('coder', 'rm -r build')]).toEqual(['admin', 'security', 'admin', 'owner']);
  });

  it('is, for a critic, whatever it wants to be asked', verifies('ROLES-42'), () => {
    expect(approvers('critic')).toEqual(['raised_by_critic owner']);
    expect(held('critic', operation('request_approval', { reason: 'The licence forbids this.' }))).toEqual(['raised_by_critic']);
    expect(held('critic', { tool: 'git_diff', sideEffects: 'read_only' })).toEqual([]);
  });

  it('is, for an analyst, writing to a database, heavy work and exporting what is sensitive', verifies('ROLES-45'), () => {
    expect(approvers('analyst')).toEqual(['database_write owner', 'heavy_compute owner', 'sensitive_export security']);
    expect([missed('analyst', 'heavy_compute', ['command.detached']), missed('analyst', 'sensitive_export', ['command.upload', 'command.credentials_sent', 'command.message'])]).toEqual([[], []]);
    expect(['shell', 'run_node'].map((tool) => held('analyst', { tool, arguments: { timeout_ms: 300_001 } }))).toEqual([['heavy_compute'], ['heavy_compute']]);
    expect(held('analyst', command('psql shop -c "delete from orders"'))).toEqual(['database_write']);
    expect(held('analyst', { tool: 'sql_write', category: 'db', sideEffects: 'destructive' })).toEqual(['database_write']);
    expect(held('analyst', { tool: 'sql_query', category: 'db', sideEffects: 'read_only' })).toEqual([]);
    expect(held('analyst', { tool: 'run_python', arguments: { timeout_ms: 300_001 } })).toEqual(['heavy_compute']);
    expect(held('analyst', { tool: 'start_process' })).toEqual(['heavy_compute']);
    expect(held('analyst', { tool: 'run_python', arguments: { timeout_ms: 300_000 } })).toEqual([]);
    expect(held('analyst', operation('export_bundle', { sensitivity: 'confidential' }))).toEqual(['sensitive_export']);
    expect(held('analyst', command('curl -T data.csv https://files.example/'))).toEqual(['sensitive_export']);
    expect(held('analyst', operation('export_bundle', { sensitivity: 'public' }))).toEqual([]);
  });

  it('is, for vision, a private image in the cloud', verifies('ROLES-48'), () => {
    expect(approvers('vision')).toEqual(['cloud_vision_on_private_image owner']);
    expect(held('vision', operation('call_cloud_model', { has_images: true, sensitivity: 'private' }))).toEqual(['cloud_vision_on_private_image']);
    expect(held('vision', operation('call_cloud_model', { has_images: true }))).toEqual(['cloud_vision_on_private_image']);
    expect(held('vision', operation('call_cloud_model', { has_images: true, sensitivity: 'public' }))).toEqual([]);
    expect(held('vision', operation('call_cloud_model', { has_images: false, sensitivity: 'private' }))).toEqual([]);
  });

  it('is, for update, anything that is not only read', verifies('ROLES-51'), () => {
    expect(approvers('update')).toEqual(['applying_anything owner']);
    expect(held('update', command('apt list --installed'))).toEqual(['applying_anything']);
    expect(held('update', { tool: 'http_fetch', sideEffects: 'read_only' })).toEqual([]);
    const unknown = factsOf({ call: callOf('update', { tool: 'install_update' }) });
    expect(ROLE_APPROVAL_TRIGGERS.update.map(({ condition }) => holds(parsePolicyExpression(condition), unknown))).toEqual([true]);
  });

  it('is, for a toolsmith, wider permissions and dangerous actions', verifies('ROLES-54'), () => {
    expect(approvers('toolsmith')).toEqual(['wider_permissions admin', 'dangerous_action owner']);
    expect([
      missed('toolsmith', 'wider_permissions', ['path.runs_code', 'command.privilege', 'command.setuid', 'command.ownership', 'command.world_writable', 'command.recursive_mode']),
      missed('toolsmith', 'dangerous_action', ['command.remove', 'command.remove_outside', 'command.system_write', 'command.system_setting', 'command.services', 'command.persistence', 'command.remote_code', 'command.remote_shell']),
    ]).toEqual([[], []]);
    expect(held('toolsmith', operation('register_tool', { tool_id: 'count_words' }))).toEqual(['wider_permissions']);
    expect(held('toolsmith', command('chmod u+s count'))).toEqual(['wider_permissions']);
    expect(held('toolsmith', command('rm -r build'))).toEqual(['dangerous_action']);
    expect(held('toolsmith', { tool: 'write_file', sideEffects: 'idempotent_write', intentions: [path('write ".git/hooks/pre-commit"', 'gate', 'path.runs_code')] })).toEqual(['wider_permissions', 'dangerous_action']);
    expect(held('toolsmith', { tool: 'applescript', reasons: ['tool.approval_required: It always needs a yes.'] })).toEqual(['dangerous_action']);
    expect(held('toolsmith', command('npm test'))).toEqual([]);
  });

  it('waits for the approver that the trigger names, whatever the mode', verifies('ACI-12', 'KEL-POLICY-10'), () => {
    const sample = command('git push origin main');
    const decision = decideApproval({ call: callOf('coder', sample), tool: toolOf(sample), confinement: 'offline', mode: 'session', attendance: 'attended', policies: [], triggers: ROLE_APPROVAL_TRIGGERS.coder, expiresInMs: 1, now: '2026-03-01T12:00:00.000Z' });
    expect(decision).toEqual({ kind: 'ask', rule: 'approval.trigger', explanation: 'The contract of coder asks for a yes by its trigger push.', requiredApprover: 'admin', expiresInMs: 7_200_000, triggers: ['push', 'protected_branch'] });
  });
});
