import { claimFindings, quoteFindings, retrievalFindings, type ReviewEvidence } from './citations.ts';
import { numberFindings } from './key-numbers.ts';
import type { ReviewedArtifact, ReviewFinding } from './review-finding.ts';
import { schemaFindings } from './schemas.ts';
import { secretFindings } from './secrets.ts';

const NOTHING_KNOWN: ReviewEvidence = { calls: [], usedRetrieval: false, chunkText: () => undefined };

/** The review that needs no judgement and comes before any: schemas, secrets, citations, numbers. The same artifacts always give the same findings. */
export function reviewArtifacts(artifacts: readonly ReviewedArtifact[], evidence: ReviewEvidence = NOTHING_KNOWN): ReviewFinding[] {
  const each = artifacts.flatMap((artifact) => [
    ...schemaFindings(artifact),
    ...secretFindings(artifact),
    ...claimFindings(artifact),
    ...quoteFindings(artifact, evidence),
    ...numberFindings(artifact, evidence.calls),
  ]);
  return [...each, ...retrievalFindings(artifacts, evidence)];
}
