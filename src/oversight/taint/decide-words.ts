import type { Consequence, PolicyDecision, TaintClass } from '../../contracts/index.ts';

/** Everything that counts when a call is judged by where its words came from. */
export interface WordsFacts {
  readonly consequences: ReadonlySet<Consequence>;
  /** Undefined when nothing but the person's words was read. */
  readonly highestClass: TaintClass | undefined;
  /** Whether the person asked for an action of this kind. */
  readonly isAskedFor: boolean;
  /** Whether all that steers the action was said by the person. */
  readonly isSteeredByOwner: boolean;
  /** Worst origin of a recipient or host: the person's words, a source, nobody's but the model's; none when it names none. */
  readonly destination: 'none' | 'owner' | 'model' | 'source';
  readonly carriesPrivate: boolean;
  /** Among it a secret or what the person told to be private, not only words of their files. */
  readonly carriesSecret: boolean;
  readonly isByReference: boolean;
  readonly sourceAsksToSend: boolean;
  readonly sourceAsksToInclude: boolean;
  /** Whether the person named the scope or the visibility that is asked for. */
  readonly isScopeOwners: boolean;
  readonly isPublicOwners: boolean;
  readonly looksAtSecrets: boolean;
  /** The arguments are told to whoever answers, even when the call only looks. */
  readonly isTold: boolean;
  readonly fetchesInside: boolean;
  readonly fetchesOpaqueData: boolean;
  readonly command: { readonly isUsual: boolean; readonly isFromSource: boolean; readonly reachesOut: boolean; readonly takesSecretsOut: boolean; readonly isConsequential: boolean } | null;
  readonly write: { readonly isObeyed: boolean; readonly isRiskyFromSource: boolean } | null;
  readonly remembersStandingOrder: boolean;
}

export interface WordsDecision {
  readonly decision: Extract<PolicyDecision, 'allow' | 'gate' | 'deny'>;
  readonly rule: string;
  readonly explanation: string;
}

interface WordsRule extends WordsDecision {
  holds(facts: WordsFacts): boolean;
}

const does = (facts: WordsFacts, ...consequences: readonly Consequence[]): boolean => consequences.some((one) => facts.consequences.has(one));
const isTainted = ({ highestClass }: WordsFacts): boolean => highestClass !== undefined;
const isOwnersAction = (facts: WordsFacts): boolean => facts.isAskedFor && facts.isSteeredByOwner;
const isUnnamed = ({ destination }: WordsFacts): boolean => destination !== 'owner';
const goesByAddress = (facts: WordsFacts): boolean => does(facts, 'fetch') || (facts.command?.reachesOut ?? false);
const isBounded = ({ highestClass }: WordsFacts): boolean => highestClass === 'user_trusted_bounded' || highestClass === 'internal_corpus_trusted';

function rule(decision: WordsDecision['decision'], name: string, explanation: string, holds: (facts: WordsFacts) => boolean): WordsRule {
  return { decision, rule: `taint.${name}`, explanation, holds };
}

/** What is never done, whoever is asked. */
const DENIALS: readonly WordsRule[] = [
  rule('deny', 'models_never_approve', 'A yes is given by a person, never by a model.', (facts) => does(facts, 'approve')),
  rule('deny', 'policy_from_read_words', 'What guards the run, or its audit, is not touched on the word of anything that was read.', (facts) => isTainted(facts) && does(facts, 'change_policy')),
  rule('deny', 'scope_not_owners', 'It reaches beyond what the person named, after reading words that are not theirs.', (facts) => isTainted(facts) && does(facts, 'widen_scope') && !facts.isScopeOwners),
  rule('deny', 'private_words_to_stranger', 'It would carry something private to a place that the person did not name.', carriesPrivateToStranger),
  rule('deny', 'secrets_by_command', 'The command reads secrets or files and hands them to another machine that the person did not name.', (facts) => isTainted(facts) && isUnnamed(facts) && (facts.command?.takesSecretsOut ?? false)),
  rule('deny', 'public_not_owners', 'It would open something to everybody, which the person did not ask for.', (facts) => isTainted(facts) && does(facts, 'publish') && !facts.isPublicOwners),
  rule('deny', 'document_to_stranger', 'It would hand over a document or file to a destination that stands in what was read.', (facts) => isTainted(facts) && does(facts, 'send') && facts.isByReference && (facts.destination === 'source' || (facts.destination === 'model' && facts.sourceAsksToSend))),
  rule('deny', 'address_inside', 'The address leads to a machine or file of the inside, and the person did not name it.', (facts) => isTainted(facts) && facts.fetchesInside && isUnnamed(facts)),
];

/** Ways in which words can leave. */
const OUTWARD = ['send', 'publish', 'fetch', 'execute', 'modify', 'spend', 'delegate', 'unknown', 'write_outside'] as const satisfies readonly Consequence[];

function carriesPrivateToStranger(facts: WordsFacts): boolean {
  if (!isTainted(facts) || !facts.carriesPrivate || !isUnnamed(facts) || !does(facts, ...OUTWARD)) return false;
  return facts.destination === 'source' || facts.sourceAsksToSend || goesByAddress(facts);
}

const CONSEQUENTIAL = ['send', 'publish', 'spend', 'delete', 'modify', 'delegate', 'write_outside', 'unknown'] as const satisfies readonly Consequence[];

/** What a person must say yes to, every time. */
const GATES: readonly WordsRule[] = [
  rule('gate', 'private_words_leave', 'It carries something private out of the run.', (facts) => isTainted(facts) && facts.carriesPrivate && does(facts, ...OUTWARD) && (isUnnamed(facts) || !facts.isAskedFor || (facts.carriesSecret && facts.sourceAsksToInclude))),
  rule('gate', 'secret_told', 'It tells something private to a tool that may be somebody else\'s.', (facts) => isTainted(facts) && facts.isTold && facts.carriesSecret),
  rule('gate', 'secrets_read', 'It reads what holds secrets, which the person did not ask for.', (facts) => isTainted(facts) && facts.looksAtSecrets && !facts.isSteeredByOwner),
  rule('gate', 'action_not_owners', 'It acts on words that are not the person\'s.', (facts) => isTainted(facts) && does(facts, ...CONSEQUENTIAL) && !isOwnersAction(facts)),
  rule('gate', 'command_from_source', 'The command holds words of something that was read.', (facts) => isTainted(facts) && does(facts, 'execute') && (facts.command?.isFromSource ?? true) && !isOwnersAction(facts)),
  rule('gate', 'command_in_tainted_run', 'It executes something after words of strangers were read.', (facts) => isTainted(facts) && does(facts, 'execute') && !(facts.command?.isUsual ?? false) && (!isBounded(facts) || (facts.command?.isConsequential ?? true)) && !isOwnersAction(facts)),
  rule('gate', 'data_in_address', 'The address takes along data that stand neither in the person\'s words nor in what was read.', (facts) => isTainted(facts) && does(facts, 'fetch') && facts.fetchesOpaqueData),
  rule('gate', 'file_that_is_obeyed', 'It changes a file that programs or agents obey.', (facts) => isTainted(facts) && (facts.write?.isObeyed ?? false) && !isOwnersAction(facts)),
  rule('gate', 'code_from_source', 'What was read led to code that opens something: environment, network, execution or a check that is switched off.', (facts) => isTainted(facts) && (facts.write?.isRiskyFromSource ?? false)),
  rule('gate', 'standing_order_from_source', 'It would remember an instruction for later that came from something that was read.', (facts) => isTainted(facts) && facts.remembersStandingOrder),
];

const OWNER_ONLY: WordsDecision = { decision: 'allow', rule: 'taint.owner_only', explanation: 'Nothing but the person\'s own words was read.' };
const ASKED_FOR: WordsDecision = { decision: 'allow', rule: 'taint.asked_for', explanation: 'The person asked for it and named what steers it.' };
const HARMLESS_COMMAND: WordsDecision = { decision: 'allow', rule: 'taint.harmless_command', explanation: 'It only looks, is a usual check of the project, or shares no words with the files that were read.' };
const HARMLESS: WordsDecision = { decision: 'allow', rule: 'taint.no_consequence', explanation: 'Words of others were read, and this does nothing to the world that they could misuse.' };

/** The worst rule that holds decides; rules are tried from the worst on. */
export function decideWords(facts: WordsFacts): WordsDecision {
  const found = [...DENIALS, ...GATES].find(({ holds }) => holds(facts));
  if (found !== undefined) return { decision: found.decision, rule: found.rule, explanation: found.explanation };
  if (!isTainted(facts)) return OWNER_ONLY;
  if (does(facts, ...CONSEQUENTIAL, 'execute')) return isOwnersAction(facts) ? ASKED_FOR : HARMLESS_COMMAND;
  return HARMLESS;
}
