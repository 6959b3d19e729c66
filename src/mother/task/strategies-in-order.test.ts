import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ArbiterAnswer, ConflictType, CriticReport, Subtask, TerminationRecord, WorkReport } from '../../contracts/index.ts';
import type { Engine, Execution, ToExecute } from '../../loops/index.ts';
import { retrieveTool } from '../../library/index.ts';
import { builtinTools, type ToolCallResult } from '../../tools/index.ts';
import type { EngineParts } from './task-ports.ts';

interface Made {
  readonly writes?: string;
  readonly runsTests?: boolean;
  readonly looksUp?: string;
  readonly output?: string;
  readonly confidence?: number;
  readonly artifacts?: WorkReport['artifacts'];
}

interface Dispute {
  readonly subtasks: readonly Partial<Subtask>[];
  readonly files?: Readonly<Record<string, string>>;
  does(input: ToExecute): Made;
  readonly critic?: CriticReport;
  readonly arbiter?: ArbiterAnswer;
  /** The answer is the option that begins with this. */
  readonly person?: string;
}

interface Settled {
  /** Who was turned to, in order. */
  readonly heard: readonly string[];
  readonly tried: readonly string[];
  readonly conflict: ConflictType;
  readonly decision: string;
  readonly rationale: string;
  readonly termination: TerminationRecord;
}

const LARGER = ' on a larger model';
const noDecision: ArbiterAnswer = { winner: null, rationale: 'Nothing decides it.' };
const REFUSED: CriticReport = { verdict: 'fail', reasons: ['The name is wrong.'], required_fixes: [{ fix: 'Call it otherwise.', test: 'It is called otherwise.' }], risk: { level: 'medium', rationale: 'Others use it.' }, confidence: { score: 0.9, rationale: 'It was read.' } };

/** A whole run whose roles disagree as they are told to; everybody who can help is noted when they are turned to. */
async function settled({ subtasks, files = {}, does, critic, arbiter, person }: Dispute): Promise<Settled> {
  const heard: string[] = [];
  const engineOf = ({ runner, journal, counters }: EngineParts): Partial<Engine> => ({
    plan: async ({ task, mintSubtask }) => ({
      decision: 'plan',
      why: 'As told.',
      plan: {
        task_id: task.task_id,
        task_criteria: [{ criterion: 'It is done', mode: 'verifiable', required: true }],
        subtasks: await Promise.all(subtasks.map(async (more, at): Promise<Subtask> => ({ subtask_id: await mintSubtask(at + 1), parent_task_id: task.task_id, sequence: 1, role_id: 'coder', intent: `Part ${at + 1}`, context: '', tools: [], success_criteria: [{ criterion: 'It was looked at', mode: 'verifiable', required: true }], ...more }))),
      },
    }),
    async execute(input): Promise<Execution> {
      const { key, signal, subtask, role, escalate } = input;
      if (escalate === true) heard.push(`${role.role_id} again${LARGER}`);
      const { writes, runsTests = false, looksUp, output = 'done', confidence = 0.9, artifacts = [] } = does(input);
      const order = [...(writes === undefined ? [] : [['write_file', { path: 'a.js', content: writes }] as const]), ...(runsTests ? [['run_tests', { repo_path: '.' }] as const] : []), ...(looksUp === undefined ? [] : [['retrieve', { query: looksUp }] as const]), ['read_file', { path: 'notes.txt' }] as const];
      const calls: ToolCallResult[] = [];
      for (const [at, [toolId, given]] of order.entries()) calls.push(await runner.call({ toolId, arguments: given, roleId: role.role_id, key: `${key}/call-${at}`, journal, counters: [...counters], signal }));
      const report: WorkReport = { status: 'completed', output, confidence: { score: confidence, rationale: 'seen' }, risk: { level: 'low', rationale: 'small' }, artifacts: [...artifacts], next_actions: [] };
      return { result: { subtask_id: subtask.subtask_id, status: 'completed', output, tool_calls: calls.map(({ evidence }) => evidence) }, report, calls, modelCalls: 1 };
    },
    reviewCode: async () => (heard.push('critic'), critic ?? (artifactSamples.CriticReport as CriticReport)),
    arbitrate: async ({ as, escalate, lookedUp = [] }) => (heard.push(`${as} as arbiter${escalate === true ? LARGER : ''}${lookedUp.length > 0 ? ', having looked it up' : ''}`), arbiter ?? noDecision),
  });
  const rig = await taskRig({
    turns: [{ answer: [finishes('nobody asks')] }],
    tools: [...builtinTools({ webSearch: {} }), retrieveTool({ openIndex: async () => textIndexInMemory() })],
    engine: engineOf,
    overseers: () => ({ ...(person !== undefined && { ask: async ({ options = [] }) => (heard.push('person'), options.find((option) => option.startsWith(person)) ?? person) }) }),
  });
  await rig.write('notes.txt', 'hello from the file\n');
  for (const [path, content] of Object.entries(files)) await rig.write(path, content);
  const { termination } = await rig.run();
  const [told] = (await rig.told('run.conflict_resolved')) as { tried: { strategy: string }[]; resolution: { conflict_type: ConflictType; final_decision: string; rationale: string } }[];
  if (told === undefined) throw new Error(`nobody disagreed: ${termination.details}`);
  return { heard, tried: told.tried.map(({ strategy }) => strategy), conflict: told.resolution.conflict_type, decision: told.resolution.final_decision, rationale: told.resolution.rationale, termination };
}

const writesCode = ({ escalate }: ToExecute): Made => ({ writes: `export const a = ${escalate === true ? 3 : 2};\n` });
const isFirst = (key: string): boolean => key.startsWith('execute/1/1/');
const notesOf = (...claims: readonly string[]): WorkReport['artifacts'] => [{ type: 'ResearchNotes', content: { question: 'When?', claims: claims.map((claim) => ({ claim, citations: [{ source: 'notes.txt', quote: 'hello from the file' }] })), open_questions: [], next_steps: [] } as never }];

describe('a critic who refuses what its coder stands by', () => {
  it('goes to a critic on a larger model, then to the coder on a larger model, then to the person', verifies('MH4-2-03', 'MH4-CHK-02', 'KEL-ROLE2-01'), async () => {
    const all = await settled({ subtasks: [{}], does: writesCode, critic: REFUSED, person: 'Hold with coder' });
    expect([all.conflict, all.tried, all.decision]).toEqual(['critic_vs_coder', ['run_arbiter', 'escalate_model', 'request_user_input'], 'accepted']);
    expect(all.heard).toEqual(['critic', `critic as arbiter${LARGER}`, `coder again${LARGER}`, 'critic', 'person']);
    expect((await settled({ subtasks: [{}], does: writesCode, critic: REFUSED, arbiter: { winner: 'coder', rationale: 'The name was asked for.' } })).tried).toEqual(['run_arbiter']);
  });
});

describe('work that its own maker doubts', () => {
  it('is done again on a larger model, then weighed against the first attempt, then shown to the person', verifies('MH4-2-04', 'MH4-CHK-02'), async () => {
    const all = await settled({ subtasks: [{}], does: () => ({ confidence: 0.3 }), person: 'Hold with coder' });
    expect([all.conflict, all.tried, all.decision]).toEqual(['low_confidence_output', ['escalate_model', 'prefer_higher_evidence', 'request_user_input'], 'accepted']);
    expect(all.heard).toEqual([`coder again${LARGER}`, 'person']);
    const shownMore = await settled({ subtasks: [{}], does: ({ escalate }) => ({ confidence: 0.3, artifacts: escalate === true ? notesOf('It says hello.') : [] }) });
    expect([shownMore.tried, shownMore.decision]).toEqual([['escalate_model', 'prefer_higher_evidence'], 'accepted']);
  });
});

describe('proposals that exclude each other', () => {
  const proposing = (first: number, second: number): Pick<Dispute, 'subtasks' | 'does'> => ({
    subtasks: [{ intent: 'Name it' }, { intent: 'Name it' }],
    does: ({ key }) => (isFirst(key) ? { output: 'Petrel', confidence: first } : { output: 'Plover', confidence: second }),
  });

  it('are decided by confidence, then by an arbiter over both, then by the person', verifies('MH4-2-05', 'MH4-CHK-02'), async () => {
    expect((await settled(proposing(0.9, 0.6))).tried).toEqual(['prefer_higher_confidence']);
    const all = await settled({ ...proposing(0.8, 0.8), person: 'Hold with coder 2' });
    expect([all.conflict, all.tried, all.decision]).toEqual(['competing_proposals', ['prefer_higher_confidence', 'run_arbiter', 'request_user_input'], 'accepted']);
    expect(all.heard).toEqual([`meta_validator as arbiter${LARGER}`, 'person']);
  });
});

describe('findings that contradict each other', () => {
  it('are decided by what is cited, then by research that looks into it, and else the run stops as one to be looked into', verifies('MH4-2-06', 'MH4-CHK-02', 'KEL-ROLE2-01', 'KEL-ROLE2-02'), async () => {
    const reading: Dispute = { subtasks: [{ intent: 'Read one' }, { intent: 'Read two' }], does: ({ key }) => ({ artifacts: notesOf(isFirst(key) ? 'The gate opens at 06:00.' : 'The gate opens at 08:00.') }), files: { 'gates.md': 'The gate opens at 06:00.\n' } };
    const all = await settled(reading);
    expect([all.conflict, all.tried, all.decision]).toEqual(['evidence_contradiction', ['prefer_higher_evidence', 'run_arbiter', 'terminate_blocked'], 'blocked']);
    expect(all.heard).toEqual([`research as arbiter${LARGER}, having looked it up`]);
    expect(all.termination).toMatchObject({ reason: 'conflicting_agents', contributing_factors: expect.arrayContaining(['conflict.unresolved', 'needs_investigation']) });
  });
});

describe('tests that pass on what a critic refuses', () => {
  const files = { 'package.json': '{"name":"a","type":"module","scripts":{"test":"node --test"}}\n', 'a.test.js': "import test from 'node:test';\nimport assert from 'node:assert';\nimport { a } from './a.js';\ntest('a', () => assert.ok(a > 1));\n" };
  const tested = (input: ToExecute): Made => ({ ...writesCode(input), runsTests: true });

  it('speak for the work as strong evidence; a danger goes to a senior critic, and back where it stays one', verifies('MH4-2-07', 'MH4-CHK-02'), async () => {
    const counted = await settled({ subtasks: [{}], files, does: tested, critic: REFUSED });
    expect([counted.conflict, counted.tried, counted.decision]).toEqual(['test_vs_review', ['prefer_higher_evidence'], 'accepted']);
    const dangerous = await settled({ subtasks: [{}], files, does: tested, critic: { ...REFUSED, risk: { level: 'high', rationale: 'It deletes.' } } });
    expect([dangerous.tried, dangerous.decision]).toEqual([['prefer_higher_evidence', 'run_arbiter', 'fail_safe'], 'rejected']);
    expect(dangerous.heard.slice(0, 2)).toEqual(['critic', `critic as arbiter${LARGER}`]);
  });
});

describe('sources that can be read in two ways', () => {
  const ambiguous: Dispute = { subtasks: [{}], does: () => ({ artifacts: notesOf('The gate opens at 06:00.', 'The gate opens at 08:00.') }) };

  it('are put together again by a larger model, then the person says what is meant, and else the run stops for lack of evidence', verifies('MH4-2-08', 'MH4-CHK-02', 'KEL-ROLE2-02'), async () => {
    const answered = await settled({ ...ambiguous, person: 'Hold with coder, first reading' });
    expect([answered.conflict, answered.tried, answered.heard]).toEqual(['retrieval_ambiguity', ['escalate_model', 'request_user_input'], [`coder again${LARGER}`, 'person']]);
    const alone = await settled(ambiguous);
    expect([alone.tried, alone.decision]).toEqual([['escalate_model', 'request_user_input', 'terminate_blocked'], 'blocked']);
    expect(alone.termination).toMatchObject({ reason: 'insufficient_evidence', contributing_factors: expect.arrayContaining(['conflict.unresolved', 'insufficient_evidence']) });
  });
});

describe('passages that disagree with each other', () => {
  const files = { 'old.md': 'The harbour gate opens at 07:00.\n', 'new.md': 'The harbour gate opens at 06:00.\n' };
  const resting = (claim: string, source: keyof typeof files): WorkReport['artifacts'] => [{ type: 'ResearchNotes', content: { question: 'When?', claims: [{ claim, citations: [{ source, quote: files[source].trim() }] }], open_questions: [], next_steps: [] } as never }];
  const looksUp = 'harbour gate opens';

  it('are a contradiction between those who rest on one of them each, whatever words they have for it', verifies('MH4-2-06', 'KEL-RETR2-04'), async () => {
    const all = await settled({ subtasks: [{ intent: 'Read one' }, { intent: 'Read two' }], files, does: ({ key }) => ({ looksUp, artifacts: isFirst(key) ? resting('Ships come in early.', 'new.md') : resting('Nobody comes in before breakfast.', 'old.md') }) });
    expect([all.conflict, all.tried, all.decision]).toEqual(['evidence_contradiction', ['prefer_higher_evidence', 'run_arbiter', 'terminate_blocked'], 'blocked']);
  });

  it('are two readings to whoever tells of one alone, and none to whoever tells of both', verifies('MH4-2-08', 'KEL-RETR2-05'), async () => {
    const does = ({ escalate }: ToExecute): Made => ({ looksUp, artifacts: resting('Ships come in early.', 'new.md'), output: escalate === true ? 'At 06:00; the old paper says 07:00.' : 'Early.' });
    const again = await settled({ subtasks: [{}], files, does });
    expect([again.conflict, again.tried, again.decision]).toEqual(['retrieval_ambiguity', ['escalate_model'], 'accepted']);
    const stubborn = await settled({ subtasks: [{}], files, does: (input) => ({ ...does(input), output: 'Early.' }) });
    expect([stubborn.tried, stubborn.termination.reason]).toEqual([['escalate_model', 'request_user_input', 'terminate_blocked'], 'insufficient_evidence']);
  });
});
