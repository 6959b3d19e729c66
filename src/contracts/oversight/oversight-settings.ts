import { z } from 'zod';
import { DataClass, Duration, Name, TaintClass } from '../core/index.ts';
import { WorkspaceExternalizationKind } from '../ledger/externalization.ts';
import { ToolId } from '../tools/tool-id.ts';
import { APPROVAL_EXPIRES_IN_DEFAULT, ApprovalMode, ApprovalPolicy } from './approval.ts';

/** Changes to the policy of one way out; what is left out stays as it comes with the product. */
export const ExternalizationSetting = z.strictObject({
  kind: WorkspaceExternalizationKind,
  confirm: z.boolean().optional(),
  preview: z.boolean().optional(),
  data_classes: z.array(DataClass).optional(),
  taint_classes: z.array(TaintClass).optional(),
  max_cost_usd: z.number().min(0).optional(),
});
export type ExternalizationSetting = z.infer<typeof ExternalizationSetting>;

const EVERYBODY: { owner: Name[]; admin: Name[]; security: Name[] } = { owner: ['owner'], admin: ['owner'], security: ['owner'] };

/** The section `oversight` of the configuration file. */
export const OversightSection = z.strictObject({
  approvals: z
    .strictObject({
      mode: ApprovalMode.default('ask'),
      expires_in: Duration.default(APPROVAL_EXPIRES_IN_DEFAULT),
      policies: z.array(ApprovalPolicy).default([]),
      /** Who may say yes in which capacity. */
      approvers: z.strictObject({ owner: z.array(Name), admin: z.array(Name), security: z.array(Name) }).default(EVERYBODY),
    })
    .prefault({}),
  /** What a tool gives back is trusted less than it says; trusting it more takes a review of what it gave. */
  distrust: z.record(ToolId, TaintClass).default({}),
  external: z.array(ExternalizationSetting).default([]),
});
export type OversightSection = z.infer<typeof OversightSection>;
