import { artifactChange, artifactList, collectionPreview, collectionReports, collectionRun, type ArtifactChange, type ArtifactListItem, type ArtifactListReport, type ArtifactListRequest, type GarbageCollectionReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { oneLine } from './printable.ts';
import { counted, shortId } from './run-figures.ts';

export interface ArtifactsOptions {
  readonly run?: string;
  readonly status?: ArtifactListRequest['status'];
  readonly limit?: number;
  readonly json?: boolean;
}

/** Lists the artifacts, the latest first, with where each stands and when it goes. */
export async function listArtifacts(surface: Surface, { run, status, limit, json }: ArtifactsOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const listed = await client.call(artifactList, { ...(run !== undefined && { run }), ...(status !== undefined && { status }), ...(limit !== undefined && { limit }) }, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(listed.value)}\n` : renderArtifacts(listed.value, terminal.columns, style(terminal.colour)));
  return EXIT.ok;
}

function renderArtifacts({ artifacts, counts }: ArtifactListReport, width: number, paint: Style): string {
  const total = counts.active + counts.archived + counts.scheduled_deletion + counts.deleted;
  if (total === 0) return 'There are no artifacts yet. Runs keep what they made: keelson run "what is to be done"\n';
  const summary = [counted(counts.active, 'active', 'active'), counted(counts.archived, 'archived', 'archived'), counted(counts.scheduled_deletion, 'to be deleted', 'to be deleted'), counted(counts.deleted, 'deleted', 'deleted'), counted(counts.protected, 'protected', 'protected')];
  const lines = [...(artifacts.length === 0 ? ['None of them is so.'] : artifacts.flatMap((one) => artifactLines(one, width, paint))), ...wrapText(summary.join(' · '), width, '').split('\n').map(paint.dim)];
  return `${lines.join('\n')}\n`;
}

const DATE_END = 'YYYY-MM-DD'.length;

function artifactLines({ metadata, type, run_status: runStatus, expires_at: expiresAt }: ArtifactListItem, width: number, paint: Style): string[] {
  const { artifact_id: id, run_id: runId, status, deleted_at: deletedAt, protected: isProtected, protection_reason: reason, user_starred: isStarred, created_at: createdAt, user_notes: notes } = metadata;
  const state = deletedAt !== undefined ? `deleted ${deletedAt.slice(0, DATE_END)}` : isProtected ? `${status}, protected (${reason ?? ''})` : `${status}, until ${expiresAt?.slice(0, DATE_END) ?? ''}`;
  const figures = [createdAt.slice(0, DATE_END), `run ${shortId(runId)}${runStatus === null ? '' : ` ${runStatus}`}`];
  return [
    `${paint.bold(shortId(id))}  ${isStarred ? '★ ' : ''}${type ?? 'gone'}  ${deletedAt === undefined && isProtected ? paint.green(state) : state} ${paint.dim(`· ${figures.join(' · ')}`)}`,
    ...(notes === undefined ? [] : [`        ${oneLine(notes, Math.max(1, width - 8))}`]),
  ];
}

export interface ArtifactChangeOptions {
  readonly why?: string;
  readonly json?: boolean;
}

/** Changes where one artifact stands, and says what has come of it. */
export async function changeArtifact(surface: Surface, artifact: string, change: ArtifactChange, { why, json }: ArtifactChangeOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const changed = await client.call(artifactChange, { artifact, change, ...(why !== undefined && { why }) }, { signal, idempotencyKey: newKey() });
  if (!changed.ok) return showFailure(surface, changed.error, json === true);
  const { artifact_id: id, metadata, expires_at: expiresAt } = changed.value;
  const until = metadata.protected ? `protected (${metadata.protection_reason ?? ''}), kept for ever` : change.kind === 'delete' ? 'it goes with the next collection (keelson gc), or, when it was protected once, is announced by it and goes seven days later' : `kept until ${expiresAt?.slice(0, DATE_END) ?? ''}`;
  await terminal.writeOut(json === true ? `${JSON.stringify(changed.value)}\n` : `${shortId(id)} is ${metadata.status}; ${until}.\n`);
  return EXIT.ok;
}

export interface CollectOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Has every artifact meet its fate, or says which it would. */
export async function collect(surface: Surface, { dryRun, json }: CollectOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  if (dryRun === true) {
    const preview = await client.call(collectionPreview, {}, { signal });
    if (!preview.ok) return showFailure(surface, preview.error, json === true);
    const lines = preview.value.fates.map(({ artifact_id: id, fate, why }) => `${shortId(id)}  would be ${fate}: ${why}`);
    await terminal.writeOut(json === true ? `${JSON.stringify(preview.value)}\n` : `${[...lines, reportLine(preview.value.report)].join('\n')}\n`);
    return EXIT.ok;
  }
  const came = await client.call(collectionRun, {}, { signal, idempotencyKey: newKey() });
  if (!came.ok) return showFailure(surface, came.error, json === true);
  const errors = came.value.errors.map(({ artifact_id: id, error }) => `${shortId(id)}  ${error}`);
  await terminal.writeOut(json === true ? `${JSON.stringify(came.value)}\n` : `${[...errors, reportLine(came.value)].join('\n')}\n`);
  return came.value.errors.length === 0 ? EXIT.ok : EXIT.failed;
}

function reportLine({ scanned_count: scanned, scheduled_deletion: deleted, archived, protected: kept, announced = 0, errors, contents_removed: loose = 0, stopped }: GarbageCollectionReport): string {
  return `${counted(scanned, 'artifact')} looked at · ${deleted} deleted · ${archived} archived · ${announced} announced · ${kept} protected · ${counted(errors.length, 'error')}${loose === 0 ? '' : ` · ${counted(loose, 'loose content')} removed`}${stopped === undefined ? '' : ` · ${stopped}`}`;
}

export interface ReportsOptions {
  readonly limit?: number;
  readonly json?: boolean;
}

/** What the last collections came to. */
export async function showCollections(surface: Surface, { limit, json }: ReportsOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const listed = await client.call(collectionReports, { ...(limit !== undefined && { limit }) }, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, json === true);
  const lines = listed.value.reports.map((report) => `${report.started_at}  ${reportLine(report)}`);
  await terminal.writeOut(json === true ? `${JSON.stringify(listed.value)}\n` : `${lines.length === 0 ? 'Nothing was collected yet: keelson gc' : lines.join('\n')}\n`);
  return EXIT.ok;
}
