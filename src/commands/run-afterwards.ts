import { Artifact, CriticReport, documentKey, runChangesUndone, type ArtifactReference, type LogEntry, type RunId, type RunReview, type RunTakenBack } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import type { Ledger, LogReader } from '../ledger/index.ts';
import { read } from './run-entries.ts';

/** A critic's report lies where its artifact lies; of one that was erased nothing is said. */
export async function reviewsOf(artifacts: readonly ArtifactReference[], { documents, blobs }: Pick<Ledger, 'documents' | 'blobs'>): Promise<RunReview[]> {
  const reviews: RunReview[] = [];
  for (const { artifact_id: id, type } of artifacts) {
    if (type !== 'CriticReport') continue;
    const artifact = Artifact.safeParse((await documents.get(documentKey.artifact(id)))?.body).data;
    const report = artifact === undefined ? undefined : CriticReport.safeParse(await contentOf(artifact, blobs)).data;
    if (report !== undefined) reviews.push({ artifact_id: id, verdict: report.verdict, reasons: report.reasons, required_fixes: report.required_fixes.map(({ fix }) => fix) });
  }
  return reviews;
}

/** What an artifact holds; undefined when it was erased. */
export async function contentOf({ content }: Artifact, blobs: Pick<Ledger['blobs'], 'read'>): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await blobs.read(content)));
  } catch (error) {
    if (hasCode(error, 'blob.missing')) return undefined;
    throw error;
  }
}

const PAGE = 500;

/** Changes are taken back after a run has ended, so this stands behind its end; the last time counts. */
export async function takenBackOf(runId: RunId, log: Pick<LogReader, 'read'>): Promise<RunTakenBack | undefined> {
  let last: RunTakenBack | undefined;
  for (let after = 0; ; ) {
    const page: readonly LogEntry[] = await log.read({ aggregate: 'run', id: runId }, { after, limit: PAGE });
    for (const { event } of page) {
      after = event.sequence;
      const undone = event.type === runChangesUndone.type ? read(runChangesUndone, event.payload) : undefined;
      if (undone !== undefined) last = { at: event.recorded_at, by: undone.undone_by, changes: undone.changes };
    }
    if (page.length < PAGE) return last;
  }
}
