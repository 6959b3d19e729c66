import { documentKey, MEMORY_QUANTIZATION, TaskId, type QuantizedState, type RunId, type TerminationReason, type Timestamp } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { createIds, fixedClock, invariant, seededRandom, timestamp } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createCounters, openLedger, type Counters, type LogWriter, type NewEvent } from '../../src/ledger/index.ts';
import { ledgerFileOf } from '../../src/main/data-folder.ts';
import { createExperienceMemory, createWriteQueue } from '../../src/memory/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { ended, stated, started } from '../support/run-history.ts';
import { seedOfHardTask, simulatedRun } from '../support/simulated-runs.ts';

const DAY_MS = 86_400_000;
/** Between one event of a run and the next. */
const WORK_MS = 7_000;
/** Which runs a calibration is judged by is decided by lot from their ids, so that these are always the same. */
const HARD_UNTIL_MS = Date.parse('2026-11-15T09:00:00.000Z');
const LIMITS = { tokens: 1_000_000, cost_microusd: 50_000_000, cloud_calls: 100, active_ms: 3_600_000 };
const WRITER_OF: Readonly<Record<string, string>> = { 'run.outcome_accepted': 'meta_validator', 'run.replan_requested': 'meta_validator', 'run.directive_issued': 'solver', 'run.result_given': 'solver' };

const REQUESTS = ['Sum up what changed in the release notes', 'Count lines of code by language', 'Find out why the nightly build is slow', 'Write tests for the parser of dates', 'Compare the two price lists', 'Look for dead links in the handbook', 'Draw up a table of the open questions'];
const ENDINGS: readonly TerminationReason[] = ['success', 'success', 'success', 'timeout', 'success', 'budget_exhausted', 'success', 'user_cancelled', 'success', 'retries_exhausted', 'success', 'approval_denied'];
const LEARNT: readonly (readonly [state: QuantizedState, space: string, entity: string, content: string])[] = [
  ['accept', 'tool:read_file', 'path:CHANGELOG.md', 'It held all that was asked.'],
  ['abandon', 'tool:web_search', 'env:local', 'No host can be reached from here.'],
  ['change_path', 'tool:read_file', 'path:old/notes.txt', 'The file is not there.'],
  ['success', 'intent:count_lines_of_code', 'intent:count_lines_of_code', 'Counted with the shell.'],
  ['change_approach', 'tool:list_directory', 'intent:find_dead_links', 'It says nothing of what is in the files.'],
];

export interface Past {
  readonly days: number;
  /** Each day. */
  readonly runsADay: number;
  /** Most tasks could not be done, and each run ended as it came. */
  readonly isHard?: boolean;
}

/** Runs of the last days with what they cost and what was learnt, written as those who may write it, each on its own day. */
export async function seedPast(home: string, { days, runsADay, isHard = false }: Past, untilMs = isHard ? HARD_UNTIL_MS : Date.now()): Promise<readonly RunId[]> {
  const store = await openSqliteStore({ file: ledgerFileOf(home, 'default') });
  const clock = fixedClock(untilMs - days * DAY_MS);
  const ids = createIds({ clock, random: seededRandom(11) });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const writers = new Map(['mother', 'solver', 'meta_validator'].map((actor): [string, LogWriter] => [actor, ledger.log.writerFor({ ...AUTHOR, actor })]));
  const mother = writers.get('mother') as LogWriter;
  const counters = createCounters(mother);
  const queue = createWriteQueue();
  const runs: RunId[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let nth = 0; nth < runsADay; nth += 1) {
      const at = day * runsADay + nth;
      const runId = ids.mint('run');
      runs.push(runId);
      const reason = ENDINGS[at % ENDINGS.length] ?? 'success';
      const { events } = simulatedRun(runId, isHard ? seedOfHardTask(at) : at, { recalled: !isHard && at % 3 === 0 });
      for (const [order, event] of events.entries()) {
        if (order === 1) await spend(counters, runId, at);
        clock.advance(WORK_MS);
        await writers.get(WRITER_OF[event.type] ?? 'mother')?.append({ key: `${runId}:${order}`, events: [isHard ? event : asIts(event, runId, at, reason, timestamp(clock))] });
      }
      const learnt = LEARNT[at % LEARNT.length];
      invariant(learnt !== undefined, 'a remainder lies within');
      const [state, space, entity, content] = learnt;
      createExperienceMemory({ writer: ledger.log.writerFor({ ...AUTHOR, actor: 'solver' }), clock, ids, queue, runId, taintOf: async () => 'owner_typed' }).write({ key: `learnt:${runId}`, taskId: TaskId.parse(`task_${'0'.repeat(26)}`), round: 1, state, space, entity, content, ...MEMORY_QUANTIZATION[state], loss: { D: 0.5, P: 0.5, Omega: 0.1, L: 0.5 } });
      await queue.drained();
      clock.advance(DAY_MS / (runsADay + 1));
    }
    clock.advance(DAY_MS / (runsADay + 1));
  }
  await ledger.close();
  return runs;
}

/** What a run used, small sums that differ. */
async function spend(counters: Counters, runId: RunId, at: number): Promise<void> {
  const used = { tokens: 4_000 + 900 * (at % 7), cost_microusd: 20_000 + 9_000 * (at % 11), active_ms: 40_000 };
  await counters.open(`open:${runId}`, documentKey.runBudget(runId), LIMITS);
  await counters.reserve(`used:${runId}`, documentKey.runBudget(runId), 'all', used);
  await counters.commit(`spent:${runId}`, documentKey.runBudget(runId), 'all', used);
}

/** Simulated runs are all of one task that ends in one of two ways; here they are of several, and end in all. */
function asIts(event: NewEvent, runId: RunId, at: number, reason: TerminationReason, now: Timestamp): NewEvent {
  if (event.type === 'run.started') return stated('run.started', { ...event.payload, request: REQUESTS[at % REQUESTS.length] ?? (started() as { request: string }).request }, runId);
  return event.type === 'run.terminated' ? stated('run.terminated', { termination: { ...ended(reason, runId).termination, timestamp: now } }, runId) : event;
}
