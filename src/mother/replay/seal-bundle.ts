import { RetrievalReport, runContextSummarised, runEnvelopeReturned, runLlmEnded, runModelRouted, runStarted, runToolEnded, runToolRefused, type ArtifactReference, type EventEnvelope, type ReplayBundle, type RoleId, type SealedModelCall, type SealedRetrieval, type SealedToolCall, type TerminationRecord } from '../../contracts/index.ts';
import { canonicalHash, hasCode, invariant } from '../../kernel/index.ts';
import type { Blobs } from '../../ledger/index.ts';

type Sealed = Omit<ReplayBundle, 'ended' | 'retrievals' | 'artifacts'>;
type SealedArtifact = ReplayBundle['artifacts'][number];

/** Gathers what a replay will need while the events of a run pass by: ids and hashes, and nobody's words. */
export interface BundleDraft {
  add(event: EventEnvelope): void;
  /** Adds what lies in no event of the run: its last artifact, and which chunks a retrieval brought. */
  complete(last: SealedArtifact, blobs: Pick<Blobs, 'read'>): Promise<(termination: TerminationRecord) => ReplayBundle>;
}

/** Calls beyond these are counted: an event must stay small, and the journal names every one of them. */
const CALLS_CHARS_MAX = 128 * 1024;

export function draftBundle(): BundleDraft {
  const roles = new Map<string, RoleId>();
  const artifacts = new Map<string, SealedArtifact>();
  const modelCalls: SealedModelCall[] = [];
  const toolCalls: SealedToolCall[] = [];
  const summaries: ReplayBundle['context_summaries'] = [];
  let start: Pick<ReplayBundle, 'run_id' | 'task_id' | 'pins_hash'> | undefined;
  let charsLeft = CALLS_CHARS_MAX;
  let notNamed = 0;
  const name = <Call extends SealedModelCall | SealedToolCall>(calls: Call[], call: Call): void => {
    charsLeft -= JSON.stringify(call).length;
    if (charsLeft < 0) notNamed += 1;
    else calls.push(call);
  };
  const readers: Readonly<Record<string, (payload: object, recorded: string) => void>> = {
    [runStarted.type]: (payload) => {
      const { run_id, task_id, pinned_versions } = payload as ReturnType<typeof runStarted.payload.parse>;
      start = { run_id, task_id, pins_hash: canonicalHash(pinned_versions) };
    },
    [runModelRouted.type]: (payload) => {
      const { call, decision } = payload as ReturnType<typeof runModelRouted.payload.parse>;
      roles.set(call, decision.request.role_id);
    },
    [runLlmEnded.type]: (payload, recorded) => {
      const { call, record } = payload as ReturnType<typeof runLlmEnded.payload.parse>;
      name(modelCalls, { call, role_id: roleAt(call, roles), model_id: record.model_id, request_hash: record.request_hash, prefix_hash: record.prefix_hash, recorded });
    },
    [runToolEnded.type]: (payload, recorded) => {
      const { call, action_hash, evidence } = payload as ReturnType<typeof runToolEnded.payload.parse>;
      name(toolCalls, { call, tool_id: evidence.tool_id, action_hash, outcome: evidence.outcome, recorded });
    },
    [runToolRefused.type]: (payload, recorded) => {
      const { call, tool_id, arguments_hash } = payload as ReturnType<typeof runToolRefused.payload.parse>;
      name(toolCalls, { call, tool_id, action_hash: arguments_hash, outcome: 'refused', recorded });
    },
    [runEnvelopeReturned.type]: (payload) => {
      for (const { artifact_id, type, hash } of (payload as ReturnType<typeof runEnvelopeReturned.payload.parse>).envelope.artifacts satisfies ArtifactReference[]) artifacts.set(artifact_id, { artifact_id, type, hash });
    },
    [runContextSummarised.type]: (payload) => void summaries.push(summaryIn(payload)),
  };
  return {
    // Whatever comes out of the log was checked on its way in and out.
    add({ type, payload, payload_hash }) {
      if (payload !== null) readers[type]?.(payload, payload_hash);
    },
    async complete(last, blobs) {
      invariant(start !== undefined, 'a run begins with its start');
      const sealed: Sealed = { ...start, model_calls: modelCalls, tool_calls: toolCalls, context_summaries: summaries, calls_not_named: notNamed, schema_version: '1.0' };
      const { artifact_id, type, hash } = last;
      const kept = [...artifacts.values(), { artifact_id, type, hash }];
      const retrievals = await retrievalsOf(kept, blobs);
      return (termination) => ({ ...sealed, artifacts: kept, retrievals, ended: endedAs(termination) });
    },
  };
}

/** Why it stopped, what was suggested then, and which artifacts there were at that moment. */
function endedAs({ reason, phase_at_termination: phase, suggested_action, final_artifacts }: TerminationRecord): ReplayBundle['ended'] {
  return { reason, phase, suggested_action, final_artifacts };
}

function summaryIn(payload: object): ReplayBundle['context_summaries'][number] {
  const { summary_id, content_hash } = (payload as ReturnType<typeof runContextSummarised.payload.parse>).summary;
  return { summary_id, content_hash };
}

/** A call belongs to the role whose question it answers: it stands at the place of that question or below it. */
function roleAt(call: string, roles: ReadonlyMap<string, RoleId>): RoleId | null {
  for (let place = call; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    const role = roles.get(place);
    if (role !== undefined) return role;
  }
  return null;
}

async function retrievalsOf(artifacts: readonly SealedArtifact[], blobs: Pick<Blobs, 'read'>): Promise<SealedRetrieval[]> {
  const found: SealedRetrieval[] = [];
  for (const { artifact_id: report, type, hash } of artifacts) {
    if (type !== 'RetrievalReport') continue;
    const content = await blobs.read({ key: hash }).catch((error: unknown) => {
      // Somebody had it erased while the run worked; the run ends all the same.
      if (hasCode(error, 'blob.missing')) return undefined;
      throw error;
    });
    const hits = content === undefined ? [] : RetrievalReport.parse(JSON.parse(new TextDecoder().decode(content))).hits;
    found.push({ report, hits: hits.map(({ chunk_id, score }) => ({ chunk_id, score })) });
  }
  return found;
}
