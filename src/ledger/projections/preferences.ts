import { documentKey, memoryPreferenceProposed, memoryPreferenceSettled, PreferencesStreamId, type PreferenceDecision, type PreferenceProposal, type PreferencesState } from '../../contracts/index.ts';
import { PREFERENCES_SETTLED_MAX, PREFERENCES_WAITING_MAX } from '../limits.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** What a person may want kept to in one folder and has not decided on. */
export const preferencesProjection: Projection = {
  name: 'preferences',
  version: 1,
  types: [memoryPreferenceProposed.type, memoryPreferenceSettled.type],
  key: ({ streamId }) => documentKey.preferences(PreferencesStreamId.parse(streamId)),
  fold: (current, event) => fold(current as PreferencesState | undefined, event) as DocumentBody,
  isOfOneStream: true,
};

function fold(current: PreferencesState | undefined, { type, payload }: FoldedEvent): PreferencesState | Record<string, never> {
  const state = current?.waiting === undefined ? undefined : current;
  if (type === memoryPreferenceProposed.type) {
    const { proposal } = payload as { proposal: PreferenceProposal };
    return { workspace: proposal.workspace, settled: state?.settled ?? [], waiting: [...(state?.waiting ?? []), proposal].slice(-PREFERENCES_WAITING_MAX) };
  }
  const { preference_id: id, decision } = payload as { preference_id: string; decision: PreferenceDecision };
  const about = state?.waiting.find(({ preference_id: one }) => one === id);
  if (state === undefined || about === undefined) return state ?? {};
  return { ...state, waiting: state.waiting.filter((one) => one !== about), settled: [...state.settled, { text: about.text, decision }].slice(-PREFERENCES_SETTLED_MAX) };
}
