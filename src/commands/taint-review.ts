import { taintReview } from '../contracts/index.ts';
import { hasCode, KeelsonError, sha256Hex, timestamp } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { OpenTools } from './tools-ports.ts';

/** Serves `taint.review`: what a person read counts as they say, for exactly the content that they read. */
export function taintReviewBinding(openTools: OpenTools): Binding {
  return bind(taintReview, async ({ path, reason, workspace, taint_class: to }, { idempotencyKey = '' }) => {
    const [ports, tools, { classNow, readMarks, reviewEvent }] = await Promise.all([openTools(), import('../tools/index.ts'), import('../oversight/index.ts')]);
    const place = await ports.place(workspace);
    // A person asks for it, so files that need a yes have one.
    const content = await tools.workspaceFiles({ ...place, granted: () => true }).read(path);
    if (content.isCut) throw tooLarge(path);
    const { ledger, owner } = await ports.ledger();
    const marks = await readMarks(place.workspace, ledger.documents);
    const mark = marks.find(({ subject_kind: kind, subject }) => kind === 'file' && subject === content.path);
    if (mark === undefined) throw notMarked(content.path, marks.map(({ subject }) => subject));
    const contentHash = sha256Hex(content.bytes);
    const from = classNow(mark, contentHash);
    const nodeId = ports.ids.mint('rcp');
    const { ref, operations } = await ledger.blobs.prepare(content.bytes);
    const event = reviewEvent({ workspace: place.workspace, subject: content.path, contentHash, from, to, reviewedBy: ports.userId, reason, evidence: ref }, { nodeId, createdAt: timestamp(ports.clock) });
    await owner.append({ key: `taint.review:${sha256Hex(idempotencyKey)}`, events: [event], operations: [...operations] }).catch((error: unknown) => {
      throw hasCode(error, 'ledger.key_reused') ? saidBefore() : error;
    });
    return { path: content.path, from, to, receipt_id: nodeId };
  });
}

/** A file this long nobody has read. */
function tooLarge(path: string): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `${path} is too large to have been read by a person.`, nextStep: 'Take out of it what you need, and review that.', data: { issues: [{ path: 'path', message: 'too large' }] } });
}

function notMarked(path: string, marked: readonly string[]): KeelsonError<'taint.subject_unknown'> {
  return new KeelsonError('taint.subject_unknown', {
    message: `${path} is not marked: nothing says that it holds words of others.`,
    nextStep: marked.length === 0 ? 'No file of this folder is marked; there is nothing to do.' : `Marked are: ${marked.join(', ')}.`,
    data: { subject: path, marked: [...marked] },
  });
}

function saidBefore(): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: 'Something else was reviewed under this key before.', nextStep: 'Send it under a fresh key.', data: { issues: [{ path: '', message: 'the key was used' }] } });
}
