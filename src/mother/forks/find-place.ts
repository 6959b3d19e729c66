import { documentKey, RunCheckpoints, type KnownGoodCheckpoint, type RunId } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';
import { forkRefused } from './fork-refused.ts';
import type { RunPlaces } from './run-places.ts';

/** Which place is meant: a checkpoint by its id or the end of it, an event by its id or its number, or the usual one. */
export interface MeantPlace {
  readonly at?: string | undefined;
  readonly checkpoint?: string | undefined;
}

export interface FoundPlace {
  readonly at: number;
  readonly checkpoint?: KnownGoodCheckpoint;
  /** Why it is another than the one that was meant. */
  readonly moved?: string;
}

export async function checkpointsOf(runId: RunId, documents: Pick<Documents, 'get'>): Promise<readonly KnownGoodCheckpoint[]> {
  const stored = await documents.get(documentKey.runCheckpoints(runId));
  return stored === undefined ? [] : RunCheckpoints.parse(stored.body).checkpoints;
}

export async function findPlace(runId: RunId, meant: MeantPlace, places: RunPlaces, documents: Pick<Documents, 'get'>): Promise<FoundPlace> {
  if (meant.checkpoint !== undefined) {
    const end = meant.checkpoint.trim().toUpperCase();
    const alike = (await checkpointsOf(runId, documents)).filter(({ checkpoint_id: id }) => end.length >= END_CHARS_MIN && id.toUpperCase().endsWith(end));
    const [checkpoint] = alike;
    if (checkpoint === undefined || alike.length > 1) throw noPlace(runId, meant.checkpoint, alike.length > 1 ? 'may be one of several checkpoints' : 'is no checkpoint');
    return { at: checkpoint.event_seq, checkpoint };
  }
  const wanted = meant.at === undefined ? usualPlace(places) : sequenceOf(runId, meant.at, places);
  const at = wanted === undefined ? undefined : places.lastBefore(wanted);
  if (at === undefined) throw noPlace(runId, meant.at ?? 'its start', 'is before anything that can be returned to');
  if (meant.at === undefined || at === wanted) return { at };
  return { at, moved: wordsOfMove(meant.at, at, places) };
}

/** Of a run that is decided the last place is the last before that; whatever was meant before it can only lie within a step. */
function wordsOfMove(said: string, at: number, { isDecided, last }: RunPlaces): string {
  return `${said} ${isDecided && at === last ? 'comes after it was decided how the run ends' : 'lies within a step'}; the last place before it is event ${at}`;
}

const END_CHARS_MIN = 4;

/** Of a run that is over, where its last plan was about to be carried out: later there is little left to do otherwise. */
function usualPlace({ phases, isDecided, last, entries }: RunPlaces): number | undefined {
  if (!isDecided) return last;
  return phases.findLast(({ next }) => next === 'execute')?.entry.event.sequence ?? entries.at(0)?.event.sequence;
}

function sequenceOf(runId: RunId, said: string, { entries }: RunPlaces): number {
  const typed = said.trim().toUpperCase();
  const found = entries.filter(({ event }) => String(event.sequence) === typed || (typed.length >= END_CHARS_MIN && event.event_id.toUpperCase().endsWith(typed)));
  const [entry] = found;
  if (entry === undefined || found.length > 1) throw noPlace(runId, said, found.length > 1 ? 'may be one of several events' : 'is no event');
  return entry.event.sequence;
}

function noPlace(runId: RunId, said: string, why: string) {
  return forkRefused({ runId, message: `${said} ${why} of ${runId}.`, nextStep: '`keelson checkpoints RUN` lists the places of a run; `keelson show RUN --events` its events.', subjects: [said] });
}
