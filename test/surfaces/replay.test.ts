import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ReplayExport, TaskReplayReport } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';

const places: ToolsCommandLine[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

const TASK = ['run', 'Collect all TODOs', '--engine', 'offline', '--unattended', '--quiet'];

/** A run without a model that has ended. */
async function afterRun(): Promise<ToolsCommandLine> {
  const place = toolsCommandLine();
  places.push(place);
  place.configure(UNCONFINED);
  place.write('notes.md', '# Notes\n\nTODO: write to ann.miller@example.org about the milk\n');
  expect(await place.keelson(TASK)).toMatchObject({ status: 0 });
  return place;
}

const reportOf = (stdout: string): TaskReplayReport => TaskReplayReport.parse(JSON.parse(stdout));

describe('keelson replay', () => {
  it('goes through a run in each mode that it allows, and exits with 1 where something came out otherwise', verifies('KEL-REPLAY-09', 'ELN-G-19', 'ELN-RULE-84'), async () => {
    const place = await afterRun();
    expect(await place.keelson(['replay', 'last'])).toMatchObject({ status: 0, stdout: expect.stringContaining('comes out the same') });
    expect(await place.keelson(['replay', 'last', '--mode', 'audit_reconstruction'])).toMatchObject({ status: 0, stdout: expect.stringContaining('The run ended: success.') });
    const again = await place.keelson(['replay', 'last', '--mode', 'deterministic_reexecution', '--json']);
    expect([again.status, reportOf(again.stdout)]).toEqual([0, expect.objectContaining({ verdict: 'identical', divergences: [] })]);
    place.write('notes.md', '# Notes\n\nTODO: buy eggs\n');
    expect(await place.keelson(['replay', 'last'])).toMatchObject({ status: 0 });
    const other = await place.keelson(['replay', 'last', '--mode', 'deterministic_reexecution']);
    expect(other).toMatchObject({ status: 1, stdout: expect.stringContaining('tool_output_drift') });
  });

  it('comes to the same when a run that asked no model is let take its course again', verifies('KEL-REPLAY-10'), async () => {
    const place = await afterRun();
    const rerun = await place.keelson(['replay', 'last', '--mode', 'best_effort_rerun', '--allow-queries', '--json']);
    expect([rerun.status, reportOf(rerun.stdout)]).toEqual([0, expect.objectContaining({ verdict: 'agrees', request: expect.objectContaining({ allow_external_queries: true }), spent: { tokens: 0, cost_usd: 0 } })]);
  });

  it('writes what a replay needs to a new file for its owner alone, with secrets and personal data taken out', verifies('KEL-REPLAY-08', 'ACI-35', 'ROLES-06'), async () => {
    const place = await afterRun();
    const written = await place.keelson(['replay', 'last', '--export', 'bundle.json']);
    const file = join(place.workspace, 'bundle.json');
    const text = readFileSync(file, 'utf8');
    const exported = ReplayExport.parse(JSON.parse(text));
    expect([written.status, written.stdout.includes(file), statSync(file).mode & 0o777, text.includes('ann.miller'), exported.redactions > 0, exported.left_out]).toEqual([0, true, 0o600, false, true, []]);
    expect(exported.steps.map(({ effect }) => effect)).toEqual(exported.bundle.tool_calls.map(() => 'tool.call'));
    expect(exported.artifacts.map(({ artifact_id: id }) => id)).toEqual(expect.arrayContaining(exported.bundle.artifacts.map(({ artifact_id: id }) => id)));
    expect(exported.request).toBe('Collect all TODOs');
    expect(await place.keelson(['replay', 'last', '--export', 'bundle.json'])).toMatchObject({ status: expect.not.stringMatching('0'), stderr: expect.stringContaining('nothing is overwritten') });
    expect(await place.keelson(['replay', 'last', '--export', 'missing/bundle.json', '--json'])).toMatchObject({ stdout: expect.stringContaining('input.invalid') });
  });
});
