import type { z } from 'zod';
import { artifactRegistered, schemaByRef, schemaRef, unknownComponents, VIEW_COMPONENT_NAMES, type Artifact, type ArtifactType, type Phase, type RoleId, type RunId } from '../../contracts/index.ts';
import { canonicalJson, fixedClock, KeelsonError, sha256Hex, timestamp } from '../../kernel/index.ts';
import type { Blobs, Journal, LogReader, LogWriter } from '../../ledger/index.ts';

export interface NewArtifact {
  readonly runId: RunId;
  /** Where in the run it is made. A run that is gone on with meets what it registered there before. */
  readonly key: string;
  /** Gives the id and the time, so that they stay the same when the run is gone on with. */
  readonly journal: Pick<Journal, 'mint' | 'now'>;
  readonly type: ArtifactType;
  readonly content: unknown;
  readonly producedBy: RoleId;
  readonly phase: Phase;
}

export interface RegisterPorts {
  readonly writer: Pick<LogWriter, 'append'>;
  readonly ledger: { readonly log: Pick<LogReader, 'appended'>; readonly blobs: Pick<Blobs, 'prepare'> };
}

/**
 * Keeps an artifact: its content as canonical JSON in a blob, the hash computed here, and its record in the same append.
 * Content that does not fit the schema of its type is refused with `artifact.invalid`, a view with a component that there is not
 * with `artifact.component_unknown`, and nothing is kept.
 */
export async function registerArtifact({ runId, key, journal, type, content, producedBy, phase }: NewArtifact, { writer, ledger }: RegisterPorts): Promise<Artifact> {
  const appendKey = `${runId}:artifact:${sha256Hex(key)}`;
  const [before] = await ledger.log.appended(appendKey);
  if (before?.event.payload === null) throw new KeelsonError('artifact.unknown', { message: 'What the run registered here before was archived or deleted since.', nextStep: 'Bring it back with `keelson artifact restore`, or start the task anew.', data: { artifact: before.event.aggregate_id } });
  if (before !== undefined) return artifactRegistered.payload.parse(before.event.payload).artifact;
  const { ref, operations } = await ledger.blobs.prepare(new TextEncoder().encode(canonicalJson(demandValid(type, content))));
  const artifact: Artifact = {
    artifact_id: await journal.mint(`${key}/artifact-id`, 'art'),
    run_id: runId,
    type,
    schema_ref: schemaRef(type),
    hash: ref.key,
    content: ref,
    produced_by: producedBy,
    phase,
    created_at: timestamp(fixedClock(await journal.now(`${key}/artifact-at`))),
  };
  await writer.append({ key: appendKey, events: [{ type: artifactRegistered.type, streamId: artifact.artifact_id, payload: { artifact } }], operations });
  return artifact;
}

/** The content as its schema gives it back; what the schema does not know is refused, and not left out. */
export function demandValid(type: ArtifactType, content: unknown): z.infer<typeof z.json> {
  const strange = type === 'ResultView' ? unknownComponents(content) : [];
  if (strange.length > 0) throw unknownComponent(strange);
  const schema = schemaByRef(schemaRef(type));
  if (schema === undefined) throw invalid(type, ['there is no schema for it']);
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data as z.infer<typeof z.json>;
  throw invalid(type, parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
}

/** A component that nobody registered is shown by nobody, so a result that has one is not kept. */
function unknownComponent(components: string[]): KeelsonError<'artifact.component_unknown'> {
  return new KeelsonError('artifact.component_unknown', {
    message: `There is no component ${components.map((name) => `"${name}"`).join(', ')}.`,
    nextStep: `Use one of: ${VIEW_COMPONENT_NAMES.join(', ')}.`,
    data: { components, known: [...VIEW_COMPONENT_NAMES] },
  });
}

function invalid(type: ArtifactType, issues: string[]): KeelsonError<'artifact.invalid'> {
  return new KeelsonError('artifact.invalid', {
    message: `It is no ${type}: ${issues.join('; ')}.`,
    nextStep: 'Correct the content; the schema of the type says what belongs in it.',
    data: { type, issues },
  });
}
