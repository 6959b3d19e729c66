import { DEFAULT_BUDGET, FinalResult, resultText, RunId } from '../../src/contracts/index.ts';
import { createIds, seededRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger } from '../../src/ledger/index.ts';
import { replayTask } from '../../src/mother/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { chanceFrom } from './chance.ts';
import { steadyMinds, type Mood } from './minds.ts';
import { AGREEABLE } from './people.ts';
import { playSeed, type Played, type PlayOptions } from './play-seed.ts';
import { everyTask } from './tasks.ts';
import { NO_ODDS, type World } from './world.ts';

/** A run that is played whole once, and then cut wherever it can be cut. */
export interface RecordedRun {
  readonly name: string;
  readonly seed: number;
  readonly options: PlayOptions;
}

const CHARACTERS: readonly [name: string, soundness: number, moods: readonly [Mood, ...Mood[]]][] = [
  ['sound', 1, ['honest']],
  ['sometimes unreadable', 0.7, ['rubbish', 'wrong_shape', 'empty']],
  ['sometimes lying', 0.7, ['lies', 'contradicts', 'gives_up']],
  ['sometimes failing', 0.7, ['fails', 'bad_arguments', 'loops']],
];

/** Each kind of task with models of each character, on machines that work. */
export const RECORDED_RUNS: readonly RecordedRun[] = CHARACTERS.flatMap(([character, soundness, moods], at) =>
  everyTask(chanceFrom(at + 1, 'recorded')).map((task, nth) => ({
    name: `${task.kind}, ${character}`,
    seed: at * 100 + nth + 1,
    options: {
      task,
      minds: steadyMinds(soundness, moods),
      limits: DEFAULT_BUDGET.per_run,
      odds: NO_ODDS,
      rates: { slow: 0, broken: 0, lostLetters: 0 },
      character: (world) => ({ ...AGREEABLE, looksWhatHappened: () => (world.sent.length > 0 ? 'did_happen' : 'did_not_happen') }),
    },
  })),
);

/** What a run came to, without what every process makes anew. */
export interface Outcome {
  readonly end: string;
  readonly files: Readonly<Record<string, string>>;
  readonly letters: number;
  readonly answer: string;
  readonly violations: readonly string[];
  /** Where a replay from the record comes out otherwise. */
  readonly divergences: readonly string[];
}

export async function outcomeOf({ world, end, violations }: Played): Promise<Outcome> {
  const rows = await world.store.entries({ after: 0, limit: 1_000_000 });
  const given = rows.findLast(({ header }) => header.includes('"run.result_given"'))?.payload;
  const answer = given === undefined || given === null ? '' : resultText(FinalResult.parse((JSON.parse(given) as { result: unknown }).result).output);
  return { end: end.kind === 'ended' ? end.reason : end.kind, files: Object.fromEntries([...world.disk.files].toSorted()), letters: world.sent.length, answer, violations: violations.map(({ invariant, detail }) => `${invariant}: ${detail}`), divergences: await divergencesOf(world) };
}

/** Goes through the run of this world once more, in a ledger of its own and with nothing of the world. What no event names is gone by then, and is not missed. */
async function divergencesOf(world: World): Promise<string[]> {
  const { clock } = world.time;
  await world.store.sweepBlobs(-1);
  const ids = createIds({ clock, random: seededRandom(REPLAY_SEED) });
  const source = await openLedger({ store: world.store, setup: BUILTIN_SETUP, clock, ids });
  const [first] = await source.log.readAll({ limit: 1 });
  const nowhere = (): Promise<never> => Promise.reject(new Error('a replay from the record has no folder'));
  const { divergences } = await replayTask({ runId: RunId.parse(first?.event.aggregate_id), mode: 'simulation_from_recorded_outputs', signal: new AbortController().signal }, { source, receipts: source.log.writerFor(AUTHOR), clock, ids, day: { limits: DEFAULT_BUDGET.per_user_daily, ledger: source }, portsOver: (scratch) => world.portsOver(scratch), scratchFolder: nowhere, placeOf: nowhere });
  return divergences.map(({ divergence_kind: kind, explanation }) => `${kind}: ${explanation}`);
}

/** No world is played from it. */
const REPLAY_SEED = 1_000_003;

/** A run that nothing interrupted. */
export interface Whole {
  readonly outcome: Outcome;
  readonly entries: number;
  /** Where the first event of this type stands. */
  positionOf(type: string): number;
}

export async function playWhole({ seed, options }: RecordedRun): Promise<Whole> {
  const played = await playSeed(seed, { ...options, crash: undefined });
  const rows = await played.world.store.entries({ after: 0, limit: 1_000_000 });
  return { outcome: await outcomeOf(played), entries: rows.length, positionOf: (type) => rows.findIndex(({ header }) => header.includes(`"type":"${type}"`)) + 1 };
}

/** The same run, whose process dies with the append that brings the log to this length, and is gone on with by another. */
export async function playCut({ seed, options }: RecordedRun, atEntry: number, isWritten: boolean): Promise<Outcome> {
  return outcomeOf(await playSeed(seed, { ...options, crash: { atEntry, isWritten } }));
}
