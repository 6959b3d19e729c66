import type { ArgumentOrigin, TaintClass } from '../../contracts/index.ts';
import type { ArgumentLeaf } from './calls/arguments.ts';
import { SPAN_CHARS_MAX } from './limits.ts';
import { chunksOf, isDistinctive } from './words/chunks.ts';
import { fold, wordsOf } from './words/fold.ts';
import { isNamedIn, shinglesOf, standsIn, type TextIndex } from './words/text-index.ts';

/** Something that was read. */
export interface ReadSource {
  /** A tool call, an address, a path: how a person finds it again. */
  readonly label: string;
  readonly taintClass: TaintClass;
  readonly index: TextIndex;
}

/** Where one value came from: the person's words come first, then whatever was read, then nobody but the model. */
export function originOf(value: string, owner: TextIndex, sources: readonly ReadSource[]): 'owner' | 'source' | 'model' {
  if (isNamedIn(owner, value)) return 'owner';
  return sources.some(({ index }) => standsIn(index, value)) ? 'source' : 'model';
}

export interface SharedWords {
  /** As they stand in the argument. */
  readonly span: string;
  readonly source: ReadSource;
}

/** Words that an argument shares with a source and the person did not say: whole, by a distinctive one, or by a run of words. */
export function sharedWords(value: string, owner: TextIndex, sources: readonly ReadSource[], isTelling: (chunk: string) => boolean = isDistinctive): SharedWords | undefined {
  const chunks = chunksOf(value).filter((chunk) => isTelling(chunk) && !owner.chunks.has(fold(chunk)) && !isNamedIn(owner, chunk));
  const words = wordsOf(fold(value));
  const shingles = shinglesOf(words);
  for (const source of sources) {
    const { index } = source;
    if (index.isCut) return { span: cut(value), source };
    const chunk = chunks.find((one) => index.chunks.has(fold(one)) || (/[@/]|\..*\./.test(one) && standsIn(index, one)) || index.words.has(fold(one)));
    if (chunk !== undefined) return { span: cut(chunk), source };
    const run = shingles.find(({ hash }) => index.shingles.has(hash) && !owner.shingles.has(hash));
    if (run !== undefined) return { span: cut(words.slice(run.at, run.at + 6).join(' ')), source };
  }
  return undefined;
}

/** What the approval shows: each argument with what it shares with the person's words or with something read. */
export function originsOf(leaves: readonly ArgumentLeaf[], owner: TextIndex, sources: readonly ReadSource[]): ArgumentOrigin[] {
  return leaves.filter(({ value }) => value !== '').map((leaf) => originOfLeaf(leaf, owner, sources));
}

function originOfLeaf({ pointer, value }: ArgumentLeaf, owner: TextIndex, sources: readonly ReadSource[]): ArgumentOrigin {
  if (isNamedIn(owner, value)) return { argument: pointer, origin: 'owner', span: cut(value) };
  const whole = sources.find(({ index }) => standsIn(index, value));
  const shared = whole === undefined ? sharedWords(value, owner, sources) : { span: cut(value), source: whole };
  if (shared === undefined) return { argument: pointer, origin: 'model', span: cut(value) };
  return { argument: pointer, origin: 'source', span: shared.span, source: shared.source.label, taint_class: shared.source.taintClass };
}

function cut(text: string): string {
  return text.length <= SPAN_CHARS_MAX ? text : `${text.slice(0, SPAN_CHARS_MAX - 1)}…`;
}
