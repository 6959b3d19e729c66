import { askingRules, type ApprovalCase } from './approval-case.ts';
import { mayHideMore } from './hidden-questions.ts';
import { canBeWaived } from './waivable-rules.ts';

/** A rule and the sentence that says what it saw. */
export interface Ground {
  readonly rule: string;
  readonly explanation: string;
}

type Part = ApprovalCase['call']['decision']['intentions'][number];

/** Why a person must be asked about this call, whatever the mode, the policies and the memory say; undefined when nothing demands it. */
export function mustAsk(question: ApprovalCase): Ground | undefined {
  const { call } = question;
  const { intentions } = call.decision;
  const gated = intentions.find(({ verdict }) => verdict.decision === 'gate');
  if (gated !== undefined) return { rule: 'approval.gate', explanation: `A person decides each time about ${gated.verdict.rule}.` };
  const words = intentions.find(({ kind, verdict }) => kind === 'words' && verdict.decision !== 'allow');
  if (words !== undefined) return { rule: 'approval.tainted_words', explanation: `Words of a stranger had a part in it (${words.verdict.rule}).` };
  if (!call.isUndoable) return { rule: 'approval.cannot_be_taken_back', explanation: 'No copy of what it changes can be kept, so it cannot be taken back.' };
  const elsewhere = changesElsewhere(question);
  if (elsewhere !== undefined) return { rule: 'approval.changes_elsewhere', explanation: `It may change something outside this machine or in another program, by ${elsewhere}, which cannot be taken back.` };
  const rules = askingRules(call);
  if (isDestructive(question) && rules.includes('tool.approval_required')) return { rule: 'approval.destructive_tool', explanation: 'The tool is dangerous and always needs a yes.' };
  const free = intentions.find((part) => runsProgram(part) && part.verdict.decision !== 'allow' && (question.confinement ?? 'none') === 'none');
  if (free !== undefined) return { rule: 'approval.no_sandbox', explanation: 'No sandbox holds the program, so it may change anything.' };
  if (intentions.some(mayHideMore)) return { rule: 'approval.may_hide_more', explanation: 'Only the first question about a command is told, and this one may raise another.' };
  const standing = rules.find((rule) => !canBeWaived(rule));
  return standing === undefined ? undefined : { rule: 'approval.always_asked', explanation: `Only a person answers what ${standing} asks.` };
}

export function runsProgram({ kind }: Part): boolean {
  return kind === 'script' || kind === 'program';
}

function isDestructive({ tool }: ApprovalCase): boolean {
  return (tool?.sideEffects ?? 'destructive') === 'destructive';
}

/** The copies that are kept are of files in the workspace; nothing brings back a message, a record or a payment. */
function changesElsewhere({ call, tool }: ApprovalCase): string | undefined {
  if (tool?.sideEffects === 'read_only') return undefined;
  if (call.touches.includes('other_apps')) return 'another program';
  return call.decision.intentions.find(({ kind }) => kind === 'url' || kind === 'remote')?.subject;
}
