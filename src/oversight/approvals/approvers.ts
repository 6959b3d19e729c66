import type { Name, OversightSection, RequiredApprover } from '../../contracts/index.ts';

export type Approvers = OversightSection['approvals']['approvers'];

export function mayActAs(userId: Name, approver: RequiredApprover, approvers: Approvers): boolean {
  return approvers[approver].includes(userId);
}
