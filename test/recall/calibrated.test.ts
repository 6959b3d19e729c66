import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calibrationProposed, PUBLISHED_SOLVER_SET } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { withLedger } from '../support/keelson-home.ts';
import { model, type Way } from './recall-model.ts';
import { recallStage, type RecallStage, type RunSeen } from './recall-stage.ts';

vi.setConfig({ testTimeout: 0 });
const stages: RecallStage[] = [];
afterEach(() => stages.splice(0).forEach((stage) => stage.close()));

/** Reads what is there and says what is not, whatever it is told. */
const WRONG: Way = { label: 'READ', calls: [{ tool: 'read_file', arguments: { path: 'notes.txt' }, shows: 'milk' }], output: 'It says nothing of that.' };
const directives = ({ events }: RunSeen): string[] => events.filter(({ type }) => type === 'run.directive_issued').map(({ payload }) => (payload as { directive: { directive: string } }).directive.directive);

/** A proposal as a calibration makes it, with which a run is given up as soon as it has cost anything. */
async function propose(home: string): Promise<void> {
  const stored = readFileSync(join(import.meta.dirname, '../replay/events-0.8.0-calibration.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { type: string; payload: unknown }).find(({ type }) => type === calibrationProposed.type);
  const { proposal } = calibrationProposed.payload.parse(stored?.payload);
  const parameters = { ...PUBLISHED_SOLVER_SET.parameters, abandon_threshold: 0.000001 };
  await withLedger(home, async ({ log }, { author }) => void (await log.writerFor({ ...author, actor: 'owner' }).append({ key: 'proposed', events: [{ type: calibrationProposed.type, streamId: 'calibration', payload: { proposal: { ...proposal, version: '1.1.0', based_on: PUBLISHED_SOLVER_SET, parameters } } }] })));
}

describe('a set that a person applies', () => {
  it('changes what the solver decides in the next run, and is told as what is in force', verifies('KEL-CALIB-10', 'ART-V09-01'), async () => {
    const stage = recallStage({ 'notes.txt': 'milk\nbread\n' });
    stages.push(stage);
    const turns = model({ intent: 'Find the word', word: 'anchor', usual: WRONG });
    const before = await stage.run('which word follows?', turns, { memory: false });
    await propose(stage.home);
    expect(await stage.say('calibrate', 'apply', '1.1.0', '--reason', 'stop at once')).toContain('1.1.0');
    expect(await stage.say('calibrate', 'show')).toMatch(/^Set 1\.1\.0\n[^]* {2}θ give up +0\.000001 \(published [\d.]+\)\n1\.1\.0 {2}applied /);
    const after = await stage.run('which word follows?', turns, { memory: false });
    // The same model says the same in both: only the figures by which the solver decides are others.
    expect([directives(before), directives(after)]).toEqual([['break_symmetry'], []]);
    const given = after.events.find(({ type }) => type === 'run.result_given')?.payload;
    expect(JSON.stringify(given)).toContain('"abandon"');
    expect(after.events.find(({ type }) => type === 'run.started')?.payload).toMatchObject({ pinned_versions: { solver_set: { version: '1.1.0' } } });
  });
});
