import { taintMarked, taintSanitized, type Sanitization, type SubjectTaint, type TaintMark, type WorkspaceTaint } from '../../contracts/index.ts';
import { taintSubjectKey, workspaceTaintKey } from '../projections/taint.ts';
import type { Validator, WriteContext, WrittenEvent } from './validator.ts';

function labelOf(event: WrittenEvent, about: TaintMark | Sanitization, { document }: WriteContext): SubjectTaint | undefined {
  return (document(workspaceTaintKey(event.streamId))?.body as WorkspaceTaint | undefined)?.marks[taintSubjectKey(about)];
}

/** Files and artifacts can be written anew by a run; a memory or a conversation only grows, so nothing in it is replaced. */
function markLowers(event: WrittenEvent, context: WriteContext): string | undefined {
  const mark = event.payload['mark'] as TaintMark;
  const from = labelOf(event, mark, context)?.lowered_from ?? null;
  if (from === null || !mark.replaces) return undefined;
  const isWrittenAnew = mark.run_id !== null && (mark.subject_kind === 'file' || mark.subject_kind === 'artifact');
  return isWrittenAnew ? undefined : `"${mark.subject}" was ${from} and is marked ${mark.taint_class}, and nothing says who cleaned it`;
}

/** The node must start from the label that the subject really has. */
function nodeDoesNotFit(event: WrittenEvent, context: WriteContext): string | undefined {
  const sanitization = event.payload['sanitization'] as Sanitization;
  const { node, subject } = sanitization;
  const label = labelOf(event, sanitization, context)?.taint_class;
  if (label === node.input_taint) return undefined;
  return `"${subject}" is ${label}, and the node cleans something that is ${node.input_taint}`;
}

export const taintDowngradeWithoutSanitizationNode: Validator = {
  code: 'validation.taint_downgrade_without_sanitization_node',
  appliesTo: ({ type }) => type === taintMarked.type || type === taintSanitized.type,
  documents: ({ streamId }) => [workspaceTaintKey(streamId)],
  check: (event, context) => (event.type === taintMarked.type ? markLowers(event, context) : nodeDoesNotFit(event, context)),
};
