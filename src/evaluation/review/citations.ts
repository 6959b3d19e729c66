import { ClaimSource, type Citation } from '../../contracts/index.ts';
import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { isOwnWriting } from '../evidence/own-writing.ts';
import { quotes } from '../evidence/quotes.ts';
import { refsOf, type MadeCall } from '../work.ts';
import { valuesIn } from './content-walk.ts';
import { blocking, type ReviewedArtifact, type ReviewFinding } from './review-finding.ts';

/** What a review may hold citations and numbers against. */
export interface ReviewEvidence {
  /** Of the work that is reviewed, in the order in which its artifacts number them. */
  readonly calls: readonly MadeCall[];
  /** Whether the work was given anything that was retrieved. */
  readonly usedRetrieval: boolean;
  /** The text of a chunk that was really retrieved; undefined for any other. */
  chunkText(place: Pick<Citation, 'library_id' | 'chunk_id'>): string | undefined;
}

/** Each quote stands in the chunk it cites, or in what a call read from the source it names. */
export function quoteFindings({ type, content }: ReviewedArtifact, evidence: ReviewEvidence): ReviewFinding[] {
  return [...valuesIn(content)].flatMap(({ pointer, value }) => {
    const cited = ClaimSource.safeParse(value);
    if (!cited.success) return [];
    const shown = 'chunk_id' in cited.data ? quotes(cited.data.quote, evidence.chunkText(cited.data)) : wasRead(cited.data, evidence.calls);
    if (shown) return [];
    return [blocking(`The quote at ${type}${pointer} does not stand in what it cites.`, 'Quote what the source says, word for word, or leave the claim out.', 'The quote occurs in the text of its source.')];
  });
}

function wasRead({ source, quote }: { readonly source: string; readonly quote: string }, calls: readonly MadeCall[]): boolean {
  if (isOwnWriting({ source, quote }, calls)) return false;
  return calls.some((call) => {
    if (!hasCompleted(call) || natureOf(call) !== 'looks' || !namesSource(call, source)) return false;
    return [call.outcome.shown.text, ...[...valuesIn(call.outcome.output)].map(({ value }) => value)].some((text) => typeof text === 'string' && quotes(quote, text));
  });
}

function namesSource({ decision, outcome }: MadeCall, source: string): boolean {
  return [decision.arguments, outcome.output].some((part) => [...valuesIn(part)].some(({ value }) => typeof value === 'string' && value.includes(source)));
}

/** A claim that stands there as one, with nothing cited for it. */
export function claimFindings({ type, content }: ReviewedArtifact): ReviewFinding[] {
  return [...valuesIn(content)].filter(({ value }) => isBareClaim(value)).map(({ pointer }) => blocking(`The claim at ${type}${pointer} cites nothing.`, 'Cite what it rests on, or make it an open question.', 'The claim carries a citation that resolves.'));
}

function isBareClaim(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('claim' in value)) return false;
  const citations = 'citations' in value ? value.citations : undefined;
  return !Array.isArray(citations) || citations.length === 0;
}

/** Work that used what was retrieved hands in the report of it, and cites; else nobody can tell what it rests on. */
export function retrievalFindings(artifacts: readonly ReviewedArtifact[], { usedRetrieval, calls }: ReviewEvidence): ReviewFinding[] {
  if (!usedRetrieval) return [];
  const hasReport = artifacts.some(({ type }) => type === 'RetrievalReport');
  const hasCitation = artifacts.some(({ content }) => [...valuesIn(content)].some(({ value }) => ClaimSource.safeParse(value).success));
  const refs = refsOf(calls);
  return [
    ...(hasReport ? [] : [blocking('The work used what was retrieved, and there is no RetrievalReport.', 'Hand in the report of the retrieval.', 'A RetrievalReport is among the artifacts.', refs)]),
    ...(hasCitation ? [] : [blocking('The work used what was retrieved, and cites nothing of it.', 'Cite the chunks that the claims rest on.', 'At least one citation resolves.', refs)]),
  ];
}
