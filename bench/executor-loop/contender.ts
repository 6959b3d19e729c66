import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const MODEL_CALLS = 10;
export const TOOL_CALLS = MODEL_CALLS - 1;
/** What a run is made of: each call of a model and each call of a tool is one. */
export const STEPS = MODEL_CALLS + TOOL_CALLS;

/** What a contender is told to do: so many runs, so many of them at once. */
export interface Order {
  readonly runs: number;
  readonly atOnce: number;
  /** How often the conversation is had within each run, one after the other; once when left out. */
  readonly conversations?: number;
  /** Answered with what is left in memory when everything that can go has gone. */
  readonly settles?: boolean;
}

export interface Measured {
  readonly ms: number;
  /** Of all its threads, and of the one that everything else in the process shares. */
  readonly cpuMs: number;
  readonly mainCpuMs: number;
  readonly memoryMb: number;
  /** Bytes that stand in its files; 0 where there are none. */
  readonly fileBytes: number;
  /** Commits, events and whatever else it can count. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface Contender {
  /** Conversations of ten model calls and nine tool calls, from the first word to the last, in one run. */
  run(nth: number, conversations: number): Promise<void>;
  fileBytes?(): number;
  counts?(): Readonly<Record<string, number>>;
  close?(): Promise<void>;
}

/** Buffers that nobody holds are given back some turns after they were found: one collection would count them. */
const SETTLING_TURNS = 6;

async function settledMb(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < SETTLING_TURNS; turn += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

async function measure(contender: Contender, { runs, atOnce, conversations = 1, settles = false }: Order, firstRun: number): Promise<Measured> {
  const before = process.cpuUsage();
  const mainBefore = process.threadCpuUsage();
  const started = performance.now();
  let next = firstRun;
  const worker = async (): Promise<void> => {
    while (next < firstRun + runs) await contender.run((next += 1), conversations);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, runs) }, worker));
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const main = process.threadCpuUsage(mainBefore);
  return { ms, cpuMs: (user + system) / 1000, mainCpuMs: (main.user + main.system) / 1000, memoryMb: settles ? await settledMb() : 0, fileBytes: contender.fileBytes?.() ?? 0, counts: contender.counts?.() ?? {} };
}

/** Serves orders from the parent, one after the other. */
export async function serve(open: (serverUrl: string) => Promise<Contender>): Promise<void> {
  const [serverUrl = ''] = process.argv.slice(2);
  const contender = await open(serverUrl);
  let done = 0;
  const obey = async (order: Order): Promise<void> => {
    try {
      process.send?.(await measure(contender, order, done));
    } catch (error) {
      process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    done += order.runs;
  };
  // The next order comes when the last was answered.
  process.on('message', (order: Order) => void obey(order));
  process.on('disconnect', () => void (contender.close?.() ?? Promise.resolve()).finally(() => process.exit(0)));
  process.send?.('ready');
}

/** What every contender's tool does: the work itself costs nothing, so that what is around it is measured. */
export function lookUp(number: number): string {
  return `Value ${number}: ${number * 2}.`;
}

export const SYSTEM = 'You look numbers up and add their values.';
export const QUESTION = 'Look up the numbers 1 to 9, one after the other, and say what their values add up to.';
export const TOOL = { name: 'lookup', description: 'Gives the value of a number.', parameters: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'], additionalProperties: false } } as const;
