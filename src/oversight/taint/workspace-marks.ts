import { posix } from 'node:path';
import { documentKey, type Sha256, type StreamId, type SubjectTaint, type TaintClass, type TaintMark, type WorkspaceTaint } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { WORKSPACE_TAINT, type Documents } from '../../ledger/index.ts';

/** The stream of everything that is said about the labels of a workspace. */
export function workspaceStream(workspace: string): StreamId {
  return `workspace:${sha256Hex(workspace)}`;
}

export async function readMarks(workspace: string, documents: Pick<Documents, 'get'>): Promise<readonly SubjectTaint[]> {
  const stored = await documents.get(documentKey.workspaceTaint(sha256Hex(workspace)), WORKSPACE_TAINT);
  return stored === undefined ? [] : Object.values((stored.body as WorkspaceTaint).marks);
}

/** A path below the workspace, as marks name it; undefined for one outside. */
export function subjectPath(path: string, workspace: string): string | undefined {
  const relative = posix.relative(workspace, posix.resolve(workspace, path));
  return relative === '..' || relative.startsWith('../') ? undefined : relative;
}

/** Marks of the file, or of everything below the folder, that a path names. */
export function marksBelow(marks: readonly SubjectTaint[], subject: string): SubjectTaint[] {
  return marks.filter((mark) => mark.subject_kind === 'file' && (subject === '' || mark.subject === subject || mark.subject.startsWith(`${subject}/`)));
}

/** How far a marked file may be trusted now: a cleaning counts for the content that was cleaned, and for no other. */
export function classNow({ taint_class, cleaned }: SubjectTaint, contentHash: Sha256 | undefined): TaintClass {
  return cleaned !== null && contentHash === cleaned.content_hash ? cleaned.taint_class : taint_class;
}

export function markEvent(workspace: string, mark: TaintMark): { type: 'taint.marked'; streamId: StreamId; payload: { workspace: string; mark: TaintMark } } {
  return { type: 'taint.marked', streamId: workspaceStream(workspace), payload: { workspace, mark } };
}
