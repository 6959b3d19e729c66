import { runToolEnded, type ExecutedEffects, type IrrevocableSideEffectAtFork, type LogEntry } from '../../contracts/index.ts';
import { executedEffectsProjection } from '../../ledger/index.ts';

/** What a run had done up to a place and nobody can take back, each with the event that says so. */
export function irrevocableUpTo(entries: readonly LogEntry[], upTo: number): IrrevocableSideEffectAtFork[] {
  const found: IrrevocableSideEffectAtFork[] = [];
  let effects: ReturnType<typeof executedEffectsProjection.fold> | undefined;
  for (const { event, position } of entries) {
    const { type, sequence, payload } = event;
    if (sequence > upTo || payload === null || !executedEffectsProjection.types.includes(type)) continue;
    effects = executedEffectsProjection.fold(effects, { ...event, position, payload, streamId: event.aggregate_id, recordedAt: event.recorded_at });
    if (type !== runToolEnded.type) continue;
    const { executed } = effects as unknown as ExecutedEffects;
    for (const { call: path, what, undo_command: undo } of executed) {
      if (path === payload['call'] && undo === null) found.push({ side_effect_id: path, kind: what, executed_at: event.recorded_at, note: 'not_reversible_in_fork', receipt_ref: { kind: 'event', key: event.event_id } });
    }
  }
  return found;
}
