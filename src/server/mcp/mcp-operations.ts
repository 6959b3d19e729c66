import { artifactList, artifactShow, attentionFollow, attentionList, runCancel, runFind, runList, runShow, runStart, runSteer, type Operation } from '../../contracts/index.ts';

/**
 * Everything that a host of tools can have done here, and so everything its model can. Approvals and answers, the audit,
 * memory, settings, budgets and trust are left to people: a model that could say yes to itself would be held by nothing.
 */
export const MCP_OPERATIONS: readonly Operation[] = [runStart, runList, runFind, runShow, runSteer, runCancel, artifactList, artifactShow, attentionList, attentionFollow];
