import { median, rounded, type BenchGoal, type BenchOptions, type BenchRow, type Benchmark } from './benchmark.ts';
import { STEPS, type Measured } from './executor-loop/contender.ts';
import { openContest, type ColdStart, type Contest, type InContest } from './executor-loop/contest.ts';

const CONCURRENT = 50;
const [OURS, FLOOR, PEER] = ['keelson', 'bare', 'ai'];
/** The whole program, from words; it asks a model what is meant before anything is executed. */
const PROGRAM = 'keelson run';
/** To the first request, against a bare loop. */
const COLD_RATIO_MAX = 2;
/** What a step of a long run may cost against one of a short run. */
const FLAT_RATIO_MAX = 1.25;
const LONG_CONVERSATIONS = 53;
const MEMORY_GROWTH_MB_MAX = 16;

interface Part {
  readonly rows: readonly BenchRow[];
  readonly goals: readonly BenchGoal[];
}

const microsPerStep = (ms: number, runs: number, conversations = 1): number => (ms * 1_000) / (runs * conversations * STEPS);
const goal = (name: string, actual: number, limit: string, ok: boolean): BenchGoal => ({ name, actual: rounded(actual), limit, ok });

/** Runs one after the other, and 50 at once; everybody in each round, so that a slow moment of the machine falls on all of them alike. */
async function overhead(contest: Contest, { quick }: BenchOptions): Promise<Part> {
  const [rounds, alone, together] = quick ? [3, 10, 50] : [9, 40, 200];
  const taking: InContest[] = [];
  for (const name of contest.files.keys()) {
    const contender = await contest.start(name);
    if (contender !== undefined) taking.push(contender);
  }
  const measured = new Map(taking.map(({ name }) => [name, { alone: [] as Measured[], together: [] as Measured[] }]));
  try {
    for (const contender of taking) await contender.order({ runs: CONCURRENT, atOnce: CONCURRENT });
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, order } of taking) {
        measured.get(name)?.alone.push(await order({ runs: alone, atOnce: 1 }));
        measured.get(name)?.together.push(await order({ runs: together, atOnce: CONCURRENT }));
      }
    }
  } finally {
    for (const contender of taking) await contender.close();
  }
  const figures = new Map(
    [...measured].map(([name, { alone: one, together: many }]) => {
      const [first, last] = [many[0], many.at(-1)];
      const runs = (rounds - 1) * (alone + together);
      const each = (value: (one: Measured) => number): number => (first === undefined || last === undefined || runs === 0 ? 0 : (value(last) - value(first)) / runs);
      return [
        name,
        {
          wall: median(one.map(({ ms }) => microsPerStep(ms, alone))),
          cpu: median(many.map(({ cpuMs }) => microsPerStep(cpuMs, together))),
          perSecond: median(many.map(({ ms }) => (together * 1_000) / ms)),
          kilobytes: each(({ fileBytes }) => fileBytes) / 1_000,
          appends: each(({ counts }) => counts['commits'] ?? 0),
          events: each(({ counts }) => counts['events'] ?? 0),
        },
      ] as const;
    }),
  );
  const floor = figures.get(FLOOR);
  const [ours, peer] = [figures.get(OURS), figures.get(PEER)];
  const over = (wall: number): number => wall - (floor?.wall ?? Number.NaN);
  const rows = [...figures].map(([label, { wall, cpu, perSecond, kilobytes, appends, events }]): BenchRow => ({
    label,
    figures: { 'µs/step': Math.round(wall), 'over bare': Math.round(over(wall)), 'CPU µs/step at 50': Math.round(cpu), 'runs/s at 50': rounded(perSecond, 1), 'against bare': rounded(perSecond / (floor?.perSecond ?? Number.NaN)), ...(appends > 0 && { 'appends/run': rounded(appends, 1), 'events/run': rounded(events, 1) }), ...(kilobytes > 0 && { 'kB/run': rounded(kilobytes, 1) }) },
  }));
  if (ours === undefined || peer === undefined) return { rows, goals: [] };
  // On a busy machine a peer may come out below the bare loop; nothing is better than that by being compared with it.
  const [costs, speed] = [over(ours.wall) / Math.max(1, over(peer.wall)), ours.perSecond / peer.perSecond];
  return { rows, goals: [goal(`overhead of a step against ${PEER}, which keeps nothing`, costs, 'at most 1', costs <= 1), goal(`runs/s at ${CONCURRENT} against ${PEER}`, speed, 'at least 1', speed >= 1)] };
}

/** The first round fills the compile cache of everybody and is not counted. */
async function coldStart(contest: Contest, { quick }: BenchOptions): Promise<Part> {
  const rounds = quick ? 3 : 11;
  const starts = new Map([...contest.files.keys()].map((name): [string, () => Promise<ColdStart>] => [name, () => contest.coldStart(name)])).set(PROGRAM, contest.coldStartOfProgram);
  const times = new Map([...starts.keys()].map((name) => [name, [] as ColdStart[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, start] of starts) {
      const taken = await start();
      if (round > 0) times.get(name)?.push(taken);
    }
  }
  const figures = new Map([...times].map(([name, list]) => [name, { ms: median(list.map(({ ms }) => ms)), cpuMs: median(list.map(({ cpuMs }) => cpuMs)) }]));
  const floor = figures.get(FLOOR) ?? { ms: Number.NaN, cpuMs: Number.NaN };
  const ratio = (figures.get(OURS)?.ms ?? Number.NaN) / floor.ms;
  return {
    rows: [...figures].map(([name, { ms, cpuMs }]) => ({ label: `cold start, ${name}`, figures: { ms: rounded(ms, 0), 'against bare': rounded(ms / floor.ms), 'CPU ms': rounded(cpuMs, 0), 'CPU against bare': rounded(cpuMs / floor.cpuMs) } })),
    goals: [goal('cold start to the first request against bare', ratio, `at most ${COLD_RATIO_MAX}`, ratio <= COLD_RATIO_MAX)],
  };
}

/** Ten steps, and a thousand, in one run: what stands in its log already must not be paid for again. */
async function growth(contest: Contest, { quick }: BenchOptions): Promise<Part> {
  const rounds = quick ? 2 : 5;
  const ours = await contest.start(OURS);
  if (ours === undefined) return { rows: [], goals: [] };
  const [short, long]: [number[], number[]] = [[], []];
  await ours.order({ runs: CONCURRENT, atOnce: CONCURRENT });
  for (let round = 0; round < rounds; round += 1) {
    short.push(microsPerStep((await ours.order({ runs: LONG_CONVERSATIONS, atOnce: 1 })).mainCpuMs, LONG_CONVERSATIONS));
    long.push(microsPerStep((await ours.order({ runs: 1, atOnce: 1, conversations: LONG_CONVERSATIONS })).mainCpuMs, 1, LONG_CONVERSATIONS));
  }
  await ours.close();
  const ratio = median(long) / median(short);
  return {
    rows: [{ label: `a step in a run of ${STEPS}`, figures: { 'CPU µs/step': Math.round(median(short)) } }, { label: `a step in a run of ${LONG_CONVERSATIONS * STEPS}`, figures: { 'CPU µs/step': Math.round(median(long)) } }],
    goals: [goal('a step of a long run against one of a short run', ratio, `at most ${FLAT_RATIO_MAX}`, ratio <= FLAT_RATIO_MAX)],
  };
}

/** What is left when everything that can go has gone, from the second thousandth on: the first fills what is kept. */
async function memory(contest: Contest, { quick }: BenchOptions): Promise<Part> {
  const [waves, runs] = quick ? [4, 50] : [11, 1_000];
  const ours = await contest.start(OURS);
  if (ours === undefined) return { rows: [], goals: [] };
  const left: number[] = [];
  for (let wave = 0; wave < waves; wave += 1) left.push((await ours.order({ runs, atOnce: CONCURRENT, settles: true })).memoryMb);
  await ours.close();
  const grown = Math.max(...left.slice(1)) - (left[1] ?? Number.NaN);
  return {
    rows: [{ label: `memory over ${(waves - 1) * runs} runs`, figures: { 'MB first': rounded(left[1] ?? 0, 1), 'MB last': rounded(left.at(-1) ?? 0, 1), 'MB each 1,000 runs': rounded((((left.at(-1) ?? 0) - (left[1] ?? 0)) * 1_000) / ((waves - 2) * runs), 2) } }],
    goals: [goal(`growth of memory over ${(waves - 2) * runs} runs, MB`, grown, `at most ${MEMORY_GROWTH_MB_MAX}`, grown <= MEMORY_GROWTH_MB_MAX)],
  };
}

const PARTS: Readonly<Record<string, (contest: Contest, options: BenchOptions) => Promise<Part>>> = { overhead, 'cold-start': coldStart, growth, memory };

/** The executor's loop beside the bare loop and others' loops, all on the same work. `keelson.ts` says what ours includes. */
const benchmark: Benchmark = {
  name: 'run',
  async run(options) {
    const { only } = options;
    if (only !== undefined && !Object.hasOwn(PARTS, only)) throw new RangeError(`there is no part ${only}; the parts are ${Object.keys(PARTS).join(', ')}`);
    const contest = await openContest();
    const results: Part[] = [];
    try {
      for (const [name, part] of Object.entries(PARTS)) if (only === undefined || only === name) results.push(await part(contest, options));
    } finally {
      contest.close();
    }
    const missing: BenchRow[] = contest.withoutPeers === undefined ? [] : [{ label: `without peers: ${contest.withoutPeers}`, figures: {} }];
    return { rows: [...results.flatMap(({ rows }) => rows), ...missing], goals: results.flatMap(({ goals }) => goals) };
  },
};

export default benchmark;
