import { z } from 'zod';
import { JsonObject, NonEmptyText, Sha256 } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { ToolId } from './tool-id.ts';

/** Why a tool that the words of a request proposed was or was not taken. */
export const ToolProposalOutcome = z.enum(['chosen', 'not_asked_for', 'arguments_missing', 'arguments_unfit', 'role_not_allowed', 'unavailable', 'failed']);
export type ToolProposalOutcome = z.infer<typeof ToolProposalOutcome>;

export const ToolProposal = z.strictObject({
  tool_id: ToolId,
  proposed_by: z.enum(['pattern', 'keywords']),
  outcome: ToolProposalOutcome,
  detail: NonEmptyText,
});
export type ToolProposal = z.infer<typeof ToolProposal>;

/** Whether a request is answered by a tool alone, and why. Tools cost nothing; a model is asked only when none is chosen. */
export const ToolRouteDecision = z
  .strictObject({
    request_hash: Sha256,
    /** In the order in which they were tried. */
    proposals: z.array(ToolProposal),
    chosen: z.strictObject({ tool_id: ToolId, role_id: RoleId, arguments: JsonObject }).nullable(),
    /** Whether a model may be asked when no tool is chosen or the chosen one fails. */
    allow_fallback_to_llm: z.boolean(),
  })
  .refine(
    ({ proposals, chosen }) => (chosen === null ? proposals.every(({ outcome }) => outcome !== 'chosen') : proposals.some((one) => one.outcome === 'chosen' && one.tool_id === chosen.tool_id)),
    { path: ['chosen'], message: 'the tool that is chosen is one that was proposed' },
  );
export type ToolRouteDecision = z.infer<typeof ToolRouteDecision>;
