import type { ArgumentOrigin, Consequence, JudgedIntention } from '../../contracts/index.ts';
import { callFacts } from './call-facts.ts';
import { classifyCall, type CallToClassify, type ClassifiedCall } from './classify-call.ts';
import { decideWords, type WordsDecision } from './decide-words.ts';
import { originsOf } from './derive.ts';
import { decideAnswer } from './judge-answer.ts';
import type { PrivateValues } from './private-words.ts';
import type { RunWords } from './run-words.ts';
import { Consequence as Consequences } from '../../contracts/index.ts';

export interface JudgedCall {
  readonly verdict: WordsDecision;
  readonly classified: ClassifiedCall;
  readonly origins: readonly ArgumentOrigin[];
}

const SEVERITY: Readonly<Record<WordsDecision['decision'], number>> = { allow: 0, gate: 1, deny: 2 };

/** Judges one call by what it does and where its words came from. Pure. */
export function judgeCallWords(call: CallToClassify, words: RunWords, secrets: PrivateValues): JudgedCall {
  const classified = classifyCall(call);
  const table = decideWords(callFacts(classified, words, secrets));
  const said = classified.consequences.has('answer') ? classified.leaves.filter(({ isText }) => isText).map(({ value }) => value).join('\n') : undefined;
  const answer = said === undefined ? table : decideAnswer(said, words, secrets);
  const verdict = SEVERITY[answer.decision] >= SEVERITY[table.decision] ? answer : table;
  return { verdict, classified, origins: words.highestClass() === undefined ? [] : originsOf(classified.leaves, words.owner(), words.sources()) };
}

const KEEPS: readonly Consequence[] = ['write_inside', 'write_outside', 'note', 'remember', 'modify', 'execute'];

/** Notes what a call leaves behind: where private words were put, and which addresses were asked for. */
export function noteKept({ consequences, leaves, paths, commands, urls }: ClassifiedCall, words: RunWords, secrets: PrivateValues): void {
  if (consequences.has('fetch')) words.visit(urls);
  if (!KEEPS.some((one) => consequences.has(one)) || !leaves.some(({ isText, value }) => isText && secrets.standIn(value, words.owner().folded))) return;
  const variables = commands.flatMap(({ facts }) => facts.commands.flatMap(({ assignments, words: rest }) => [...assignments, ...rest])).flatMap((word) => /^([A-Za-z_]\w*)=/.exec(word)?.[1] ?? []);
  const names = leaves.filter(({ name, isText }) => isText && ['id', 'name', 'title', 'key'].includes(name)).map(({ value }) => value);
  words.keptPrivate([...paths.map((path) => path.slice(path.lastIndexOf('/') + 1)), ...variables.map((name) => `$${name}`), ...names, ...(consequences.has('note') ? ['last', 'draft'] : [])]);
}

/** As it is recorded and shown; null when nothing that was read has anything to do with it. */
export function judgedIntention({ verdict, classified, origins }: JudgedCall, words: RunWords): JudgedIntention | null {
  const highest = words.highestClass();
  if (highest === undefined && verdict.decision === 'allow') return null;
  const source = words.sources().find(({ taintClass }) => taintClass === highest);
  const span = origins.find(({ origin }) => origin === 'source')?.span;
  const subject = `${worstOf(classified.consequences)}${span === undefined ? '' : ` with ${JSON.stringify(span)}`}${source === undefined ? '' : ` after reading ${source.label} (${highest})`}`;
  return { kind: 'words', subject, verdict };
}

/** The contract lists consequences from the least to the gravest. */
function worstOf(consequences: ReadonlySet<Consequence>): Consequence {
  return Consequences.options.findLast((one) => consequences.has(one)) ?? 'unknown';
}
