import { CALIBRATION_PROPOSALS_MAX, calibrationApplied, calibrationProposed, calibrationWithdrawn, documentKey, type CalibrationProposal, type CalibrationStanding, type CalibrationState } from '../../contracts/index.ts';
import type { DocumentBody, FoldedEvent, Projection } from './projection.ts';

/** The sets of the solver that were proposed, and which of them is in force. */
export const calibrationProjection: Projection = {
  name: 'calibration',
  version: 1,
  types: [calibrationProposed.type, calibrationApplied.type, calibrationWithdrawn.type],
  key: () => documentKey.solverCalibration(),
  fold: (current, event) => foldCalibration((current as CalibrationState | undefined) ?? { applied: [], proposals: [], proposed: 0 }, event) as DocumentBody,
  isOfOneStream: true,
};

function foldCalibration(state: CalibrationState, { type, payload, recordedAt }: FoldedEvent): CalibrationState {
  if (type === calibrationProposed.type) {
    const standing: CalibrationStanding = { proposal: payload['proposal'] as CalibrationProposal, state: 'proposed', changed_at: recordedAt };
    return { ...state, proposed: state.proposed + 1, proposals: withRoom([...state.proposals, standing]) };
  }
  const version = payload['version'] as string;
  const isApplied = type === calibrationApplied.type;
  const proposals = state.proposals.map((one): CalibrationStanding => (one.proposal.version === version ? { ...one, state: isApplied ? 'applied' : 'withdrawn', changed_at: recordedAt } : one));
  return { ...state, proposals, applied: isApplied ? [...state.applied, version] : state.applied.filter((one) => one !== version) };
}

/** The oldest make room, but never one that is applied: it may be gone back to. */
function withRoom(proposals: readonly CalibrationStanding[]): CalibrationStanding[] {
  if (proposals.length <= CALIBRATION_PROPOSALS_MAX) return [...proposals];
  const oldest = proposals.findIndex(({ state }) => state !== 'applied');
  return proposals.filter((_one, at) => at !== oldest);
}
