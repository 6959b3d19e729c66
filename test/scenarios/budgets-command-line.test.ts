import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { homes, keelson } from '../support/keelson-home.ts';
import { verifies } from '../requirements/verifies.ts';
import type { RunsSection } from '../../src/contracts/index.ts';

const { newHome, removeAll } = homes();
afterAll(removeAll);

function homeWith(runs: RunsSection): string {
  const home = newHome();
  writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ runs }));
  return home;
}

const run = (home: string): ReturnType<typeof keelson> => keelson(home, `run --json --workspace ${newHome()} collect TODOs`);

const lines = ({ stdout }: { readonly stdout: string }): Record<string, unknown>[] => stdout.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

describe('budgets on the command line', () => {
  it('refuse a run that the circuit has no room for, as a run with its record, and let the next in when there is room', verifies('MH4-5-18', 'MH4-CHK-05', 'KEL-BUD-02', 'KEL-BUD-09'), async () => {
    const full = homeWith({ budget: { global: { max_redis_memory_mb: 1 } } });
    const refused = await run(full);
    const told = lines(refused);
    expect(refused.status, refused.stderr).toBe(16);
    expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['run.started', 'run.circuit_opened', 'run.terminated']));
    expect(told.map(({ type }) => type)).not.toContain('run.task_perceived');
    expect(JSON.stringify(told.at(-1))).toContain('"suggested_action":"retry"');
    writeFileSync(join(full, 'keelson.config.json'), JSON.stringify({ runs: { budget: { global: { max_concurrent_runs: 1 } } } }));
    const [first, second] = [await run(full), await run(full)];
    expect([first.status, second.status], `${first.stderr}${second.stderr}`).toEqual([0, 0]);
  });

  it('refuse the run after the last of a day', verifies('MH4-5-19', 'KEL-BUD-09'), async () => {
    const home = homeWith({ budget: { per_user_daily: { max_runs: 1 } } });
    const [first, second] = [await run(home), await run(home)];
    expect([first.status, second.status], `${first.stderr}${second.stderr}`).toEqual([0, 16]);
    expect(JSON.stringify(lines(second).at(-1))).toContain('runs of a day stands at 1 of 1');
  });
});
