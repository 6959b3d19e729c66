import { readFileSync } from 'node:fs';
import { RoleAci, WorkerRole, type ApprovalTrigger } from '../../src/contracts/index.ts';

function triggersOf(role: WorkerRole): readonly ApprovalTrigger[] {
  return RoleAci.parse(JSON.parse(readFileSync(new URL(`../../roles/aci_${role}_v1.json`, import.meta.url), 'utf8'))).approval_triggers;
}

/** For what each worker role asks a yes, as its contract in the repository says. */
export const ROLE_APPROVAL_TRIGGERS = Object.fromEntries(WorkerRole.options.map((role) => [role, triggersOf(role)])) as Readonly<Record<WorkerRole, readonly ApprovalTrigger[]>>;
