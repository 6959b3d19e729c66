import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig, type TaskRig, type TaskRigOptions } from '../../../test/support/task-rig.ts';
import { DEFAULT_BUDGET, documentKey, RunState, type BudgetResource, type RunId } from '../../contracts/index.ts';
import { adjustBudget } from '../budgets/adjust-budget.ts';
import type { RunOverseers } from '../overseers.ts';
import { RAISED_MYSELF } from './ask-about-limit.ts';

const reads = (path: string) => ({ answer: [{ type: 'tool_call' as const, name: 'read_file', arguments: { path } }] });
const TURNS: TaskRigOptions['turns'] = [reads('a.txt'), reads('b.txt'), { answer: [finishes('Both say hello.')] }];
const ONE_CALL = { ...DEFAULT_BUDGET.per_run, max_tool_calls: 1 };
const QUESTION = 'The run has used 1 of its 1 calls of tools; the next step needs up to 1. Raise the limit?';
const OPTIONS = ['Raise it to 11 calls of tools, and go on', RAISED_MYSELF, 'Leave it as it is: I will raise it later and resume the run', 'End the run here, with what it has reached'];

interface Asked {
  readonly rig: TaskRig;
  readonly questions: { question: string; options: readonly string[] }[];
  readonly raised: { resource: BudgetResource; limit: number; reason: string }[];
}

const raise = (rig: TaskRig, runId: RunId, limit: number, key = String(limit)): Promise<unknown> => adjustBudget({ runId, resource: 'tools', limit, reason: 'It is worth it.', adjustedBy: 'owner', idempotencyKey: key }, { ledger: rig.ports.ledger, owner: rig.writer });

/** A run with one call of a tool, and a person who answers so, one question after the other. */
async function limited(answers: readonly (string | ((rig: TaskRig, runId: RunId) => Promise<string>))[]): Promise<Asked> {
  const questions: { question: string; options: readonly string[] }[] = [];
  const raised: Asked['raised'] = [];
  const person = (runId: RunId): Pick<RunOverseers, 'ask' | 'raiseLimit'> => ({
    async ask({ question, options = [] }) {
      const answer = answers[questions.length] ?? 'no more answers';
      questions.push({ question, options });
      return typeof answer === 'string' ? answer : answer(rig, runId);
    },
    async raiseLimit(one) {
      raised.push(one);
      await raise(rig, runId, one.limit);
    },
  });
  const rig: TaskRig = await taskRig({ turns: TURNS, overseers: ({ runId }) => person(runId) });
  await rig.write('a.txt', 'hello\n');
  await rig.write('b.txt', 'hello\n');
  return { rig, questions, raised };
}

const types = async (rig: TaskRig): Promise<string[]> => (await rig.entries()).map(({ event }) => event.type).filter((type) => ['run.limit_reached', 'run.suspended', 'run.suspension_ended', 'run.budget_adjusted', 'run.terminated'].includes(type));

describe('a limit that is reached', () => {
  it('is raised by the person who is asked, and the run goes on where it was, with nothing done twice', verifies('KEL-RAISE-05', 'KEL-RAISE-04'), async () => {
    const { rig, questions, raised } = await limited([OPTIONS[0] ?? '']);
    const { termination, answer } = await rig.run({ limits: ONE_CALL, onLimit: 'ask' });
    expect([termination.reason, answer, termination.limits_exceeded]).toEqual(['success', 'Both say hello.', ['tools']]);
    expect([questions, raised]).toEqual([[{ question: QUESTION, options: OPTIONS }], [{ resource: 'tools', limit: 11, reason: QUESTION }]]);
    expect(await types(rig)).toEqual(['run.limit_reached', 'run.suspended', 'run.budget_adjusted', 'run.suspension_ended', 'run.terminated']);
    expect([rig.server.requests().length, (await rig.told('run.tool_ended')).length]).toEqual([3, 2]);
  });

  it('may be left: the run waits without an end, and goes on when it is raised and resumed', verifies('KEL-RAISE-05'), async () => {
    const { rig, questions } = await limited([OPTIONS[2] ?? '']);
    const left = await rig.run({ limits: ONE_CALL, onLimit: 'ask' }).then(() => undefined, (error: unknown) => error);
    const runId = (await rig.told('run.started'))[0]?.['run_id'] as RunId;
    const waits = async () => RunState.parse((await rig.documents.get(documentKey.run(runId)))?.body).suspension;
    expect([left, await waits(), await types(rig)]).toMatchObject([
      { code: 'run.waits_for_budget', message: 'The run has used 1 of its 1 calls of tools; the next step needs up to 1. The run waits, and nothing of it is lost.', nextStep: `keelson budget ${runId} tools=11 gives it more, and keelson resume ${runId} goes on.`, data: { run_id: runId, resource: 'tools', limit: 1, needed: 1 } },
      { waiting_for: 'budget', resource: 'tools', limit: 1, needed: 1, questions: [QUESTION] },
      ['run.limit_reached', 'run.suspended'],
    ]);
    await raise(rig, runId, 2);
    const { termination, answer } = await rig.run({ limits: ONE_CALL, onLimit: 'ask' });
    expect([termination.reason, answer, questions.length, await waits()]).toEqual(['success', 'Both say hello.', 1, null]);
    expect([rig.server.requests().length, (await rig.told('run.tool_ended')).length]).toEqual([3, 2]);
  });

  it('is asked about again when it was not raised after all, and ends the run when the person says so', verifies('KEL-RAISE-05', 'KEL-RAISE-01'), async () => {
    const { rig, questions, raised } = await limited([RAISED_MYSELF, async (inner, runId) => (await raise(inner, runId, 2), RAISED_MYSELF)]);
    expect((await rig.run({ limits: ONE_CALL, onLimit: 'ask' })).termination.reason).toBe('success');
    expect([questions.length, raised]).toEqual([2, []]);
    const no = await limited([OPTIONS[3] ?? '']);
    const { termination } = await no.rig.run({ limits: ONE_CALL, onLimit: 'ask' });
    expect(termination).toMatchObject({ reason: 'budget_exhausted', details: 'The run has used 1 of its 1 calls of tools; the next step needs up to 1. What was made is kept in the folder. To go on from there, start it again with more: keelson run --max-tool-calls 11 with the same words.', contributing_factors: ['counter.exhausted'], can_retry: true, limits_exceeded: ['tools'] });
    expect(await types(no.rig)).toEqual(['run.limit_reached', 'run.suspended', 'run.suspension_ended', 'run.terminated']);
  });

  it('ends the run where nobody is to be asked', verifies('KEL-RAISE-05', 'KEL-RAISE-01', 'KEL-RAISE-04'), async () => {
    const { rig, questions } = await limited([]);
    const { termination } = await rig.run({ limits: ONE_CALL });
    expect([termination.reason, questions, await types(rig), termination.limits_exceeded]).toEqual(['budget_exhausted', [], ['run.limit_reached', 'run.terminated'], ['tools']]);
    const alone = await taskRig({ turns: TURNS });
    await alone.write('a.txt', 'hello\n');
    expect((await alone.run({ limits: ONE_CALL, onLimit: 'ask' })).termination.reason).toBe('budget_exhausted');
  });

  it('is met before the first turn of a work that it cannot pay for, and no model is asked in vain', verifies('KEL-RAISE-06'), async () => {
    const { rig, questions } = await limited([OPTIONS[3] ?? '']);
    const { termination } = await rig.run({ limits: { ...DEFAULT_BUDGET.per_run, max_total_tokens: 3_000 }, onLimit: 'ask' });
    expect([termination.reason, rig.server.requests(), termination.limits_exceeded]).toEqual(['budget_exhausted', [], ['tokens']]);
    expect(termination.details).toMatch(/^The run has used 0 of its 3,000 tokens and has set 300 aside; the next step needs up to [\d,]+\. What was made is kept in the folder\. To go on from there, start it again with more: keelson run --max-tokens \d+ with the same words\.$/);
    expect(questions).toHaveLength(1);
  });

  it('lets the first turn be taken once there is enough for it', verifies('KEL-RAISE-06'), async () => {
    const { rig } = await limited([async (inner, runId) => (await adjustBudget({ runId, resource: 'tokens', limit: 400_000, reason: 'More.', adjustedBy: 'owner', idempotencyKey: 'more' }, { ledger: inner.ports.ledger, owner: inner.writer }), RAISED_MYSELF)]);
    const { termination } = await rig.run({ limits: { ...DEFAULT_BUDGET.per_run, max_total_tokens: 3_000 }, onLimit: 'ask' });
    expect([termination.reason, rig.server.requests().length]).toEqual(['success', 3]);
  });
});
