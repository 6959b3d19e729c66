import { APPROVAL_EXPIRES_IN_DEFAULT, type ApprovalTrigger, type RequiredApprover, type WorkerRole } from '../../contracts/index.ts';

/** Beyond this a program is heavy work for a machine that a person also uses. */
const HEAVY_COMPUTE_MS = 300_000;

/** Branches that others build upon. A pattern, for they stand among the words of a command. */
const PROTECTED_BRANCH = '(^|[\\s:+/\\x22\\x27])(main|master|trunk|develop|production|stable|release([/-][^\\s:]*)?)($|[\\s:)\\x22\\x27;&|])';
/** All branches at once, or one whose name is put together so that it cannot be read here. */
const UNREADABLE_BRANCH = '--all|--mirror|[$`\\x5c]|[A-Za-z][\\x22\\x27]+[A-Za-z]';

function trigger(triggerId: string, requiredApprover: RequiredApprover, condition: string): ApprovalTrigger {
  return { trigger_id: triggerId, condition, required_approver: requiredApprover, expires_in: APPROVAL_EXPIRES_IN_DEFAULT };
}

function isOneOf(...rules: readonly string[]): string {
  return `rules in [${rules.map((rule) => `"${rule}"`).join(', ')}]`;
}

const RESTRICTED = '["restricted", "confidential"]';

const LIBRARIAN: readonly ApprovalTrigger[] = [
  trigger('restricted_source', 'owner', `tool in ["ingest_source", "index_chunks"] and arguments.sensitivity in ${RESTRICTED} or decision == "gate" and touches contains "workspace_read"`),
  trigger('personal_data_before_indexing', 'security', 'tool == "index_chunks" and arguments.holds_personal_data'),
];

const RESEARCH: readonly ApprovalTrigger[] = [
  trigger('cloud_on_restricted_library', 'owner', `tool == "call_cloud_model" and arguments.sensitivity in ${RESTRICTED}`),
  trigger('storing_credentials', 'security', `${isOneOf('command.secret_write', 'command.keys')} or rules contains "path.secret" and side_effects != "read_only"`),
];

const CODER: readonly ApprovalTrigger[] = [
  trigger('push', 'owner', isOneOf('command.git_push', 'command.git_remote', 'command.git_transport')),
  trigger('protected_branch', 'admin', `${isOneOf('command.git_push', 'command.git_discard', 'command.git_other')} and subjects matches "${PROTECTED_BRANCH}" or rules contains "command.git_push" and subjects matches "${UNREADABLE_BRANCH}"`),
  trigger('risky_upgrade', 'owner', isOneOf('command.packages', 'command.package_options', 'command.system_packages', 'command.remote_code')),
  trigger('command_off_the_allowlist', 'owner', isOneOf('command.unknown_program', 'command.unknown_code', 'command.unparsable', 'command.too_complex', 'command.decoded_code')),
  trigger('destructive_file_operation', 'owner', `${isOneOf('command.remove', 'command.remove_outside', 'command.truncate', 'command.git_discard', 'command.moves_away', 'command.unknown_target')} or kinds contains "path" and subjects starts_with "delete "`),
];

const CRITIC: readonly ApprovalTrigger[] = [trigger('raised_by_critic', 'owner', 'tool == "request_approval"')];

const ANALYST: readonly ApprovalTrigger[] = [
  trigger('database_write', 'owner', 'rules contains "command.database" or category == "db" and side_effects != "read_only"'),
  trigger('heavy_compute', 'owner', `tool in ["shell", "run_python", "run_node"] and ${HEAVY_COMPUTE_MS} < arguments.timeout_ms or tool == "start_process" or rules contains "command.detached"`),
  trigger('sensitive_export', 'security', `tool == "export_bundle" and arguments.sensitivity in ${RESTRICTED} or ${isOneOf('command.upload', 'command.credentials_sent', 'command.message')}`),
];

const VISION: readonly ApprovalTrigger[] = [trigger('cloud_vision_on_private_image', 'owner', 'tool == "call_cloud_model" and arguments.has_images and arguments.sensitivity != "public"')];

/** A tool of which nothing is known counts as one that changes something. */
const UPDATE: readonly ApprovalTrigger[] = [trigger('applying_anything', 'owner', 'side_effects != "read_only"')];

const TOOLSMITH: readonly ApprovalTrigger[] = [
  trigger('wider_permissions', 'admin', `tool == "register_tool" or ${isOneOf('path.runs_code', 'command.privilege', 'command.setuid', 'command.ownership', 'command.world_writable', 'command.recursive_mode')}`),
  trigger('dangerous_action', 'owner', `decision == "gate" or rules contains "tool.approval_required" or ${isOneOf('command.remove', 'command.remove_outside', 'command.system_write', 'command.system_setting', 'command.services', 'command.persistence', 'command.remote_code', 'command.remote_shell')}`),
];

/**
 * For what each worker role asks a yes beyond what the policy asks of everybody. Conditions that name `ingest_source`,
 * `index_chunks`, `call_cloud_model`, `request_approval`, `export_bundle` or `register_tool` are about operations that
 * bear these names as actions of the role, not about tools of the catalogue.
 */
export const ROLE_APPROVAL_TRIGGERS: Readonly<Record<WorkerRole, readonly ApprovalTrigger[]>> = {
  librarian: LIBRARIAN,
  research: RESEARCH,
  coder: CODER,
  critic: CRITIC,
  analyst: ANALYST,
  vision: VISION,
  update: UPDATE,
  toolsmith: TOOLSMITH,
};
