import type { ApprovalQuestion, RememberScope, RunId, Sha256 } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';
import { hidesSomething } from './hide-secrets.ts';
import { LISTED_MAX } from './question.ts';

/** What a remembered answer is about. */
export type RememberableQuestion = Pick<ApprovalQuestion, 'decision' | 'is_undoable'>;

/** Kinds that say all of what is done; of the others the arguments say the rest, such as what is written to a path. */
const TELLING_KINDS: ReadonlySet<string> = new Set(['script', 'program', 'url']);
const LOOKING = ['read ', 'list ', 'stat '];

/** Whether the words that were shown can stand for the action. */
function saysAll({ kind, subject }: ApprovalQuestion['decision']['intentions'][number]): boolean {
  return !hidesSomething(subject) && (TELLING_KINDS.has(kind) || (kind === 'path' && LOOKING.some((op) => subject.startsWith(op))));
}

/** A gate, what cannot be taken back and what somebody else's words led to are asked about every single time. */
export function isRememberable({ decision: { intentions }, is_undoable }: RememberableQuestion): boolean {
  return is_undoable && intentions.length < LISTED_MAX && intentions.every(({ kind, verdict }) => verdict.decision !== 'gate' && (kind !== 'words' || verdict.decision === 'allow'));
}

/** The same tool, doing the same things for the same rules, in the same workspace and, when it is for the run, in the same run. */
export function grantScopeKey(scope: Exclude<RememberScope, 'once'>, runId: RunId, { decision }: RememberableQuestion): Sha256 {
  const { tool_id, definition_hash, workspace, intentions, action_hash } = decision;
  const parts = intentions.map(({ kind, subject, verdict: { rule } }) => ({ kind, subject, rule }));
  const isTold = intentions.length > 0 && intentions.every(saysAll);
  return canonicalHash({ remembers: 'yes', scope, run_id: scope === 'run' ? runId : null, tool_id, definition_hash, workspace, parts, action_hash: isTold ? null : action_hash });
}

/** A no counts for exactly this action, within the run. */
export function denialScopeKey(runId: RunId, actionHash: Sha256): Sha256 {
  return canonicalHash({ remembers: 'no', run_id: runId, action_hash: actionHash });
}
