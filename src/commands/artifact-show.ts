import { ArchivedArtifact, Artifact, artifactShow, DEFAULT_TENANT, documentKey, type JsonValue } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { valueWithoutSecrets } from '../redaction/index.ts';
import { artifactUnknown, findArtifact } from './artifact-find.ts';
import { bind, type Binding } from './dispatcher.ts';
import { contentOf } from './run-afterwards.ts';
import type { OpenTools } from './tools-ports.ts';

/** Gives what a run kept, by its id or the end of it. */
export function artifactShowBinding(openTools: OpenTools): Binding {
  return bind(artifactShow, async ({ artifact: typed }) => {
    const runs = await (await openTools()).existingLedger(DEFAULT_TENANT);
    if (runs === undefined) throw artifactUnknown(typed);
    const { documents, blobs } = runs.ledger;
    const id = await findArtifact(typed, documents);
    const found = Artifact.safeParse((await documents.get(documentKey.artifact(id)))?.body).data;
    const archived = found === undefined ? ArchivedArtifact.safeParse((await documents.get(documentKey.archivedArtifact(id)))?.body).data : undefined;
    if (archived !== undefined) throw new KeelsonError('artifact.archived', { message: `${id} lies in the archive (${archived.archive.destination}).`, nextStep: `Bring it back first: keelson artifact restore ${id}`, data: { artifact_id: id, destination: archived.archive.destination } });
    const content = found === undefined ? undefined : await contentOf(found, blobs);
    if (found === undefined || content === undefined) throw artifactUnknown(typed);
    return { artifact: found, content: valueWithoutSecrets(content as JsonValue) };
  });
}
