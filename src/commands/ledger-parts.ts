import type { LedgerRunning } from '../contracts/index.ts';
import { KeelsonError, type Clock, type Ids } from '../kernel/index.ts';

/** How long one part may take: short enough for progress to move, long enough for the asking not to matter. */
const PART_MS = 250;

/** Work begun and not finished; beyond this the one that waited longest is given up. */
const OPEN_MAX = 4;

export interface Advance {
  readonly checked: number;
  readonly total: number;
}

export interface PartPorts {
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface PartRequest<Report> {
  /** Work of one owner is never resumed by another. */
  readonly owner: string;
  readonly resume: string | undefined;
  readonly begin: () => AsyncGenerator<Advance, Report>;
  readonly signal: AbortSignal;
}

export type Part<Report> = { readonly running: LedgerRunning } | { readonly report: Report };

/** Does long work as it is asked for. Nothing goes on in the background: work that nobody asks for again just stops. */
export function createParts<Report>({ clock, ids }: PartPorts): (request: PartRequest<Report>) => Promise<Part<Report>> {
  const open = new Map<string, AsyncGenerator<Advance, Report>>();
  const take = (name: string, resume: string): AsyncGenerator<Advance, Report> => {
    const work = open.get(name);
    if (work === undefined) throw resumeUnknown(resume);
    // Taken out while it works, so that two callers never pull at one piece of work.
    open.delete(name);
    return work;
  };
  const giveUp = async (name: string): Promise<void> => {
    const work = open.get(name);
    open.delete(name);
    // It lets go of what it holds; what it would have answered is not asked for any more.
    await work?.return(undefined as unknown as Report);
  };
  return async ({ owner, resume, begin, signal }) => {
    const work = resume === undefined ? begin() : take(`${owner} ${resume}`, resume);
    const until = clock.monotonicMs() + PART_MS;
    for (;;) {
      const step = await work.next();
      if (step.done === true) return { report: step.value };
      if (clock.monotonicMs() < until && !signal.aborted) continue;
      const name = resume ?? ids.mint('cmd');
      open.set(`${owner} ${name}`, work);
      const [oldest] = open.keys();
      if (open.size > OPEN_MAX && oldest !== undefined) await giveUp(oldest);
      return { running: { state: 'running', resume: name, checked: step.value.checked, total: step.value.total } };
    }
  };
}

function resumeUnknown(resume: string): KeelsonError {
  return new KeelsonError('operation.resume_unknown', {
    message: 'This work is not under way any more.',
    nextStep: 'Start it anew; it has left nothing half done.',
    data: { resume },
  });
}
