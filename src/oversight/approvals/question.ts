import type { ApprovalQuestion, Name, RequiredApprover } from '../../contracts/index.ts';
import type { CallToApprove } from './call-to-approve.ts';
import { shownArguments, shownText } from './shown-values.ts';

/** More parts, reasons or origins than anybody reads; the hash covers the rest, and such an action is never remembered. */
export const LISTED_MAX = 10;
/** A command is shown as whole as can be. */
const SUBJECT_CHARS_MAX = 2_000;
const SENTENCE_CHARS_MAX = 400;

const sentence = (text: string): string => shownText(text, SENTENCE_CHARS_MAX);

/** Built from the call alone, never by a model; the same call always gives the same question. */
export function questionOf({ decision, reasons, isUndoable, origins, touches }: CallToApprove, requiredApprover: RequiredApprover, triggers: readonly Name[]): ApprovalQuestion {
  return {
    decision: {
      ...decision,
      arguments: shownArguments(decision.arguments),
      intentions: listed(decision.intentions).map(({ kind, subject, verdict }) => ({ kind, subject: shownText(subject, SUBJECT_CHARS_MAX), verdict: { ...verdict, explanation: sentence(verdict.explanation) } })),
    },
    reasons: listedReasons(reasons, decision.intentions.length).map(sentence),
    is_undoable: isUndoable,
    touches: [...touches],
    origins: origins.slice(0, LISTED_MAX).map((origin) => ({ ...origin, span: sentence(origin.span) })),
    required_approver: requiredApprover,
    triggers: [...triggers],
  };
}

/** When some have to be left out, what asks comes before what is allowed. */
function listed(intentions: CallToApprove['decision']['intentions']): CallToApprove['decision']['intentions'] {
  if (intentions.length <= LISTED_MAX) return intentions;
  const isAllowed = ({ verdict }: (typeof intentions)[number]): number => (verdict.decision === 'allow' ? 1 : 0);
  return intentions.toSorted((one, other) => isAllowed(one) - isAllowed(other)).slice(0, LISTED_MAX);
}

/** Whoever sees only a part is told so. */
function listedReasons(reasons: readonly string[], partsCount: number): readonly string[] {
  const parts = partsCount <= LISTED_MAX ? [] : [`approval.more_parts: It does ${partsCount} things, of which ${LISTED_MAX} are listed here.`];
  if (reasons.length + parts.length <= LISTED_MAX) return [...reasons, ...parts];
  return [...reasons.slice(0, LISTED_MAX - parts.length - 1), `approval.more_reasons: ${reasons.length} rules ask about it, and not all are listed here.`, ...parts];
}
