import type { HardCallId, HardCallLapseOutcome, HardCallPendingPolicy, HardRevisionCall, HumanDecisionOption, Name, ReceiptId } from '../../contracts/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';

/** A question as whoever needs the answer states it; its id, hash and time are added where it is raised. */
export type HardCallWish = Omit<HardRevisionCall, 'hard_call_id' | 'question_hash' | 'created_at' | 'schema_version' | 'pending_policy'> & {
  readonly pending_policy: Omit<HardCallPendingPolicy, 'hard_call_id' | 'schema_version'>;
};

/** What came of it. A question that lapsed was not answered, whatever then happens. */
export type HardCallAnswer =
  | { readonly is: 'answered'; readonly hardCallId: HardCallId; readonly optionId: Name | null; readonly words: string | null; readonly answeredBy: Name; readonly receiptId: ReceiptId }
  | {
      readonly is: 'lapsed';
      readonly hardCallId: HardCallId;
      readonly cause: 'timeout' | 'deferred';
      readonly outcome: HardCallLapseOutcome;
      /** The harmless option that was named for this case. */
      readonly standsIn: HumanDecisionOption | null;
    };

/** The question as it is kept and shown: a run may have read a key or password and repeat it. */
export function wishWithoutSecrets(wish: HardCallWish): HardCallWish {
  const options = wish.options.map((option) => ({ ...option, label: withoutSecrets(option.label), consequence: withoutSecrets(option.consequence) }));
  return { ...wish, prompt_text: withoutSecrets(wish.prompt_text), options };
}
