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
  /** Something that was read wants what is private to be told. */
  readonly isSecretAskedFor: boolean;
  /** The secret stands in what was read and is only passed on. */
  readonly isForwarded: boolean;
  /** The arguments are told to somebody elsewhere, even when the call only looks. */
  readonly isToldElsewhere: boolean;
  /** Nothing was read but what tools are called. */
  readonly isOnlyNames: boolean;
  /** The tool is called almost like another one. */
  readonly isLookalike: boolean;
  readonly isByReference: boolean;
  /** The person wants it returned to whoever gave the document at hand, which names one address for that. */
  readonly isReturned: boolean;
  readonly sourceAsksToSend: boolean;
  /** Another one, or this one later, is told to send to a place that only a source gave. */
  readonly ordersSending: boolean;
  /** Whether the person named the scope or the visibility that is asked for. */
  readonly isScopeOwners: boolean;
  /** It names everything there is. */
  readonly isEverywhere: boolean;
  readonly isPublicOwners: boolean;
  /** It reads where secrets are kept, or what only sounds like it. */
  readonly looksAtSecrets: 'certainly' | 'perhaps' | 'no';
  /** It searches where a house keeps what is not for everybody, and the person did not speak of it. */
  readonly looksAtHouse: boolean;
  readonly fetchesInside: boolean;
  readonly fetchesOpaqueData: boolean;
  /** One letter after the other goes to the same place. */
  readonly isSpelling: boolean;
  /** A child that does a part of the work without deeds or rights of its own. */
  readonly isPlainChild: boolean;
  /** What describes the tool says that it was changed. */
  readonly isChangedTool: boolean;
  readonly takesEverything: boolean;
  readonly strikesSystem: boolean;
  readonly hidesWords: boolean;
  readonly command: CommandWords | null;
  readonly write: WrittenWords | null;
  readonly remembersStandingOrder: boolean;
}

export interface CommandWords {
  readonly isUsual: boolean;
  readonly isAsked: boolean;
  readonly isFromSource: boolean;
  readonly reachesOut: boolean;
  /** Files, or what programs say, go to another machine. */
  readonly handsOver: boolean;
  readonly readsSecrets: boolean;
  readonly endangers: boolean;
  readonly isConsequential: boolean;
}

export interface WrittenWords {
  readonly isObeyed: boolean;
  readonly isRiskyFromSource: boolean;
  /** Once it runs, it hands over files or runs what another machine gives. */
  readonly handsOver: boolean;
  readonly carriesPrivateOut: boolean;
  /** Once it is opened it loads or runs what an address gives that came from a source. */
  readonly loadsForeign: boolean;
  readonly isHiding: boolean;
  readonly isDictated: boolean;
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
/** Goes somewhere that has a name, and not one which the person gave it. */
const isNamedElsewhere = ({ destination }: WordsFacts): boolean => destination === 'source' || destination === 'model';
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
  rule('deny', 'secrets_by_command', 'The command hands files or secrets to another machine that the person did not name.', (facts) => isTainted(facts) && isNamedElsewhere(facts) && (facts.command?.handsOver ?? false)),
  rule('deny', 'dangerous_command', 'It runs what another machine gives, stays behind for later, or strikes everything there is.', (facts) => isTainted(facts) && (facts.command?.endangers ?? false)),
  rule('deny', 'secrets_read', 'It reads what holds secrets, which the person did not ask for.', (facts) => isTainted(facts) && (facts.looksAtSecrets === 'certainly' || (facts.command?.readsSecrets ?? false))),
  rule('deny', 'script_hands_over', 'Once it runs, what is written would hand over files or run what another machine gives.', (facts) => isTainted(facts) && (facts.write?.handsOver ?? false)),
  rule('deny', 'system_struck', 'It deletes or overwrites what the machine or the account lives on.', (facts) => isTainted(facts) && facts.strikesSystem),
  rule('deny', 'everything_spent', 'It would give away all there is, which the person did not ask for.', (facts) => isTainted(facts) && does(facts, 'spend') && facts.takesEverything),
  rule('deny', 'public_not_owners', 'It would open something to everybody, which the person did not ask for.', (facts) => isTainted(facts) && does(facts, 'publish') && !facts.isPublicOwners),
  rule('deny', 'document_to_stranger', 'It would hand over a document or file to a destination that the person did not name.', (facts) => isTainted(facts) && does(facts, 'send') && facts.isByReference && isNamedElsewhere(facts) && !facts.isOnlyNames && !facts.isReturned),
  rule('deny', 'sending_by_another', 'It has another one, or a later run, send to a place that only something read has named.', (facts) => isTainted(facts) && facts.ordersSending),
  rule('deny', 'address_inside', 'The address leads to a machine or file of the inside, and the person did not name it.', (facts) => isTainted(facts) && facts.fetchesInside && isUnnamed(facts)),
];

/** Ways in which words can leave. */
const OUTWARD = ['send', 'publish', 'fetch', 'modify', 'spend', 'delegate', 'unknown', 'write_outside'] as const satisfies readonly Consequence[];
/** Ways to put words where others read them, or where another one acts on them later. */
const SEEN_BY_OTHERS = ['modify', 'delegate', 'unknown'] as const satisfies readonly Consequence[];
const AWAY = ['send', 'publish', 'fetch', 'spend'] as const satisfies readonly Consequence[];

function leaves(facts: WordsFacts): boolean {
  return does(facts, ...AWAY) || facts.isToldElsewhere || (facts.command?.reachesOut ?? false);
}

function carriesPrivateToStranger(facts: WordsFacts): boolean {
  if (!facts.carriesPrivate) return false;
  // That nothing was read yet is no licence: the place is still nobody's but the model's.
  if (!isTainted(facts)) return leaves(facts) && isNamedElsewhere(facts);
  if (!leaves(facts)) return facts.carriesSecret && does(facts, ...SEEN_BY_OTHERS) && (facts.isSecretAskedFor || facts.sourceAsksToSend || facts.destination === 'source');
  // An address is given away with all that stands in it, also to a host that the person named.
  if (facts.carriesSecret && does(facts, 'fetch')) return true;
  if (facts.destination === 'owner') return facts.carriesSecret && facts.isSecretAskedFor && !facts.isForwarded;
  return facts.destination === 'source' || facts.isSecretAskedFor || facts.sourceAsksToSend || !facts.isOnlyNames;
}

const CONSEQUENTIAL = ['send', 'publish', 'spend', 'delete', 'modify', 'delegate', 'write_outside', 'unknown'] as const satisfies readonly Consequence[];

/** What a person must say yes to, every time. */
const GATES: readonly WordsRule[] = [
  rule('gate', 'policy_by_tool', 'What guards the run is changed by a command of the person, not by a tool.', (facts) => does(facts, 'change_policy')),
  rule('gate', 'scope_by_tool', 'It reaches for everything there is, which is opened by a command of the person and not by a tool.', (facts) => does(facts, 'widen_scope') && facts.isEverywhere),
  rule('gate', 'private_words_leave', 'It carries something private out of the run.', (facts) => facts.carriesPrivate && (does(facts, ...OUTWARD) || leaves(facts) || (facts.carriesSecret && does(facts, 'execute'))) && (isUnnamed(facts) || !facts.isAskedFor || (facts.carriesSecret && !facts.isForwarded))),
  rule('gate', 'steered_by_nobody', 'It acts on the world by words that nobody typed or wrote.', (facts) => !isTainted(facts) && ((facts.command?.endangers ?? false) || (!facts.isSteeredByOwner && (does(facts, ...CONSEQUENTIAL) || (isNamedElsewhere(facts) && (facts.command?.handsOver ?? false)))))),
  rule('gate', 'secrets_perhaps', 'It reads what sounds like a secret, which the person did not name.', (facts) => isTainted(facts) && facts.looksAtSecrets === 'perhaps'),
  rule('gate', 'private_place', 'It looks into a place of the house on the word of something that was read.', (facts) => isTainted(facts) && !isBounded(facts) && facts.looksAtHouse),
  rule('gate', 'lookalike_tool', 'The tool is called almost like another one, in other letters.', (facts) => isTainted(facts) && facts.isLookalike),
  rule('gate', 'changed_tool', 'What was read says that the tool is not what it was.', (facts) => isTainted(facts) && facts.isChangedTool),
  rule('gate', 'action_not_owners', 'It acts on words that are not the person\'s.', (facts) => isTainted(facts) && does(facts, ...CONSEQUENTIAL) && !isOwnersAction(facts) && !isPlainChild(facts)),
  rule('gate', 'command_from_source', 'The command holds words of something that was read.', (facts) => isTainted(facts) && does(facts, 'execute') && (facts.command?.isFromSource ?? true) && !isOwnersAction(facts)),
  rule('gate', 'command_in_tainted_run', 'It executes something after words of strangers were read.', (facts) => isTainted(facts) && does(facts, 'execute') && !(facts.command?.isUsual ?? false) && (!isBounded(facts) || (facts.command?.isConsequential ?? true)) && !isOwnersAction(facts)),
  rule('gate', 'data_in_address', 'The address takes along data that stand neither in the person\'s words nor in what was read.', (facts) => isTainted(facts) && does(facts, 'fetch') && facts.fetchesOpaqueData),
  rule('gate', 'letters_by_request', 'One request after the other takes a letter to the same place.', (facts) => isTainted(facts) && facts.isSpelling),
  rule('gate', 'file_that_is_obeyed', 'It changes a file that programs or agents obey.', (facts) => isTainted(facts) && (facts.write?.isObeyed ?? false) && !isOwnersAction(facts)),
  rule('gate', 'code_from_source', 'What was read led to code that opens something: environment, network, execution or a check that is switched off.', (facts) => isTainted(facts) && (facts.write?.isRiskyFromSource ?? false)),
  rule('gate', 'foreign_code_loaded', 'What is written loads or runs what an address gives that the person did not name.', (facts) => isTainted(facts) && (facts.write?.loadsForeign ?? false)),
  rule('gate', 'private_words_in_file', 'What is written holds an address that takes something private along once the file is opened.', (facts) => isTainted(facts) && (facts.write?.carriesPrivateOut ?? false)),
  rule('gate', 'hidden_words', 'What is written or sent hides words, or shows what was to be hidden.', (facts) => isTainted(facts) && ((facts.write?.isHiding ?? false) || facts.hidesWords)),
  rule('gate', 'edit_from_source', 'A note in the margin or a surface of somebody else decides what is written.', (facts) => isTainted(facts) && (facts.write?.isDictated ?? false)),
  rule('gate', 'standing_order_from_source', 'It would remember an instruction for later that came from something that was read.', (facts) => isTainted(facts) && facts.remembersStandingOrder),
];

function isPlainChild(facts: WordsFacts): boolean {
  return facts.isPlainChild && facts.consequences.size === 1;
}

const OWNER_ONLY: WordsDecision = { decision: 'allow', rule: 'taint.owner_only', explanation: 'Nothing but the person\'s own words was read, and they steer it or it does nothing to the world.' };
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
