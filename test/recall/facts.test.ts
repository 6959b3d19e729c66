import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { COMPACTED_SECTIONS, type ContextCompaction, type MemoryGraphReport, type TaskReplayReport, type ToldFact } from '../../src/contracts/index.ts';
import { model, type Way } from './recall-model.ts';
import { recallStage, type RecallStage, type RunSeen, type Turns } from './recall-stage.ts';

vi.setConfig({ testTimeout: 0 });
const stages: RecallStage[] = [];
afterEach(() => stages.splice(0).forEach((stage) => stage.close()));

const projectFile = (node: string): string => JSON.stringify({ name: 'ferry', version: '1.0.0', engines: { node }, dependencies: { pier: '2.1.0' } });
const reads = (path: string, word: string): Way => ({ label: 'READ', calls: [{ tool: 'read_file', arguments: { path }, shows: word }], output: `It says ${word}.` });
const script = (path: string, word: string) => model({ intent: 'Look at the project', word, usual: reads(path, word) });
const told = ({ events }: RunSeen): string[] => ((events.find(({ type }) => type === 'run.plan_made')?.payload as { facts?: ToldFact[] } | undefined)?.facts ?? []).map(({ subject, relation, object, object_version: version, source, taint_class: taint }) => `${subject} ${relation} ${object}${version === null ? '' : ` ${version}`} (${source}, ${taint})`);
const graphOf = async (stage: RecallStage, ...words: string[]): Promise<string[]> => ((JSON.parse(await stage.say('memory', 'graph', ...words, '--json')) as MemoryGraphReport).walk?.facts ?? []).map(({ fact, ended }) => `${fact.relation} ${fact.object} ${fact.object_version ?? ''}${ended === null ? '' : ` (${ended.reason})`}`.trim());

describe('a fact that one run read', () => {
  it('is known to the plan of a later one with where it stands, and gives way to what is read then', verifies('MAH-11D-1', 'MAH-11D-4', 'KEL-GRAPH-10', 'KEL-GRAPH-11', 'KEL-GRAPH-21', 'KEL-GRAPH-22'), async () => {
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
    // What the person knows better takes its place, with a receipt, and what is to be forgotten is gone.
    const facts = async () => (JSON.parse(await stage.say('memory', 'graph', 'ferry', '--hops', '1', '--json')) as MemoryGraphReport).walk?.facts ?? [];
    const idOf = async (object: string): Promise<string> => (await facts()).find(({ fact, ended }) => fact.object === object && ended === null)?.fact.fact_id.slice(-6) ?? '';
    expect(await stage.say('memory', 'fact', await idOf('node'), '--is', 'node 26', '--reason', 'we moved')).toMatch(/ferry uses node 24 holds no more; on your word ferry uses node 26 does\. Receipt graph:/);
    expect(await stage.say('memory', 'fact', await idOf('pier'), '--forget', '--of', 'ferry', '--reason', 'it is nobody’s business')).toContain('Forgotten: ferry depends on pier 2.1.0.');
    expect((await graphOf(stage, 'ferry', '--hops', '1')).filter((fact) => fact.includes('node 26') || fact.includes('pier'))).toEqual(['uses node 26']);
    await expect(stage.say('memory', 'fact', 'ZZZZZZ', '--ends', '--reason', 'x')).rejects.toThrow('[memory.nothing_known]');
  });
});

const PART = 'A line of a page that nobody will miss once it was read. '.repeat(9);
const PAGES_PER_TURN = 8;
const SURE = { score: 0.9, rationale: 'Seen in what the tools gave back.' };
const pages = (turn: number): string[] => Array.from({ length: PAGES_PER_TURN }, (_, at) => `pages/${turn}-${at}.txt`);

/** Reads the project, then page after page until its window is full, and then says what the project needs. */
function longReader(turns: number): Turns {
  const check = { kind: 'text_contains', subject: { of: 'output' }, text: 'pier' };
  const criteria = [{ criterion: 'The answer names pier', mode: 'verifiable', required: true, check }];
  const plan = { decision: 'plan', questions: [], reason: 'One step.', task_criteria: criteria, subtasks: [{ sequence: 1, role: 'analyst', intent: 'Read everything and say what the project needs', context: '', tools: ['read_file'], success_criteria: criteria }] };
  const read = (paths: readonly string[]): Turns[number] => ({ as: 'executor', calls: paths.map((path) => ({ name: 'read_file', arguments: { path } })) });
  return [
    { as: 'perceiver', times: 'any', says: { intent: 'Look at the project', scope: null, deadline: null } },
    { as: 'planner', times: 'any', says: plan as never },
    { as: 'compactor', times: 'any', says: Object.fromEntries(COMPACTED_SECTIONS.map((section) => [section, section === 'done' ? 'The pages were read.' : ''])) },
    read(['package.json']),
    ...Array.from({ length: turns }, (_, turn) => read(pages(turn))),
    { as: 'executor', times: 'any', finish: { status: 'completed', output: 'It needs pier.', confidence: SURE, risk: { level: 'low', rationale: 'It only reads.' }, artifacts: [{ type: 'AnalysisReport', content: { question: 'What?', findings: 'It needs pier.', method: 'Read with the tools.', key_numbers: [], limitations: [] } }], next_actions: [] } },
    { as: 'subtask_judge', times: 'any', says: { verdicts: [], what_was_wrong: '', what_to_do: '' } },
    { as: 'task_judge', times: 'any', says: { verdicts: [], summary: 'Looked at.' } },
  ];
}

const wordyProject = JSON.stringify({ ...(JSON.parse(projectFile('24')) as object), description: PART, keywords: PART.split(' ') }, null, 2);

describe('a file that was read before the window was full', () => {
  it('is told on by its facts, says so in the record, and goes the same way in a replay', verifies('MAH-11D-5', 'KEL-COMPACT-20'), async () => {
    const turns = 9;
    const stage = recallStage({ 'package.json': wordyProject, ...Object.fromEntries(Array.from({ length: turns }, (_, turn) => pages(turn)).flat().map((path) => [path, `${path}. ${PART}`])) });
    stages.push(stage);
    const { report, events, sent } = await stage.run('which packages does the project need?', longReader(turns), { contextTokens: 16_384 });
    expect(report.termination.reason).toBe('success');
    const compacted = events.filter(({ type }) => type === 'run.context_compacted').map(({ payload }) => (payload as { compaction: ContextCompaction }).compaction).find(({ how }) => how === 'compacted');
    const { results, facts = 0, tokens_before: before = 0, tokens_after: after = 0 } = compacted?.by_graph ?? {};
    expect([results, facts >= 3, after < before / 5]).toEqual([1, true, true]);
    expect(compacted?.information_lost.some((line) => line.startsWith('package.json: its words;'))).toBe(true);
    const last = sent.split('\n').findLast((request) => request.includes('known_facts')) ?? '';
    for (const words of ['ferry → uses → node 24', 'ferry → depends_on → pier 2.1.0']) expect(last).toContain(words);
    expect(last).not.toContain('engines');
    // Nobody wrote what was not theirs to write.
    expect(await stage.say('audit')).toContain('Nothing that you should see to.');
    const replayed = JSON.parse(await stage.say('replay', report.run_id, '--json')) as TaskReplayReport;
    expect([replayed.verdict, replayed.divergences]).toEqual(['identical', []]);
  });
});
