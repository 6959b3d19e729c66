import type { HardCallPendingPolicy, HardRevisionCall, HardRevisionCallKind } from '../../contracts/index.ts';
import { hardCallRefused } from './hard-call-errors.ts';

/** What is asked about here acts on the world by itself, whatever the options say. */
const ABOUT_THE_WORLD: ReadonlySet<HardRevisionCallKind> = new Set(['irreversible_side_effect', 'effect_outcome_unknown', 'privileged_disclosure']);

type Question = Pick<HardRevisionCall, 'call_kind' | 'options' | 'default_if_no_response'> & { readonly pending_policy: Pick<HardCallPendingPolicy, 'blocking_scope' | 'on_defer' | 'on_timeout'> };

/** Whether the answer could let something happen outside the run. */
export function isAboutTheWorld({ call_kind, options, pending_policy: { blocking_scope } }: Pick<Question, 'call_kind' | 'options' | 'pending_policy'>): boolean {
  return ABOUT_THE_WORLD.has(call_kind) || blocking_scope === 'side_effect_only' || options.some(({ causes_side_effect: acts }) => acts);
}

/** Refuses a question whose silence could become an action: nothing happens outside because nobody answered. */
export function demandSafeSilence(question: Question): void {
  const { options, default_if_no_response: standsIn, pending_policy: policy } = question;
  if (standsIn !== undefined && !options.some(({ option_id: id }) => id === standsIn.option_id)) throw hardCallRefused('hard_call.default_not_offered', `the default "${standsIn.option_id}" is none of its options`);
  if (standsIn?.causes_side_effect === true) throw hardCallRefused('hard_call.default_acts', `the default "${standsIn.option_id}" acts on the world`);
  if (!isAboutTheWorld(question)) return;
  if (standsIn !== undefined) throw hardCallRefused('hard_call.default_acts', 'what may act on the world has no default answer');
  for (const [name, outcome] of [['on_defer', policy.on_defer], ['on_timeout', policy.on_timeout]] as const) {
    if (outcome === 'continue_with_warning') throw hardCallRefused('hard_call.silence_acts', `${name} would go on, and what may act on the world waits for an answer`);
  }
}
