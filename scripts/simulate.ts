import { parseArgs } from 'node:util';
import { playSeed, type Played } from '../test/simulation/play-seed.ts';

const HELP = `Plays worlds in which models, tools, people and processes fail, and looks whether what must hold still holds.

  npm run simulate -- --seeds N [--from S]   N worlds from seed S on (1 unless told)
  npm run simulate -- --seed S [--log]       one world, exactly as it was; --log prints its events
`;

const { values } = parseArgs({ options: { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' }, log: { type: 'boolean' }, help: { type: 'boolean' } } });

/** What is shown of the end of a log that broke something. */
const LAST_EVENTS = 12;
const EVERY = 500;

async function events({ world }: Played): Promise<string[]> {
  const rows = await world.store.entries({ after: 0, limit: 1_000_000 });
  return rows.map(({ position, header, payload }) => `${position} ${(JSON.parse(header) as { type: string }).type} ${(payload ?? '').slice(0, 160)}`);
}

function count(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

function table(title: string, counts: ReadonlyMap<string, number>): void {
  console.log(`\n${title}`);
  for (const [name, number] of [...counts].toSorted(([, one], [, other]) => other - one)) console.log(`  ${String(number).padStart(7)}  ${name}`);
}

async function main(): Promise<number> {
  if (values.help === true || (values.seeds === undefined && values.seed === undefined)) {
    console.log(HELP);
    return values.help === true ? 0 : 2;
  }
  const from = Number(values.seed ?? values.from ?? 1);
  const total = values.seed === undefined ? Number(values.seeds) : 1;
  const ends = new Map<string, number>();
  const crashes = new Map<string, number>();
  const moods = new Map<string, number>();
  let failed = 0;
  for (let seed = from; seed < from + total; seed += 1) {
    const played = await playSeed(seed);
    count(ends, played.end.kind === 'ended' ? played.end.reason : played.end.kind);
    count(crashes, played.crashedAt ?? '(lived)');
    for (const [mood, times] of played.world.minds.moods) count(moods, mood, times);
    if (values.log === true) console.log((await events(played)).join('\n'));
    if (played.violations.length > 0) {
      failed += 1;
      console.log(`seed ${seed} (${played.world.task.kind}, crashed at ${played.crashedAt ?? 'nothing'}):`);
      for (const { invariant, detail } of played.violations) console.log(`  ${invariant}: ${detail}`);
      console.log((await events(played)).slice(-LAST_EVENTS).map((line) => `    ${line}`).join('\n'));
    }
    if ((seed - from + 1) % EVERY === 0) console.error(`${seed - from + 1} of ${total} worlds, ${failed} with violations`);
  }
  table('How the runs ended', ends);
  table('With which event the first process died', crashes);
  table('What the models did', moods);
  console.log(`\n${total} worlds, ${failed} with violations`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
