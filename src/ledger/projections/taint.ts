import { documentKey, Sha256, TaintClass, taintMarked, taintSanitized, type Sanitization, type StreamId, type SubjectTaint, type TaintMark, type WorkspaceTaint } from '../../contracts/index.ts';
import type { Projection } from './projection.ts';

const STREAM_PREFIX = 'workspace:';
const SOURCES_MAX = 8;

/** The document that holds the labels of the workspace whose stream this is. */
export function workspaceTaintKey(streamId: StreamId): string {
  return documentKey.workspaceTaint(Sha256.parse(streamId.slice(STREAM_PREFIX.length)));
}

export function taintSubjectKey({ subject_kind, subject }: Pick<TaintMark, 'subject_kind' | 'subject'>): string {
  return `${subject_kind}:${subject}`;
}

function isLower(one: TaintClass, other: TaintClass): boolean {
  return TaintClass.options.indexOf(one) < TaintClass.options.indexOf(other);
}

/** A mark only raises a label, unless what was labelled is wholly gone. */
function marked(before: SubjectTaint | undefined, { subject_kind, subject, taint_class, sources, replaces }: TaintMark): SubjectTaint {
  if (before === undefined || replaces) {
    const lowered_from = before !== undefined && isLower(taint_class, before.taint_class) ? before.taint_class : null;
    return { subject_kind, subject, taint_class, sources, cleaned: null, lowered_from };
  }
  return {
    ...before,
    taint_class: isLower(taint_class, before.taint_class) ? before.taint_class : taint_class,
    sources: [...new Set([...before.sources, ...sources])].slice(0, SOURCES_MAX),
    cleaned: null,
    lowered_from: null,
  };
}

/** The label stays; beside it stands for which content a better one counts. */
function cleaned(before: SubjectTaint | undefined, { subject_kind, subject, content_hash, node }: Sanitization): SubjectTaint {
  const label = before ?? { subject_kind, subject, taint_class: node.input_taint, sources: [], lowered_from: null };
  return { ...label, cleaned: { content_hash, taint_class: node.output_taint, node_id: node.node_id } };
}

export const WORKSPACE_TAINT = 'workspace_taint';

/** What in a workspace holds words of others. */
export const workspaceTaintProjection: Projection = {
  name: WORKSPACE_TAINT,
  version: 1,
  types: [taintMarked.type, taintSanitized.type],
  key: ({ streamId }) => workspaceTaintKey(streamId),
  fold: (current, { type, payload }) => {
    const { marks = {} } = (current ?? {}) as Partial<WorkspaceTaint>;
    const about = (type === taintMarked.type ? payload['mark'] : payload['sanitization']) as TaintMark | Sanitization;
    const key = taintSubjectKey(about);
    const after = 'node' in about ? cleaned(marks[key], about) : marked(marks[key], about);
    return { workspace: payload['workspace'] as string, marks: { ...marks, [key]: after } } satisfies WorkspaceTaint;
  },
};
