import { runPhaseExited, runPlanMade, runStepCancelled, runStepCompleted, runStepIntended, type LogEntry, type Phase, type RunId, type StepResult } from '../../contracts/index.ts';
import type { LogReader } from '../../ledger/index.ts';

/** A phase that a run left through its gates. */
export interface PhaseLeft {
  readonly entry: LogEntry;
  readonly phase: Phase;
  readonly next: Phase;
}

/** Where a run can be returned to: wherever it had begun nothing that was not recorded to its end. */
export interface RunPlaces {
  readonly entries: readonly LogEntry[];
  readonly phases: readonly PhaseLeft[];
  /** The last event of the plan that was followed at a place; that of the start where there was none. */
  planAt(sequence: number): LogEntry | undefined;
  /** The last place at or before this event; undefined when there is none. */
  lastBefore(sequence: number): number | undefined;
  /** The last place of all. What follows the decision how it ends is only summing up, and no place to return to. */
  readonly last: number | undefined;
  readonly isDecided: boolean;
}

const PAGE = 500;
/** By this effect it is recorded how a run ends. */
const DECIDING_EFFECT = 'run.decide_end';

export async function readPlaces(runId: RunId, log: Pick<LogReader, 'read'>): Promise<RunPlaces> {
  const entries: LogEntry[] = [];
  const phases: PhaseLeft[] = [];
  const quiet: number[] = [];
  const underWay = new Set<string>();
  let isDecided = false;
  for (let after = 0; ; ) {
    const page: readonly LogEntry[] = await log.read({ aggregate: 'run', id: runId }, { after, limit: PAGE });
    for (const entry of page) {
      const { type, sequence, payload } = entry.event;
      after = sequence;
      entries.push(entry);
      follow(type, payload, underWay);
      isDecided ||= type === runStepCompleted.type && (payload?.['result'] as StepResult | undefined)?.effect === DECIDING_EFFECT;
      if (!isDecided && underWay.size === 0) quiet.push(sequence);
      const left = type === runPhaseExited.type ? runPhaseExited.payload.safeParse(payload).data : undefined;
      if (left !== undefined && left.gate !== null && !isDecided) phases.push({ entry, phase: left.phase, next: left.gate.next });
    }
    if (page.length < PAGE) break;
  }
  return {
    entries,
    phases,
    planAt: (sequence) => entries.findLast(({ event }) => event.type === runPlanMade.type && event.sequence <= sequence) ?? entries[0],
    lastBefore: (sequence) => quiet.findLast((place) => place <= sequence),
    last: quiet.at(-1),
    isDecided,
  };
}

function follow(type: string, payload: unknown, underWay: Set<string>): void {
  if (type === runStepIntended.type) underWay.add(keyIn(payload, 'intent'));
  if (type === runStepCompleted.type) underWay.delete(keyIn(payload, 'result'));
  if (type === runStepCancelled.type) underWay.delete(keyIn(payload, 'cancellation'));
}

function keyIn(payload: unknown, part: string): string {
  const found = (payload as Readonly<Record<string, Pick<StepResult, 'key'> | undefined>> | null)?.[part];
  return found?.key ?? '';
}

/** What the run is about to do at a place. */
export function phaseAt({ phases }: Pick<RunPlaces, 'phases'>, sequence: number): Phase {
  return phases.findLast(({ entry }) => entry.event.sequence <= sequence)?.next ?? 'plan';
}
