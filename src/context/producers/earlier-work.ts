import type { JsonValue, RetrievalHit, SubtaskId, TaintClass } from '../../contracts/index.ts';
import { quoted } from '../frame.ts';
import type { ContextItem } from '../item.ts';

export interface FoundPassage {
  readonly hit: Pick<RetrievalHit, 'chunk_id' | 'document_id'>;
  readonly title: string;
  readonly text: string;
  readonly taintClass: TaintClass;
}

/** What a retrieval brought, the best first. */
export function retrievalHits(found: readonly FoundPassage[]): ContextItem[] {
  return found.map(({ hit, title, text, taintClass }) => ({ section: 'retrieval_hits', ref: { kind: 'document', key: `${hit.document_id}/${hit.chunk_id}` }, label: `Found in ${quoted(title)} (${hit.chunk_id})`, text, taintClass, by: 'others' }));
}

export interface EarlierOutcome {
  readonly subtaskId: SubtaskId;
  readonly intent: string;
  readonly output: JsonValue;
  /** Of everything that was read for it: what a model writes is no cleaner than what it read. */
  readonly taintClass: TaintClass;
}

/** What earlier subtasks came to, in the order in which they were done. */
export function previousArtifacts(outcomes: readonly EarlierOutcome[]): ContextItem[] {
  return outcomes.map(({ subtaskId, intent, output, taintClass }) => ({
    section: 'previous_artifacts',
    ref: { kind: 'event', key: `${subtaskId}/outcome` },
    label: `Outcome of the earlier subtask ${quoted(intent)}`,
    text: typeof output === 'string' ? output : JSON.stringify(output, null, 1),
    taintClass,
    by: 'others',
  }));
}
