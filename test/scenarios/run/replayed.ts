/**
 * Scenarios whose run is gone through once more from its record after it was played, with its model asked nothing: one of each
 * kind of run that a replay must meet, those that were killed in the middle of a step and gone on with among them. Left out are
 * those that a stop ended in the middle of a step, and calls by hand.
 */
export const REPLAYED: ReadonlySet<string> = new Set([
  'ambiguous-asked-and-answered',
  'ambiguous-with-nobody-there',
  'approval-denied',
  'approval-edited',
  'approval-expires',
  'approval-given',
  'approval-with-nobody-there',
  'bad-calls-heal',
  'blocked-tool-stays-out-after-change-of-approach',
  'call-written-as-text',
  'critic-against-coder-goes-to-an-arbiter',
  'forked-after-its-plan',
  'kept-and-forked',
  'killed-and-said-to-have-happened',
  'killed-between-two-phases',
  'killed-while-it-waits-for-a-limit',
  'killed-while-tests-run',
  'killed-while-the-model-answers',
  'limit-asked-about-and-raised',
  'limit-raised-by-a-person',
  'limit-raised-by-command-while-the-run-waits',
  'money-runs-out',
  'one-tool-answers-it',
  'question-answered-twice',
  'research-with-citations',
  'saved-outside-after-a-yes',
  'session-follow-up',
  'side-by-side-then-together',
  'steered-midway',
  'too-much-is-summarised-openly',
  'two-replans-then-success',
]);
