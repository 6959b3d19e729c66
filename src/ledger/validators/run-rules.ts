import { documentKey, runContextCompacted, runContextComposed, runContextSummarised, RunId, runDirectiveIssued, runOutcomeAccepted, runPhaseExited, runReplanRequested, runResultGiven, runSubtaskJudged, runTerminated, type EventType } from '../../contracts/index.ts';
import type { Validator } from './validator.ts';
import { valueAt } from './value-at.ts';

/** Who alone may write each of these. A writer of that name is handed only to whoever has the authority. */
const ONLY_WRITER: Readonly<Record<EventType, string>> = {
  [runTerminated.type]: 'mother',
  [runPhaseExited.type]: 'mother',
  [runResultGiven.type]: 'solver',
  [runDirectiveIssued.type]: 'solver',
  [runSubtaskJudged.type]: 'agent_validator',
  [runOutcomeAccepted.type]: 'meta_validator',
  [runReplanRequested.type]: 'meta_validator',
  [runContextComposed.type]: 'context',
  [runContextSummarised.type]: 'context',
  [runContextCompacted.type]: 'context',
};

/** A change that was made by somebody who may not make it has no receipt of anybody who may. */
export const runEventByAnotherWriter: Validator = {
  code: 'validation.lifecycle_transition_without_receipt',
  appliesTo: ({ type }) => Object.hasOwn(ONLY_WRITER, type),
  check: ({ type, actor }) => (actor === ONLY_WRITER[type] ? undefined : `${type} is written by ${ONLY_WRITER[type]} alone, not by ${actor}`),
};

/** A run leaves the phase it stands in, with the receipt of that phase; no other receipt moves it. */
export const phaseLeftWithoutItsGate: Validator = {
  code: 'validation.lifecycle_transition_without_receipt',
  appliesTo: ({ type }) => type === runPhaseExited.type,
  documents: ({ streamId }) => [documentKey.run(RunId.parse(streamId))],
  check: ({ streamId, payload }, { document }) => {
    const sameRun = valueAt(payload, 'gate.run_id') === streamId && valueAt(payload, 'gate.phase') === payload['phase'];
    const brought = document(documentKey.run(RunId.parse(streamId)))?.body['last_gate_id'];
    return sameRun && brought === valueAt(payload, 'gate.receipt_id') ? undefined : `this receipt is no way on from where ${streamId} stands`;
  },
};

export const RUN_RULES: readonly Validator[] = [runEventByAnotherWriter, phaseLeftWithoutItsGate];
