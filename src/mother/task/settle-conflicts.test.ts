import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { artifactIdOf, criticSays } from '../../../test/support/conflict-samples.ts';
import { executionOf, needed, outcomeOf, pass, planOf, subtaskOf, task } from '../../../test/support/loop-samples.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { runConflictResolved, type ArbiterAnswer, type ResultEnvelope, type Subtask } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { createBlobs } from '../../ledger/index.ts';
import type { Criticism } from './consult-critic.ts';
import type { Dispatched, Round } from './round.ts';
import { settleConflicts } from './settle-conflicts.ts';
import type { TaskWork } from './task-ports.ts';

const { signal } = new AbortController();
const HASH = sha256Hex('a');
const PATCH = { diff: '--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-1\n+2\n', files: [{ path: 'a.js', change: 'modified' as const, before_sha256: HASH, after_sha256: sha256Hex('b'), is_text: true }] };
const LEAK = { ...PATCH, diff: `${PATCH.diff}+const token = 'ghp_${'a1B2'.repeat(9)}';\n` };
const heard = (verdict: 'pass' | 'fail'): Criticism => ({ word: criticSays(verdict), ref: { kind: 'document', key: 'artifact:critic' } });

interface Made {
  readonly confidence?: number;
  readonly testsPass?: boolean;
  readonly subtask?: Partial<Subtask>;
  readonly output?: string;
}

async function madeBy(roleId: 'coder' | 'analyst', n: number, { confidence = 0.9, testsPass, subtask: more = {}, output = `part ${n}` }: Made = {}): Promise<Dispatched> {
  const criterion = needed(`part ${n} is there`);
  const subtask = { ...subtaskOf(n, [criterion]), role_id: roleId, ...more };
  const role = (await repositoryRoles()).contracts().find((one) => one.role_id === roleId);
  if (role === undefined) throw new Error(`there is no ${roleId}`);
  const kept = (type: string, at: number, content: unknown) => ({ reference: { artifact_id: artifactIdOf(n * 10 + at), type, hash: HASH }, content });
  const tests = { ...artifactSamples.TestResults, exit_code: testsPass === true ? 0 : 1, counts: { run: 1, passed: testsPass === true ? 1 : 0, failed: testsPass === true ? 0 : 1, skipped: 0 } };
  const artifacts = roleId === 'coder' ? [kept('CodePatch', 1, PATCH), ...(testsPass === undefined ? [] : [kept('TestResults', 2, tests)])] : [];
  const envelope: ResultEnvelope = { run_id: JOURNAL_RUN, task_id: sample.taskId, role_id: roleId, status: 'success', confidence: { score: confidence, rationale: 'seen' }, risk: { level: 'low', rationale: 'small' }, artifacts: artifacts.map(({ reference }) => ({ ...reference, schema_ref: `#/schemas/${reference.type}` })), next_actions: [], errors: [] };
  return { subtask, role, outcome: outcomeOf(subtask, { verdicts: [pass(criterion)], output }), calls: [], execution: executionOf(subtask), artifacts, gates: [], envelope, facts: [], waivers: [], spawned: [] };
}

/** A run in which nobody but an arbiter can be asked. */
async function settling(dispatched: readonly Dispatched[], criticism: Criticism | undefined, { code = criticism === undefined ? undefined : PATCH, ruling }: { code?: typeof PATCH | undefined; ruling?: ArbiterAnswer } = {}) {
  const { store, log, writer, open } = await journalFixture();
  const journal = await open();
  const engine = { kind: 'offline', ...(ruling !== undefined && { arbitrate: async () => ruling }) };
  const work = { runId: JOURNAL_RUN, taskId: sample.taskId, journal, engine, overseers: {}, ports: { writer, ledger: { log, blobs: createBlobs(store) } } } as unknown as TaskWork;
  const round: Round = { round: 1, task, plan: planOf(dispatched.map(({ subtask }) => subtask)), said: [], avoided: [], earlier: [] };
  const conflicts = async () => (await log.readAll()).flatMap(({ event }) => (event.type === runConflictResolved.type ? [runConflictResolved.payload.parse(event.payload).resolution] : []));
  return { settled: settleConflicts(work, 'review/1', round, dispatched, { code, criticism }, signal), conflicts };
}

describe('a blocking finding', () => {
  it('comes before the table, and no passing test, critic or arbiter takes it back', verifies('MH4-2-18', 'KEL-CONF-13'), async () => {
    const { settled, conflicts } = await settling([await madeBy('coder', 1, { testsPass: true })], heard('pass'), { code: LEAK, ruling: { winner: 'coder', rationale: 'fine' } });
    expect((await settled).refusals).toEqual([{ criterion: 'No finding of the review stands against what was handed in', evidence: expect.stringContaining('There is a secret in CodePatch/diff, in what it adds. Fix: Take it out'), evidence_refs: [], isOpen: false }]);
    expect(await conflicts()).toEqual([]);
  });
});

describe('a critic', () => {
  it('lets code go with a pass', verifies('ROLES-38', 'ROLES-41'), async () => {
    const { settled } = await settling([await madeBy('coder', 1, { testsPass: true })], heard('pass'));
    expect(await settled).toMatchObject({ refusals: [], hasChanged: false, doneAgain: [] });
  });

  it('sends code back with its fixes when nobody stands by it, or when an arbiter holds with it', verifies('ROLES-38', 'ROLES-41', 'KEL-CONF-02'), async () => {
    const refusal = [{ criterion: 'The critic passes the changed code', evidence: 'It runs text. Fix: Read it without running it. Shown by: Nothing is run.', evidence_refs: [{ kind: 'document', key: 'artifact:critic' }], isOpen: false }];
    const unopposed = await settling([await madeBy('coder', 1, { confidence: 0.6 })], heard('fail'));
    expect([(await unopposed.settled).refusals, await unopposed.conflicts()]).toEqual([refusal, []]);
    const ruled = await settling([await madeBy('coder', 1)], heard('fail'), { ruling: { winner: 'critic', rationale: 'it does' } });
    expect((await ruled.settled).refusals).toEqual(refusal);
    expect(await ruled.conflicts()).toMatchObject([{ conflict_type: 'critic_vs_coder', strategy_applied: 'run_arbiter', final_decision: 'rejected', winner_agent: 'critic' }]);
  });

  it('has passed nothing when it cannot be heard', verifies('KEL-CONF-10'), async () => {
    const { settled } = await settling([await madeBy('coder', 1)], { unresolved: 'no answer' });
    expect((await settled).refusals).toEqual([{ criterion: 'The critic passes the changed code', evidence: 'The critic could not be heard: no answer', evidence_refs: [], isOpen: true }]);
  });
});

describe('a settled conflict', () => {
  it('leaves the taken proposal and keeps the other in its record', verifies('MH4-2-12', 'KEL-CONF-14'), async () => {
    const same = { intent: 'Name it' };
    const works = [await madeBy('analyst', 1, { subtask: same, output: 'Petrel' }), await madeBy('analyst', 2, { subtask: same, output: 'Plover', confidence: 0.6 })];
    const { settled, conflicts } = await settling(works, undefined);
    const { setAside, hasChanged, refusals } = await settled;
    expect([[...setAside], hasChanged, refusals]).toEqual([[works[1]?.subtask.subtask_id], true, []]);
    expect(await conflicts()).toMatchObject([{ conflict_type: 'competing_proposals', their_outputs: [{ confidence: 0.9 }, { confidence: 0.6 }] }]);
  });

  it('that nothing settles is recorded, and ends the run', verifies('MH4-2-10', 'MH4-2-11', 'KEL-CONF-14'), async () => {
    const { settled, conflicts } = await settling([await madeBy('analyst', 1, { confidence: 0.1 })], undefined);
    expect(await refusalOf(settled)).toMatchObject({ code: 'conflict.unresolved', data: { conflict_type: 'low_confidence_output' } });
    expect(await conflicts()).toMatchObject([{ conflict_type: 'low_confidence_output', resolution_successful: false, final_decision: 'blocked' }]);
  });
});
