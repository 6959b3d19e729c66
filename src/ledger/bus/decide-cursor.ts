import { Count, StreamId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Draft } from '../decide/draft.ts';
import type { OperationPlan } from '../decide/plan.ts';
import type { CursorAdvance } from './operations.ts';

export function planCursor({ name }: CursorAdvance): OperationPlan {
  return { records: [{ space: 'cursor', key: name }] };
}

/** Answers where the cursor now stands: two followers of one name never take it back, nor past the head. */
export function decideCursor({ name, position }: CursorAdvance, draft: Draft): number {
  if (!StreamId.safeParse(name).success || !Count.safeParse(position).success) throw cursorInvalid();
  const current = Number(draft.record({ space: 'cursor', key: name })?.body ?? 0);
  const next = Math.max(current, Math.min(position, draft.facts.head.position));
  if (next !== current) draft.put({ space: 'cursor', key: name, body: next, dueMs: null, position: null, source: null });
  return next;
}

function cursorInvalid(): KeelsonError {
  return new KeelsonError('input.invalid', {
    message: 'A cursor has a name and a position of the log.',
    nextStep: 'Advance it to the position of an entry that was read.',
    data: { issues: [{ path: 'cursor', message: 'not a name and a whole number from 0' }] },
  });
}
