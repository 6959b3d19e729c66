import { join } from 'node:path';
import { runCampaign, workloadIn, type Kill } from './campaign.ts';
import { createChance, roundSeed, type Chance } from './chance.ts';
import { inParallel } from './child.ts';
import { addFindings, noFindings } from './findings.ts';
import { KILL_POINTS, type KillPoint } from './kill-points.ts';
import { exactly, findingsResult, type FaultPart, type PartOptions, type PartResult } from './part.ts';
import { diskFolder } from './scratch.ts';

/** Several processes die on one ledger, so that recovery itself is interrupted too. */
const KILLS_PER_LEDGER = 6;
/** The longest a process is left alone, counted from its start and from when it is at work. */
const START_MS_MAX = 600;
const WORK_MS_MAX = 160;
const LINES_MAX = 90;
/** A ledger may end before its kills are made; this many more ledgers than needed is a rig that no longer kills. */
const LEDGERS_FACTOR = 6;

const SIZE = { runs: 4, groups: 6 };

async function manyCampaigns(label: string, wanted: number, options: PartOptions, killsOf: (ledger: number) => readonly Kill[]): Promise<PartResult> {
  const findings = noFindings();
  // A real disk for real kills: memory would hide what a file system does.
  const parent = diskFolder();
  let kills = 0;
  let acknowledged = 0;
  let ledgers = 0;
  const isWanted = (ledger: number): boolean => kills < wanted && ledger <= LEDGERS_FACTOR * Math.max(8, wanted);
  await inParallel(options.width, isWanted, async (ledger) => {
    const folder = join(parent, String(ledger));
    const result = await runCampaign(folder, workloadIn(folder, SIZE), killsOf(ledger));
    kills += result.kills;
    acknowledged += result.acknowledged;
    ledgers += 1;
    addFindings(findings, result.findings, `seed ${options.seed} ledger ${ledger}`);
  });
  return findingsResult(label, { rounds: kills, ledgers, acknowledged }, findings, [exactly(`${label}: kills made`, Math.min(kills, wanted), wanted)]);
}

function randomKill(chance: Chance): Kill {
  if (chance.happens(0.15)) return { at: 'start', afterMs: chance.below(START_MS_MAX) };
  if (chance.happens(0.5)) return { at: 'ready', afterMs: chance.below(WORK_MS_MAX) };
  return { at: 'line', count: 1 + chance.below(LINES_MAX) };
}

export const randomKills: FaultPart = {
  name: 'kill',
  full: 1_000,
  quick: 40,
  short: 4,
  run: (options) =>
    manyCampaigns('kill -9 at random moments', options.rounds, options, (ledger) => {
      const chance = createChance(roundSeed(options.seed, 'kill', ledger));
      return Array.from({ length: Math.min(KILLS_PER_LEDGER, options.rounds) }, () => randomKill(chance));
    }),
};

/** How often each point is passed before it is deadly, at most: they are all met this often in one life. */
const TIMES_MAX = 12;

function pointKills(options: PartOptions, point: KillPoint, ledger: number): Kill[] {
  const chance = createChance(roundSeed(options.seed, point, ledger));
  return Array.from({ length: Math.min(KILLS_PER_LEDGER, options.rounds) }, () => ({ at: 'point', point, time: 1 + chance.below(TIMES_MAX) }));
}

export const namedKills: FaultPart = {
  name: 'points',
  full: 20,
  quick: 2,
  short: 1,
  async run(options) {
    const results: PartResult[] = [];
    for (const point of KILL_POINTS) results.push(await manyCampaigns(`kill -9 at ${point}`, options.rounds, options, (ledger) => pointKills(options, point, ledger)));
    return { rows: results.flatMap(({ rows }) => rows), goals: results.flatMap(({ goals }) => goals), details: results.flatMap(({ details }) => details) };
  },
};
