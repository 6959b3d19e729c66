import { ClaimSource, type Citation, type SourceQuote, type StorageRef } from '../../contracts/index.ts';
import { hasCompleted, isOwnWriting, natureOf, quotes, type MadeCall, type QuotedSource } from '../../evaluation/index.ts';
import { RetrieveOutput, type RetrievedPassage } from '../retrieve-output.ts';
import type { Contradiction } from './contradicting-passages.ts';

/** Every citation that stands anywhere in a content: in notes, or in an output that is JSON. */
export function citationsIn(content: unknown): ClaimSource[] {
  return placedCitations(content).map(({ cited }) => cited);
}

interface PlacedCitation {
  readonly cited: ClaimSource;
  readonly claim?: string;
  /** What was asked, where the notes say so. */
  readonly question: string;
}

/** The nearest claim around a citation is what it is cited for. */
function placedCitations(content: unknown, around: Omit<PlacedCitation, 'cited'> = { question: '' }): PlacedCitation[] {
  if (typeof content !== 'object' || content === null) return [];
  const cited = ClaimSource.safeParse(content);
  if (cited.success) return [{ ...around, cited: cited.data }];
  const { claim, question } = content as { readonly claim?: unknown; readonly question?: unknown };
  const inside = { ...around, ...(typeof claim === 'string' && { claim }), ...(typeof question === 'string' && { question }) };
  return Object.values(content).flatMap((part) => placedCitations(part, inside));
}

/** The passage that a citation names, when it is among those that were retrieved and says what is quoted. */
export function resolveCitation({ library_id: library, chunk_id: chunk, quote }: Citation, passages: readonly RetrievedPassage[]): RetrievedPassage | undefined {
  return passages.find((passage) => passage.library_id === library && passage.chunk_id === chunk && quotes(quote, passage.text));
}

/**
 * What work cites, each citation with what it points at: a passage that a retrieval of this run really brought, or what a
 * call read from the source it names. An answer in words carries no citations of its own, and what the run wrote itself is no
 * source of what it says.
 */
export function quotedSources(work: { readonly output: string; readonly contents: readonly unknown[] }, calls: readonly MadeCall[]): QuotedSource[] {
  const looks = calls.filter((call) => hasCompleted(call) && natureOf(call) === 'looks');
  return [jsonOf(work.output), ...work.contents].flatMap((content) => placedCitations(content)).map(({ cited, claim, question }) => {
    const { sourceText, name, ...found } = 'chunk_id' in cited ? fromPassages(cited, looks) : fromSource(cited, isOwnWriting(cited, calls) ? [] : looks);
    return { ...found, ...(claim !== undefined && { backs: { claim, context: `${question}\n${name}`, sourceText } }) };
  });
}

function jsonOf(output: string): unknown {
  try {
    return JSON.parse(output) as unknown;
  } catch {
    return undefined;
  }
}

/** A citation with what it points at, and all that was read there. */
interface Found extends Omit<QuotedSource, 'backs'> {
  readonly name: string;
  readonly sourceText: string;
}

function fromPassages(cited: Citation, calls: readonly MadeCall[]): Found {
  const found = calls.flatMap((call) => passagesOf(call).map((passage) => ({ passage, ref: call.evidence.journal_ref })));
  const named = found.filter(({ passage }) => passage.library_id === cited.library_id && passage.chunk_id === cited.chunk_id);
  const resolved = resolveCitation(cited, named.map(({ passage }) => passage));
  const passage = resolved ?? named[0]?.passage;
  return { quote: cited.quote, chunkText: passage?.text, ref: named[0]?.ref ?? refTo(cited.chunk_id), name: [passage?.path ?? '', ...cited.section_path].join(' '), sourceText: passage?.text ?? '' };
}

function fromSource({ source, quote }: SourceQuote, calls: readonly MadeCall[]): Found {
  const texts = calls.flatMap((call) => textsOf(call, source).map((text) => ({ text, ref: call.evidence.journal_ref })));
  const found = texts.find(({ text }) => quotes(quote, text)) ?? texts[0];
  return { quote, chunkText: found?.text, ref: found?.ref ?? refTo(source), source, name: source, sourceText: texts.map(({ text }) => text).join('\n') };
}

const KEY_CHARS_MAX = 512;

/** Nothing of this name was read; the name is all there is to point at. */
function refTo(name: string): StorageRef {
  return { kind: 'document', key: name.slice(0, KEY_CHARS_MAX) };
}

export function passagesOf({ decision, outcome }: MadeCall): readonly RetrievedPassage[] {
  return decision.tool_id === 'retrieve' ? (RetrieveOutput.safeParse(outcome.output).data?.hits ?? []) : [];
}

/** Where passages that a retrieval brought disagree. */
export function contradictionsOf({ decision, outcome }: MadeCall): readonly Contradiction[] {
  return decision.tool_id === 'retrieve' ? (RetrieveOutput.safeParse(outcome.output).data?.contradictions ?? []) : [];
}

/**
 * What a call gave of one source: the parts of its answer that name it, or all of it when the call was about nothing else.
 * Each text stands alone: lines that were found apart are no sentence together.
 */
function textsOf({ decision, outcome }: MadeCall, source: string): string[] {
  return isAbout(decision.arguments, source) ? stringsIn(outcome.output) : partsNaming(outcome.output, source).flatMap(stringsIn);
}

const SOURCE_NAMES = ['path', 'url', 'file', 'source'] as const;

function isAbout(part: unknown, source: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return SOURCE_NAMES.some((name) => {
    const value: unknown = (part as Record<string, unknown>)[name];
    return typeof value === 'string' && bare(value) === bare(source);
  });
}

function bare(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

function partsNaming(output: unknown, source: string): unknown[] {
  if (typeof output !== 'object' || output === null) return [];
  return isAbout(output, source) ? [output] : Object.values(output).flatMap((part) => partsNaming(part, source));
}

/** The name of a source is no word of it. */
function stringsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (SOURCE_NAMES.some((one) => one === name) ? [] : stringsIn(value)));
}
