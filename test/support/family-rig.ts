import { CounterState, documentKey, type ChildResult, type JsonObject, type RunId, type TerminationRecord } from '../../src/contracts/index.ts';
import { createIds, seededRandom, type FixedClock } from '../../src/kernel/index.ts';
import { counterDocument, type LogWriter } from '../../src/ledger/index.ts';
import { requestCancel, settleCancel, watchCancel } from '../../src/oversight/index.ts';
import { finishes, taskRig, type RigParts, type TaskRig, type TaskRigOptions } from './task-rig.ts';

/** What a scripted model says in one turn. */
export const calls = (name: string, given: JsonObject) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given }] });
export const done = (words: string) => ({ answer: [finishes(words)] });
export const delegates = (given: JsonObject = {}) => calls('delegate', { task: 'Read a.txt and say what it says.', ...given });
export const READS = calls('read_file', { path: 'a.txt' });
/** Takes so long that nobody waits for it. */
export const never = { ...done('Too late.'), latency_ms: { first_byte: 600_000, between_chunks: 0 } };

export interface FamilyRig extends TaskRig {
  readonly clock: FixedClock;
  /** In the order of their starts. */
  runs(): Promise<RunId[]>;
  counter(runId: RunId): Promise<CounterState>;
  letters(): Promise<ChildResult[]>;
  ends(): Promise<[RunId, TerminationRecord['reason']][]>;
}

/** Runs that hand work over, with a person who says yes. */
export async function familyRig(turns: TaskRigOptions['turns'], options: Partial<TaskRigOptions> = {}): Promise<FamilyRig> {
  const rig = await taskRig({ turns, answer: () => ({ answer: 'approved', approval_id: 'apr_01JCQZ9Y5D0000000000000001' as never }), ...options });
  await rig.write('a.txt', 'hello\n');
  return {
    ...rig,
    clock: rig.ports.clock as FixedClock,
    runs: async () => (await rig.told('run.started')).map(({ run_id: id }) => id as RunId),
    counter: async (runId) => CounterState.parse((await rig.documents.get(counterDocument(documentKey.runBudget(runId))))?.body),
    letters: async () => (await rig.told('run.child_returned')).map(({ result }) => result as ChildResult),
    ends: async () => (await rig.told('run.terminated')).map(({ termination }) => [(termination as TerminationRecord).run_id, (termination as TerminationRecord).reason]),
  };
}

/** Overseers whose runs can be cancelled by their id, as a person does. */
export function cancellable(): { readonly overseers: NonNullable<TaskRigOptions['overseers']>; cancel(nth: number): Promise<unknown> } {
  const known: { readonly runId: RunId; ask(): Promise<unknown> }[] = [];
  return {
    overseers({ runId, ledger: { log: reader, documents, bus }, writer: log }: RigParts) {
      const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 };
      const ports = { log, reader, documents, clock, ids: createIds({ clock, random: seededRandom(known.length + 9) }) };
      known.push({ runId, ask: () => requestCancel({ runId, requestedBy: 'owner', idempotencyKey: 'k' }, ports) });
      return { cancel: watchCancel(runId, { bus, reader }), cancelReceipt: (protocol, stopped) => settleCancel(protocol, stopped, ports) };
    },
    cancel: (nth) => known[nth]?.ask() ?? Promise.reject(new Error('there is no such run')),
  };
}

/** A process that dies with this append, done or not, and writes nothing from then on. */
export function dyingAt(nth: number, isWritten: boolean): { readonly through: (writer: LogWriter) => LogWriter; readonly written: () => number } {
  let appends = 0;
  return {
    written: () => appends,
    through: (writer) => ({
      ...writer,
      append: async (request) => {
        appends += 1;
        if (appends < nth) return writer.append(request);
        if (appends === nth && isWritten) await writer.append(request);
        throw new Error('the process is dead');
      },
    }),
  };
}
