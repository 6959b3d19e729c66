import { runOutcomeAccepted, runReplanRequested, runSubtaskJudged, type CriterionVerdict, type EventEnvelope, type ReplayedVerdict } from '../../contracts/index.ts';

/** How the criteria of a run were judged when they were judged last. */
export function lastVerdicts(events: readonly Pick<EventEnvelope, 'type' | 'payload'>[]): ReadonlyMap<string, CriterionVerdict['verdict']> {
  const last = new Map<string, CriterionVerdict['verdict']>();
  for (const { type, payload } of events) {
    if (payload === null) continue;
    for (const { criterion, verdict } of judgedIn(type, payload)) last.set(criterion, verdict);
  }
  return last;
}

/** Each criterion of either side, those of the run first. */
export function comparedVerdicts(original: ReadonlyMap<string, string>, replayed: ReadonlyMap<string, string>): ReplayedVerdict[] {
  return [...new Set([...original.keys(), ...replayed.keys()])].map((criterion) => ({ criterion, original: original.get(criterion) ?? null, replayed: replayed.get(criterion) ?? null }));
}

function judgedIn(type: string, payload: object): readonly CriterionVerdict[] {
  if (type === runSubtaskJudged.type) return runSubtaskJudged.payload.parse(payload).outcome.criteria_verdicts;
  if (type === runOutcomeAccepted.type) return runOutcomeAccepted.payload.parse(payload).outcome.criteria_verdicts;
  return type === runReplanRequested.type ? runReplanRequested.payload.parse(payload).request.criteria_verdicts : [];
}
