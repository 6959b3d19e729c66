import { join } from 'node:path';
import { DEFAULT_TENANT, memoryPreferenceSettled, type MemoryPreferencesReport, type MemoryPreferencesRequest, type MemoryPreferencesSaveReport, type MemoryPreferencesSaveRequest, type PreferenceProposal } from '../contracts/index.ts';
import { hasCode, KeelsonError, sha256Hex } from '../kernel/index.ts';
import { recordOnce } from '../ledger/index.ts';
import { preferencesStreamOf, readPreferences, type GraphScope } from '../memory/index.ts';
import { changedLines, preferenceDraft, preferenceProblems, PREFERENCES_FILE, PREFERENCES_TITLE, settleDraft } from '../skills/index.ts';
import type { ToolPlace, WorkspaceFiles } from '../tools/index.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools } from './tools-ports.ts';

/** The file as it is, and what waits for the person. Where there is no ledger yet none is made. */
export async function showPreferences({ workspace }: MemoryPreferencesRequest, openTools: OpenTools): Promise<MemoryPreferencesReport> {
  const ports = await openTools();
  const place = await ports.place(workspace);
  const content = await contentNow(await filesOf(place));
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  const proposals = runs === undefined ? [] : await waitingOf(place, runs);
  return { path: join(place.workspace, PREFERENCES_FILE), content: content ?? null, sha256: content === undefined ? null : sha256Hex(content), proposals: [...proposals], draft: preferenceDraft(content, proposals) };
}

/** Writes what the person made of the file, when nobody else changed it meanwhile, and records what they said to proposals. */
export async function savePreferences({ workspace, text, based_on: basedOn, shown }: MemoryPreferencesSaveRequest, idempotencyKey: string, openTools: OpenTools): Promise<MemoryPreferencesSaveReport> {
  const ports = await openTools();
  const place = await ports.place(workspace);
  const path = join(place.workspace, PREFERENCES_FILE);
  const files = await filesOf(place);
  const before = await contentNow(files);
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  const { content, decisions } = settleDraft(text, runs === undefined ? [] : await waitingOf(place, runs), shown);
  const issues = preferenceProblems(content);
  if (issues.length > 0) throw new KeelsonError('memory.preferences_invalid', { message: `${path} was left as it was: ${issues.map(({ path: at, message }) => `${at} ${message}`).join('; ')}.`, nextStep: 'Mend it and save again.', data: { path, issues } });
  if ((before === undefined ? null : sha256Hex(before)) !== basedOn) throw new KeelsonError('memory.preferences_changed', { message: `${path} was changed while it was edited; it was left as it is now.`, nextStep: 'Run keelson memory edit again to see what it says now, and put yours in.', data: { path } });
  const untouched = before ?? `${PREFERENCES_TITLE}\n\n`;
  const isChanged = content !== untouched;
  if (isChanged) await files.write(PREFERENCES_FILE, new TextEncoder().encode(content));
  if (runs !== undefined && decisions.length > 0) {
    const events = decisions.map(({ proposal, decision }) => ({ type: memoryPreferenceSettled.type, streamId: preferencesStreamOf(scopeOf(runs), place.workspace), payload: { preference_id: proposal.preference_id, decision, by: ports.userId, reason: `${ports.userId} ${decision === 'accepted' ? 'kept' : 'deleted'} it while editing ${PREFERENCES_FILE}` } }));
    await recordOnce(runs.owner, 'memory', `memory.preferences_save:${idempotencyKey}`, events);
  }
  const of = (wanted: 'accepted' | 'declined'): string[] => decisions.filter(({ decision }) => decision === wanted).map(({ text: words }) => words);
  return { path, is_changed: isChanged, ...changedLines(untouched, content), accepted: of('accepted'), declined: of('declined') };
}

async function filesOf(place: ToolPlace): Promise<WorkspaceFiles> {
  const { workspaceFiles } = await import('../tools/index.ts');
  return workspaceFiles({ ...place, granted: () => true });
}

async function contentNow(files: WorkspaceFiles): Promise<string | undefined> {
  try {
    return new TextDecoder().decode((await files.read(PREFERENCES_FILE)).bytes);
  } catch (error) {
    if (hasCode(error, 'path.missing')) return undefined;
    throw error;
  }
}

function scopeOf({ owner: { author } }: Pick<LedgerForRuns, 'owner'>): GraphScope {
  return { tenant: author.governance.tenant, matter: author.governance.matter ?? null };
}

async function waitingOf({ workspace }: ToolPlace, runs: LedgerForRuns): Promise<readonly PreferenceProposal[]> {
  return (await readPreferences(runs.ledger.documents, scopeOf(runs), workspace)).waiting;
}
