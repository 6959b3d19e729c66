import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import type { LedgerStore } from '../../src/ledger/index.ts';
import { answersOf, questionsAbout, type Questions } from './answers.ts';
import { workloadIn } from './campaign.ts';
import { createChance, roundSeed } from './chance.ts';
import { verified } from './check-ledger.ts';
import { runChild } from './child.ts';
import { killAt } from './kill-points.ts';
import { exactly, type FaultPart } from './part.ts';
import { diskFolder, scratchFolder } from './scratch.ts';
import { openThreadless } from './threadless-store.ts';

const LABEL = 'bit flips';
const SIZE = { runs: 3, groups: 4 };
/** A head is noted after its commit is answered; here it has been, so that nothing that was acknowledged can go unseen. */
const LEFT_AT = { point: 'head.after', time: 22 } as const;
/** One flip in so many is met by the whole driver with its threads. */
const THREADS_EVERY = 40;

/** The files of a ledger in memory, what is asked of it, and what it answers when all is well. */
export interface Specimen {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly questions: Questions;
  readonly answers: ReadonlyMap<string, string>;
}

/** `closed`: everything is in the database. `left`: its process died, and much of it is still in the write-ahead log. */
export async function makeSpecimen(kind: 'closed' | 'left', scratch: string): Promise<Specimen> {
  const folder = diskFolder();
  const order = workloadIn(folder, SIZE);
  await runChild(order, kind === 'left' ? { environment: killAt(LEFT_AT.point, LEFT_AT.time) } : {});
  const names = readdirSync(folder).filter((name) => name.startsWith('ledger.') && !name.endsWith('-shm'));
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  rmSync(folder, { recursive: true, force: true });
  const store = openThreadless(layOut(files, scratch));
  const questions = await questionsAbout(store);
  const { given } = await answersOf(store, questions);
  await store.close();
  return { files, questions, answers: given };
}

function layOut(files: ReadonlyMap<string, Buffer>, scratch: string): string {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(scratch, name), content);
  return join(scratch, 'ledger.db');
}

export type FlipOutcome = 'refused at opening' | 'found by verify' | 'refused when asked' | 'no answer changed' | 'UNDETECTED' | 'uncoded failure';

export interface Flip {
  readonly outcome: FlipOutcome;
  readonly detail: string;
}

/** Turns one bit of the database or of its write-ahead log over, and asks everything. */
export async function flipBit(specimen: Specimen, seed: number, scratch: string, withThreads: boolean): Promise<Flip> {
  const chance = createChance(seed);
  const targets = [...specimen.files].filter(([name]) => !name.endsWith('.head'));
  const [name, content] = chance.pick(targets.filter(([, bytes]) => bytes.length > 0));
  const byte = chance.below(content.length);
  const bit = chance.below(8);
  const damaged = Buffer.from(content);
  damaged[byte] = (damaged[byte] ?? 0) ^ (1 << bit);
  const file = layOut(new Map([...specimen.files, [name, damaged]]), scratch);
  const where = `bit ${bit} of byte ${byte} of ${basename(name)}`;
  let store: LedgerStore;
  try {
    store = withThreads ? await openSqliteStore({ file }) : openThreadless(file);
  } catch (error) {
    return { outcome: error instanceof KeelsonError ? 'refused at opening' : 'uncoded failure', detail: `${where}: ${String(error)}` };
  }
  try {
    const { given, refusals, uncoded } = await answersOf(store, specimen.questions);
    const changed = [...specimen.answers].filter(([question, answer]) => given.has(question) && given.get(question) !== answer).map(([question]) => question);
    const faults = await faultsOf(store);
    if (uncoded.length > 0 || faults instanceof Error) return { outcome: 'uncoded failure', detail: `${where}: ${uncoded[0] ?? String(faults)}` };
    if (refusals.length > 0) return { outcome: 'refused when asked', detail: `${where}: ${refusals[0]}` };
    if (faults.length > 0) return { outcome: 'found by verify', detail: `${where}: ${faults[0]}; changed: ${changed.join(', ')}` };
    return changed.length === 0 ? { outcome: 'no answer changed', detail: where } : { outcome: 'UNDETECTED', detail: `${where}: ${changed.slice(0, 5).join(', ')}` };
  } finally {
    await store.close();
  }
}

async function faultsOf(store: LedgerStore): Promise<readonly string[] | Error> {
  try {
    return (await verified(store)).faults.map(({ code, detail }) => `${code} ${detail}`);
  } catch (error) {
    if (error instanceof KeelsonError && error.code !== 'internal.unexpected' && error.code !== 'invariant.broken') return [error.code];
    return error instanceof Error ? error : new TypeError(String(error));
  }
}

export const bitFlips: FaultPart = {
  name: 'flips',
  full: 800,
  quick: 80,
  short: 30,
  async run({ seed, rounds }) {
    const scratch = join(scratchFolder(), 'ledger');
    const specimens = [await makeSpecimen('closed', scratch), await makeSpecimen('left', scratch)];
    const outcomes = new Map<FlipOutcome, number>();
    const details: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const specimen = specimens[round % 2] as Specimen;
      const { outcome, detail } = await flipBit(specimen, roundSeed(seed, 'flip', round), scratch, round % THREADS_EVERY === 0);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === 'UNDETECTED' || outcome === 'uncoded failure') details.push(`${LABEL}, ${outcome}: seed ${seed} flip ${round} (${round % 2 === 0 ? 'closed' : 'left'}): ${detail}`);
    }
    return {
      rows: [{ label: LABEL, figures: { rounds, ...Object.fromEntries(outcomes) } }],
      goals: [exactly(`${LABEL}: undetected changed answers`, outcomes.get('UNDETECTED') ?? 0, 0), exactly(`${LABEL}: failures without a code`, outcomes.get('uncoded failure') ?? 0, 0)],
      details,
    };
  },
};
