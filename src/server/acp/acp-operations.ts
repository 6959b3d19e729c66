import { approvalAnswer, attentionFollow, attentionShow, hardCallAnswer, runCancel, runShow, runStart, sessionShow, sessionStart, type Operation } from '../../contracts/index.ts';

/** Everything that an editor can have done here. Whoever sits at it is the person, so it may answer what a run asks, and only that. */
export const ACP_OPERATIONS: readonly Operation[] = [sessionStart, sessionShow, runStart, runShow, runCancel, attentionFollow, attentionShow, approvalAnswer, hardCallAnswer];
