import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import type { MemoryGraphReport, ToldFact } from '../../src/contracts/index.ts';
import { model, type Way } from './recall-model.ts';
import { recallStage, type RecallStage, type RunSeen } from './recall-stage.ts';

vi.setConfig({ testTimeout: 0 });
const stages: RecallStage[] = [];
afterEach(() => stages.splice(0).forEach((stage) => stage.close()));

const projectFile = (node: string): string => JSON.stringify({ name: 'ferry', version: '1.0.0', engines: { node }, dependencies: { pier: '2.1.0' } });
const reads = (path: string, word: string): Way => ({ label: 'READ', calls: [{ tool: 'read_file', arguments: { path }, shows: word }], output: `It says ${word}.` });
const script = (path: string, word: string) => model({ intent: 'Look at the project', word, usual: reads(path, word) });
const told = ({ events }: RunSeen): string[] => ((events.find(({ type }) => type === 'run.plan_made')?.payload as { facts?: ToldFact[] } | undefined)?.facts ?? []).map(({ subject, relation, object, object_version: version, source, taint_class: taint }) => `${subject} ${relation} ${object}${version === null ? '' : ` ${version}`} (${source}, ${taint})`);
const graphOf = async (stage: RecallStage, ...words: string[]): Promise<string[]> => ((JSON.parse(await stage.say('memory', 'graph', ...words, '--json')) as MemoryGraphReport).walk?.facts ?? []).map(({ fact, ended }) => `${fact.relation} ${fact.object} ${fact.object_version ?? ''}${ended === null ? '' : ` (${ended.reason})`}`.trim());

describe('a fact that one run read', () => {
  it('is known to the plan of a later one with where it stands, and gives way to what is read then', verifies('MAH-11D-1', 'MAH-11D-4', 'KEL-GRAPH-10', 'KEL-GRAPH-11'), async () => {
    const stage = recallStage({ 'package.json': projectFile('20') });
    stages.push(stage);
    const first = await stage.run('which packages does the project need?', script('package.json', 'pier'));
    expect([first.report.termination.reason, told(first)]).toEqual(['success', []]);
    stage.write('package.json', projectFile('24'));
    const second = await stage.run('does ferry need pier?', script('package.json', 'pier'));
    expect(told(second)).toEqual(expect.arrayContaining(['ferry uses node 20 (package.json, user_trusted_bounded)', 'ferry depends_on pier 2.1.0 (package.json, user_trusted_bounded)']));
    expect(second.sent).toContain('Known from earlier runs');
    expect(second.sent).toContain(`ferry uses node 20 (package.json, read in run ${first.report.run_id.slice(-6)}`);
    const last = await stage.run('does ferry need pier?', script('package.json', 'pier'));
    expect(told(last).filter((fact) => fact.includes('node'))).toEqual(['ferry uses node 24 (package.json, user_trusted_bounded)']);
    expect((await graphOf(stage, 'ferry', '--hops', '1')).filter((fact) => fact.includes('node'))).toEqual(['uses node 24', 'uses node 20 (replaced by uses node 24)']);
    expect(await stage.say('memory', 'graph')).toContain('holds ferry');
  });
});
