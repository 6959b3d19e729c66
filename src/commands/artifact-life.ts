import {
  ArchivedArtifact,
  Artifact,
  artifactChange,
  artifactList,
  collectionPreview,
  collectionReports,
  collectionRun,
  DEFAULT_TENANT,
  documentKey,
  GarbageCollectionReport,
  type ArtifactChangeRequest,
  type ArtifactListItem,
  type ArtifactListReport,
  type ArtifactListRequest,
  type ArtifactMark,
  type ArtifactMetadata,
  type ArtifactRetention,
  type CollectionReports,
  type PlannedFate,
} from '../contracts/index.ts';
import { createWorkQueue, type Documents } from '../ledger/index.ts';
import type { ArtifactKeeper, CollectPorts, Marking, OutsideArchive, ScratchFolders } from '../mother/index.ts';
import { artifactUnknown, findArtifact } from './artifact-find.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import { findRun } from './run-find.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

/** What the life of artifacts needs of this machine. */
export interface LifecyclePorts {
  policy(): Promise<ArtifactRetention>;
  readonly outside: (destination: 's3' | 'filesystem') => Promise<OutsideArchive>;
  readonly scratch: ScratchFolders;
}

const mother = () => import('../mother/index.ts');

/** Everything that a scan stands on. */
export async function collectPorts({ ledger, mother: writer, leases }: LedgerForRuns, { clock }: Pick<ToolsPorts, 'clock'>, lifecycle: LifecyclePorts): Promise<CollectPorts> {
  return { ledger, writer, leases, clock, queue: createWorkQueue(ledger.store), policy: await lifecycle.policy(), outside: lifecycle.outside, scratch: lifecycle.scratch };
}

/** Serves what people do with artifacts over time, and the collector. */
export function artifactLifeBindings(openTools: OpenTools, lifecycle: LifecyclePorts): Binding[] {
  return [
    bind(artifactList, async (request) => {
      const runs = await (await openTools()).existingLedger(DEFAULT_TENANT);
      return runs === undefined ? NONE : listArtifacts(request, runs.ledger.documents, await lifecycle.policy());
    }),
    bind(artifactChange, async (request, { idempotencyKey = '' }) => {
      const ports = await openTools();
      const runs = await ports.existingLedger(DEFAULT_TENANT);
      if (runs === undefined) throw artifactUnknown(request.artifact);
      const [{ createArtifactKeeper, expiryOf, statusOfRun }, collecting] = await Promise.all([mother(), collectPorts(runs, ports, lifecycle)]);
      const id = await findArtifact(request.artifact, runs.ledger.documents);
      const metadata = await changeArtifact(request, createArtifactKeeper(collecting), { id, key: idempotencyKey, by: ports.userId, policy: collecting.policy });
      return { artifact_id: id, run_id: metadata.run_id, metadata, expires_at: expiryOf(metadata, await statusOfRun(metadata.run_id, runs.ledger.documents), collecting.policy) };
    }),
    bind(collectionRun, async (_request, { signal }) => {
      const ports = await openTools();
      const { collectGarbage } = await mother();
      return collectGarbage(await collectPorts(await ports.ledger(), ports, lifecycle), signal);
    }),
    bind(collectionPreview, async () => {
      const ports = await openTools();
      const [runs, policy, { previewCollection }] = await Promise.all([ports.existingLedger(DEFAULT_TENANT), lifecycle.policy(), mother()]);
      const fates: PlannedFate[] = [];
      const documents: Pick<Documents, 'get' | 'list'> = runs?.ledger.documents ?? { get: async () => undefined, list: async () => [] };
      const report = await previewCollection({ ledger: { documents }, policy, clock: ports.clock }, ({ artifact_id: id }, fate) => {
        if ('why' in fate && fates.length < FATES_SHOWN) fates.push({ artifact_id: id, fate: fate.kind, why: fate.why });
      });
      return { report, fates };
    }),
    bind(collectionReports, async ({ limit }): Promise<CollectionReports> => {
      const runs = await (await openTools()).existingLedger(DEFAULT_TENANT);
      const reports: GarbageCollectionReport[] = [];
      if (runs !== undefined) for await (const { body } of documentsUnder('gc_report:', runs.ledger.documents)) reports.push(GarbageCollectionReport.parse(body));
      return { reports: reports.slice(-limit).toReversed() };
    }),
  ];
}

const FATES_SHOWN = 100;
const PAGE = 500;
const NONE: ArtifactListReport = { artifacts: [], counts: { active: 0, archived: 0, scheduled_deletion: 0, deleted: 0, protected: 0 } };

async function* documentsUnder(prefix: string, documents: Pick<Documents, 'list'>): AsyncGenerator<{ readonly body: unknown }> {
  for (let after: string | undefined; ; ) {
    const page = await documents.list(prefix, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.key;
    if (page.length < PAGE) return;
  }
}

async function listArtifacts({ run, status, limit }: ArtifactListRequest, documents: Documents, policy: ArtifactRetention): Promise<ArtifactListReport> {
  const { allArtifacts, expiryOf, statusOfRun } = await mother();
  const runId = run === undefined ? undefined : await findRun(run, documents);
  const counts = { ...NONE.counts };
  const latest: ArtifactMetadata[] = [];
  for await (const metadata of allArtifacts(documents)) {
    if (runId !== undefined && metadata.run_id !== runId) continue;
    const kinds = kindsOf(metadata);
    for (const kind of kinds) counts[kind] += 1;
    if (status === undefined ? kinds.includes('deleted') : !kinds.includes(status)) continue;
    latest.push(metadata);
    if (latest.length > limit) latest.shift();
  }
  const artifacts: ArtifactListItem[] = [];
  for (const metadata of latest.toReversed()) {
    const runStatus = await statusOfRun(metadata.run_id, documents);
    artifacts.push({ metadata, type: await typeOf(metadata, documents), run_status: runStatus ?? null, expires_at: expiryOf(metadata, runStatus, policy) });
  }
  return { artifacts, counts };
}

function kindsOf({ status, deleted_at: deletedAt, protected: isProtected }: ArtifactMetadata): (keyof ArtifactListReport['counts'])[] {
  if (deletedAt !== undefined) return ['deleted'];
  return [status, ...(isProtected ? ['protected' as const] : [])];
}

async function typeOf({ artifact_id: id, deleted_at: deletedAt }: ArtifactMetadata, documents: Pick<Documents, 'get'>): Promise<string | null> {
  if (deletedAt !== undefined) return null;
  const active = Artifact.safeParse((await documents.get(documentKey.artifact(id), 'artifact'))?.body);
  if (active.success) return active.data.type;
  const archived = ArchivedArtifact.safeParse((await documents.get(documentKey.archivedArtifact(id), 'archived_artifact'))?.body);
  return archived.success ? archived.data.artifact.type : null;
}

interface Meant {
  readonly id: ArtifactMetadata['artifact_id'];
  readonly key: string;
  readonly by: string;
  readonly policy: ArtifactRetention;
}

async function changeArtifact({ artifact, change, why }: ArtifactChangeRequest, keeper: ArtifactKeeper, { id, key, by, policy }: Meant): Promise<ArtifactMetadata> {
  const life = await mother();
  const mark = (name: ArtifactMark, changed: Marking['change']): Promise<ArtifactMetadata> => keeper.mark(id, { mark: name, by, why, key, change: changed });
  switch (change.kind) {
    case 'star':
      return mark('starred', (metadata) => life.protect(metadata, 'user_starred'));
    case 'unstar':
      return mark('unstarred', (metadata, now) => life.liftProtection(metadata, 'user_starred', now));
    case 'protect':
      return mark('protected', (metadata) => life.protect(metadata, change.reason));
    case 'lift':
      return mark('protection_lifted', (metadata, now) => life.liftProtection(metadata, change.reason, now));
    case 'note':
      return mark('noted', (metadata) => life.note(metadata, change.text));
    case 'delete':
      return mark('deletion_requested', life.requestDeletion);
    case 'archive':
    case 'restore': {
      const standing = await keeper.standing(id);
      if (standing === undefined) throw artifactUnknown(artifact);
      return change.kind === 'archive' ? keeper.archive(id, standing, policy.archive, why) : keeper.restore(id, standing, why);
    }
  }
}
