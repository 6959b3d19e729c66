import { describe, expect, it } from 'vitest';
import { WorkReport } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { gateFor } from '../scenarios/run/at-once.ts';
import { shortfalls } from '../scenarios/run/expectations.ts';
import { traceOf } from '../scenarios/run/played.ts';
import { play, replayHere } from '../scenarios/run/scenario-runner.ts';
import { repositoryRoles } from '../support/repository-roles.ts';
import { AWAITED_GOLDEN, readGoldenTasks } from './golden-task.ts';
import { PATIENCE } from '../support/traced.ts';

const tasks = readGoldenTasks();
const AT_ONCE_MAX = 2;
const TIMEOUT_MS = 300_000 * PATIENCE;
const inTurn = gateFor(AT_ONCE_MAX);

describe('golden tasks', () => {
  it('are there for every role that may be given work', verifies('ACI-40'), async () => {
    const workers = (await repositoryRoles()).enabledWorkers().map(({ role_id: roleId }) => roleId);
    expect(tasks.map(({ role_id: roleId }) => roleId)).toEqual(workers.toSorted());
    expect(Object.keys(AWAITED_GOLDEN).filter((roleId) => !workers.includes(roleId))).toEqual([]);
  });

  it('let the role hand back only what contracts allow', () => {
    const reports = tasks.flatMap(({ scenario }) => scenario.model?.turns.flatMap(({ finish }) => finish ?? []) ?? []);
    expect(reports.filter((report) => !WorkReport.safeParse(report).success)).toEqual([]);
  });
});

describe.concurrent('a role at its golden task', () => {
  for (const { role_id: roleId, scenario } of tasks) {
    it(`${roleId}: ${scenario.promise}`, { timeout: TIMEOUT_MS }, () =>
      inTurn(async () => {
        const played = await play(scenario, { thenReplays: replayHere });
        const missing = shortfalls(scenario.expect, played);
        const awaited = AWAITED_GOLDEN[roleId];
        if (awaited === undefined && missing.length > 0) throw new Error(`${roleId}\n${missing.map((one) => `- ${one}`).join('\n')}\n${traceOf(played)}`);
        if (awaited !== undefined && missing.length === 0) throw new Error(`${roleId} does its golden task: take it off the list`);
      }),
    );
  }
});
