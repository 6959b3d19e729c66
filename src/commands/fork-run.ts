import { resolve } from 'node:path';
import { checkpointCreate, checkpointList, taskReplayCreateFork, taskReplayPreviewFork, type ForkPreviewOrder } from '../contracts/index.ts';
import type { ForkMeant, ForkReading } from '../mother/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import { demandLedgerOfRun } from './oversight.ts';
import { findRun } from './run-find.ts';
import type { OpenTools, ToolsPorts } from './tools-ports.ts';

interface Opened {
  readonly ports: ToolsPorts;
  readonly runs: LedgerForRuns;
  readonly meant: ForkMeant;
  readonly reading: ForkReading;
}

const FORKED = 'A person asked for it.';

/** Keeps places of runs and makes new runs from them. Of the run that is returned to nothing is written. */
export function forkBindings(openTools: OpenTools): Binding[] {
  const open = async ({ run, at, checkpoint, folder }: ForkPreviewOrder): Promise<Opened> => {
    const [ports, { readSourceRun }] = await Promise.all([openTools(), import('../mother/index.ts')]);
    const runs = await demandLedgerOfRun(run, ports);
    const runId = await findRun(run, runs.ledger.documents);
    const { wish } = await readSourceRun(runId, runs.ledger.log);
    const here = (await ports.place(undefined)).workspace;
    return { ports, runs, meant: { runId, at, checkpoint, folder: folder === undefined ? undefined : resolve(here, folder) }, reading: { ledger: runs.ledger, place: await ports.place(wish.workspace) } };
  };
  return [
    bind(checkpointCreate, async ({ run, label }, { idempotencyKey = '' }) => {
      const [{ ports, runs, meant, reading }, { createCheckpoint }] = await Promise.all([open({ run }), import('../mother/index.ts')]);
      return createCheckpoint({ runId: meant.runId, label, createdBy: ports.userId, idempotencyKey }, { ...reading, writer: runs.owner, clock: ports.clock, ids: ports.ids });
    }),
    bind(checkpointList, async ({ run }) => {
      const [ports, { listCheckpoints }] = await Promise.all([openTools(), import('../mother/index.ts')]);
      const { ledger } = await demandLedgerOfRun(run, ports);
      return listCheckpoints(await findRun(run, ledger.documents), ledger);
    }),
    bind(taskReplayPreviewFork, async (order) => {
      const [{ ports, meant, reading }, { previewFork }] = await Promise.all([open(order), import('../mother/index.ts')]);
      return previewFork(meant, ports.ids.mint('cmd'), reading);
    }),
    bind(taskReplayCreateFork, async ({ reason = FORKED, steer, budget, acknowledged_side_effects: acknowledged, ...order }, { idempotencyKey = '' }) => {
      const [{ ports, runs, meant, reading }, { createFork }] = await Promise.all([open(order), import('../mother/index.ts')]);
      return createFork({ ...meant, reason, steer, limits: definedOnly(budget), acknowledged, wantedBy: ports.userId, idempotencyKey }, { ...reading, writer: runs.mother, clock: ports.clock, ids: ports.ids });
    }),
  ];
}

/** An option that was left out is no limit of its own. */
function definedOnly<Values extends object>(values: Values | undefined): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as never;
}
