import { artifactRegistered, documentKey, ReplayBundle, runContextSummarised, runPrepared, runStepCompleted, runStepIntended, ToolCallDecision, type Artifact, type ExportedStep, type JsonValue, type ReplayCapture, type ReplayExport, type StepIntent, type StoredValue } from '../../contracts/index.ts';
import { hasCode, KeelsonError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { redactValue } from '../../redaction/index.ts';
import { draftBundle } from './seal-bundle.ts';
import type { SourceRun } from './source-run.ts';

/** What is said to models and done with tools; the rest of the journal is how a run keeps time and books. */
const EXPORTED: ReadonlySet<string> = new Set(['model.call', 'tool.call']);

type Flag = Exclude<keyof ReplayCapture, 'redaction_ruleset'>;

/**
 * The bundle of a run together with everything it names, redacted: what leaves the machine is read here for the last time.
 * What a role's contract does not have kept, and what was erased, is named as left out.
 */
export async function exportBundle(run: SourceRun, { documents, blobs }: Pick<Ledger, 'documents' | 'blobs'>): Promise<ReplayExport> {
  const bundle = ReplayBundle.safeParse((await documents.get(documentKey.replay(run.runId)))?.body).data ?? (await bundleOf(run, blobs));
  const leftOut: string[] = [];
  let redactions = 0;
  const redacted = (value: unknown): JsonValue => {
    const clean = redactValue(value as JsonValue);
    redactions += clean.redactions;
    return clean.value;
  };
  const isKept = captureOf(run);
  const contentOf = async (ref: { readonly key: string }, what: string): Promise<JsonValue> => {
    try {
      return redacted(JSON.parse(Buffer.from(await blobs.read(ref)).toString('utf8')));
    } catch (error) {
      if (!hasCode(error, 'blob.missing')) throw error;
      leftOut.push(`${what} was erased`);
      return null;
    }
  };
  const valueOf = async (stored: StoredValue, what: string): Promise<JsonValue> => ('value' in stored ? redacted(stored.value) : contentOf(stored.ref, what));
  const roleOf = async (intent: StepIntent): Promise<string | null> => {
    if (intent.effect === 'tool.call' && 'value' in intent.request) return ToolCallDecision.safeParse(intent.request.value).data?.role_id ?? null;
    return bundle.model_calls.find(({ call }) => intent.key.startsWith(call))?.role_id ?? null;
  };
  const steps: ExportedStep[] = [];
  for (const { intent, outcome } of stepsOf(run)) {
    if (!isKept(await roleOf(intent), intent.effect === 'model.call' ? 'capture_prompts' : 'capture_tool_calls')) {
      leftOut.push(`${intent.key} is not to be kept by the contract of its role`);
      continue;
    }
    steps.push({ call: intent.key, effect: intent.effect, asked: await valueOf(intent.request, `what ${intent.key} asked`), came_to: await valueOf('result' in outcome ? outcome.result : outcome.error, `what ${intent.key} came to`) });
  }
  const artifacts: ReplayExport['artifacts'] = [];
  for (const { artifact_id, type, produced_by, content } of artifactsOf(run)) {
    if (isKept(produced_by, type === 'RetrievalReport' ? 'capture_retrieval' : 'capture_artifacts')) artifacts.push({ artifact_id, type, content: await contentOf(content, artifact_id) });
    else leftOut.push(`${artifact_id} is not to be kept by the contract of ${produced_by}`);
  }
  const summaries = payloadsOf(run, runContextSummarised.type).map((payload) => redacted(payload['summary']));
  const request = redacted(run.started.request) as string;
  return { bundle, pinned_versions: run.started.pinned_versions, request, steps, artifacts, context_summaries: summaries, left_out: leftOut, redactions, source: { kind: 'document', key: documentKey.replay(run.runId) }, schema_version: '1.0' };
}

/** Runs of before there were seals have none; what they would have sealed stands in their events. */
async function bundleOf(run: SourceRun, blobs: Ledger['blobs']): Promise<ReplayBundle> {
  const last = artifactsOf(run).findLast(({ type }) => type === 'RunSummary');
  if (run.termination === null || last === undefined) throw notEnded(run);
  const draft = draftBundle();
  for (const { event } of run.appends.flatMap(({ entries }) => entries)) draft.add(event);
  return (await draft.complete(last, blobs))(run.termination);
}

function payloadsOf({ appends }: SourceRun, type: string): Readonly<Record<string, unknown>>[] {
  return appends.flatMap(({ entries }) => entries).flatMap(({ event }) => (event.type === type && event.payload !== null ? [event.payload] : []));
}

function artifactsOf(run: SourceRun): Artifact[] {
  return payloadsOf(run, artifactRegistered.type).map((payload) => artifactRegistered.payload.parse(payload).artifact);
}

function stepsOf(run: SourceRun): { readonly intent: StepIntent; readonly outcome: ReturnType<typeof runStepCompleted.payload.parse>['result']['outcome'] }[] {
  const intents = new Map(payloadsOf(run, runStepIntended.type).map((payload) => runStepIntended.payload.parse(payload).intent).map((intent) => [intent.key, intent]));
  return payloadsOf(run, runStepCompleted.type).flatMap((payload) => {
    const { key, effect, outcome, intent = intents.get(key) } = runStepCompleted.payload.parse(payload).result;
    return EXPORTED.has(effect) && intent !== undefined ? [{ intent, outcome }] : [];
  });
}

/** A role whose contract says nothing of it, and what belongs to none, is kept. */
function captureOf(run: SourceRun): (roleId: string | null, flag: Flag) => boolean {
  const [prepared] = payloadsOf(run, runPrepared.type);
  const captures: Readonly<Record<string, ReplayCapture>> = prepared === undefined ? {} : runPrepared.payload.parse(prepared).replay_capture;
  return (roleId, flag) => roleId === null || captures[roleId]?.[flag] !== false;
}

function notEnded({ runId }: SourceRun): KeelsonError {
  return new KeelsonError('run.replay_refused', {
    message: `${runId} has not ended, so there is nothing sealed of it yet.`,
    nextStep: `Go on with it first: keelson resume ${runId}.`,
    data: { run_id: runId, mode: 'export', validation_code: null, steps: [] },
  });
}
