import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { logOver } from '../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory } from '../../test/support/ledger-in-memory.ts';
import { sampleTool } from '../../test/support/runner-rig.ts';
import { GateReceipt, runToolAnswered, type RunId } from '../contracts/index.ts';
import { createIds, fixedClock, KeelsonError, seededRandom } from '../kernel/index.ts';
import { BUILTIN_SETUP, createBlobs, createCounterOperations, createDocuments, createLeases, systemTimer } from '../ledger/index.ts';
import { createCatalogue, createRateLimiter, toolsForRun, TYPED_BY_OWNER, type ApprovalPort, type Tool } from '../tools/index.ts';
import { runSettings } from './budgets/budget-settings.ts';
import { endingOfCall } from './termination-of-call.ts';
import { runToolAlone, type ToolWish } from './tool-only-run.ts';

const NOBODY: ApprovalPort = { request: async () => ({ answer: 'denied', reason: 'nobody is there' }) };

async function fixture(tool: Tool) {
  const { store } = await ledgerInMemory();
  const { log, writer } = logOver(store, BUILTIN_SETUP);
  const clock = fixedClock(1_800_000_000_000);
  const random = seededRandom(1);
  const ids = createIds({ clock, random });
  const blobs = createBlobs(store);
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const closed: RunId[] = [];
  const openTools = async (runId: RunId) => {
    const tools = toolsForRun({
      runId,
      catalogue: createCatalogue([tool]),
      place: { workspace: import.meta.dirname, home: '/nowhere', platform: 'linux', ownState: [] },
      judges: { path: () => Promise.reject(new Error('no paths here')), script: () => ({ decision: 'block', rule: 'test.never', explanation: 'It is never done.' }), program: () => ({ decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }), url: () => ({ decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }) },
      roles: { allowedActions: async () => [{ action_id: tool.definition.tool_id, category: 'deterministic_tool', description: 'A tool', constraints: {} }] },
      approvals: NOBODY,
      provenance: TYPED_BY_OWNER,
      limiter: createRateLimiter(clock),
      log: writer,
      counters: createCounterOperations(writer),
      blobs,
      clock,
      timer: systemTimer,
      chosen: { sandbox: null, decision: { chosen: null, isolation: null, chosen_by: 'probe', considered: [{ backend: 'bubblewrap', is_usable: false, detail: 'not here' }] } },
      scratch: '/nowhere',
      copies: '/nowhere/copies',
      limits: {},
      inherited: {},
      toolchains: [],
      programFolders: [],
    });
    return { ...tools, close: async () => void closed.push(runId) };
  };
  const leases = createLeases({ transact: store.transact.bind(store), pause: (_durationMs, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())) });
  const wish: ToolWish = { toolId: tool.definition.tool_id, arguments: { text: 'hello' }, userId: 'owner', idempotencyKey: 'one', signal: new AbortController().signal };
  return {
    run: (changes: Partial<ToolWish> = {}, settings = runSettings()) => runToolAlone({ ...wish, ...changes }, { ledger: { log, blobs, documents, store }, writer, leases, openTools, clock, ids, random, timer: systemTimer, runSettings: settings, measureMemoryMb: () => 100 }),
    told: async () => (await log.readAll({ limit: 1_000 })).map(({ event }) => event.type),
    payloads: async (...types: string[]) => JSON.stringify((await log.readAll({ limit: 1_000 })).flatMap(({ event }) => (types.includes(event.type) ? [event.payload] : []))),
    /** Every way out of a phase, each shown by its receipt. */
    way: async () => (await log.readAll({ limit: 1_000 })).flatMap(({ event: { type, payload } }) => (type === 'run.phase_exited' ? [GateReceipt.parse(payload?.['gate'])] : [])),
    documents,
    closed,
  };
}

describe('a run that is one call of a tool', () => {
  it('is started, made, ended and closed, with exactly one termination record', verifies('KEL-TOOLRUN-01'), async () => {
    const { run, told, closed } = await fixture(sampleTool());
    const { runId, result, termination } = await run();
    expect([result?.outcome.output, termination.reason, termination.run_id]).toEqual([{ text: 'hello' }, 'success', runId]);
    const types = await told();
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(['run.started', 'run.terminated', 'counter.closed']);
    expect(types.filter((type) => type === 'run.terminated')).toHaveLength(1);
    expect(closed).toEqual([runId]);
  });

  it('takes a place while it works and one run of the day, and gives the place back', verifies('KEL-RAISE-09'), async () => {
    let held: unknown;
    const { run, documents, told } = await fixture(sampleTool({ perform: async (input: unknown) => ((held = (await documents.get('budget:global'))?.body), input) as never }));
    const day = async () => (await documents.list('budget:user:owner:daily:')).map(({ body }) => body);
    await run();
    expect([held, (await documents.get('budget:global'))?.body, await day()]).toMatchObject([{ concurrent_runs: 1, redis_memory_mb: 100 }, { concurrent_runs: 0, redis_memory_mb: 0 }, [{ runs: 1, cloud_calls: 0 }]]);
    await run();
    expect(await day()).toMatchObject([{ runs: 1 }]);
    await run({ idempotencyKey: 'two' });
    expect([await day(), (await told()).includes('run.circuit_opened')]).toMatchObject([[{ runs: 2 }], false]);
  });

  it('is refused where no place or no run of the day is left, is not made then, and not later under the same key', verifies('KEL-RAISE-09'), async () => {
    const { run, told, closed } = await fixture(sampleTool());
    const oneADay = runSettings({ budget: { per_user_daily: { max_runs: 1 } } });
    expect((await run({}, oneADay)).termination.reason).toBe('success');
    const refused = await run({ idempotencyKey: 'two' }, oneADay);
    expect(refused).toMatchObject({ result: null, refusal: { code: 'run.circuit_open', data: { resource: 'runs of a day', limit: 1, current: 1 } }, termination: { reason: 'budget_exhausted', suggested_action: 'retry', limits_exceeded: ['runs'], phase_at_termination: 'plan' } });
    const again = await run({ idempotencyKey: 'two' });
    expect([again.termination, again.refusal]).toMatchObject([refused.termination, { code: 'run.circuit_open', message: refused.termination.details, data: { resource: 'runs of a day', limit: 1, current: 1 } }]);
    const full = await run({ idempotencyKey: 'three' }, runSettings({ budget: { global: { max_redis_memory_mb: 1 } } }));
    expect([full.refusal?.code, closed.length, (await told()).filter((type) => type === 'run.tool_started').length]).toEqual(['run.circuit_open', 1, 1]);
  });

  it('has as many calls as is configured', verifies('KEL-RAISE-09'), async () => {
    const { run } = await fixture(sampleTool());
    const none = runSettings();
    const { refusal, termination } = await run({}, { ...none, budget: { ...none.budget, per_run: { ...none.budget.per_run, max_tool_calls: 0 } } });
    expect([refusal?.code, termination.reason]).toEqual(['counter.exhausted', 'budget_exhausted']);
  });

  it('is told of as what a tool did alone, for nothing; one that fails is not', verifies('MH4-4-17', 'MH4-CHK-04'), async () => {
    const made = await fixture(sampleTool());
    await made.run();
    const [told] = JSON.parse(await made.payloads('run.tool_answered')) as [object];
    expect(told).toEqual({ run_id: expect.stringMatching(/^run_/), activity: 'tool_success', tool_id: 'echo', cost_usd: 0 });
    // It can say nothing else: neither another activity, nor a cost, nor more.
    const canBe = (more: object): boolean => runToolAnswered.payload.safeParse({ ...told, ...more }).success;
    expect([{}, { activity: 'tool_failure' }, { cost_usd: 1 }, { tool_id: '' }, { run_id: 'x' }, { more: 1 }, { run_id: undefined }, { activity: undefined }, { tool_id: undefined }, { cost_usd: undefined }].map(canBe)).toEqual([true, ...Array<boolean>(9).fill(false)]);
    expect([runToolAnswered.type, runToolAnswered.version]).toEqual(['run.tool_answered', 1]);
    const refused = await fixture(sampleTool({ approval_required: true }));
    await refused.run();
    expect(await refused.payloads('run.tool_answered')).toBe('[]');
  });

  it('is recorded without the secrets in what was asked for or in what refused it', verifies('KEL-RUNNER-10'), async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const { run, payloads } = await fixture(sampleTool({ perform: () => Promise.reject(new KeelsonError('tool.failed', { message: `It broke at ${key}.`, nextStep: 'Look.', data: { tool_id: 'echo', detail: key } })) }));
    expect((await run({ arguments: { text: key } })).termination.details).toBe('It broke at [SECRET].');
    expect(await payloads('run.started', 'run.tool_started', 'run.tool_ended', 'run.terminated')).not.toContain(key);
  });

  it('is not made again when it is asked for under the same key', verifies('KEL-TOOLRUN-02'), async () => {
    let performed = 0;
    const { run, told } = await fixture(sampleTool({ side_effects: 'destructive', perform: async ({ text }) => ((performed += 1), { text }) }));
    const first = await run();
    const before = (await told()).length;
    const again = await run();
    expect([again.runId, again.result, again.termination, performed]).toEqual([first.runId, first.result, first.termination, 1]);
    expect((await told()).length).toBe(before);
    expect((await run({ idempotencyKey: 'two' })).runId).not.toBe(first.runId);
  });

  it('leaves every phase through its gates, and is summed up', verifies('KEL-RUN-08', 'termination.success'), async () => {
    const made = await fixture(sampleTool());
    const { termination } = await made.run();
    const way = await made.way();
    expect(way.map(({ phase, exit, checks }) => [phase, exit.exit, checks.map(({ gate_id: id }) => id)])).toEqual([
      ['plan', 'success', ['call_named']],
      ['execute', 'success', ['call_ended']],
      ['review', 'success', ['output_valid']],
      ['approve', 'success', ['nothing_waiting']],
      ['finalize', 'success', ['summary_written']],
    ]);
    expect([termination.phase_at_termination, termination.final_artifacts.length]).toEqual(['approve', 1]);
    expect((await made.documents.get(`artifact:${termination.final_artifacts[0]}`))?.body).toMatchObject({ type: 'RunSummary' });
  });

  it('that fails, or is refused, leaves the phase in which it stood as a failure', verifies('KEL-RUN-08'), async () => {
    const failing = await fixture(sampleTool({ perform: () => Promise.reject(new KeelsonError('tool.failed', { message: 'It broke.', nextStep: 'Look.', data: { tool_id: 'echo', detail: '' } })) }));
    expect((await failing.run()).termination).toMatchObject({ reason: 'retries_exhausted', phase_at_termination: 'review' });
    expect((await failing.way()).map(({ phase, exit }) => `${phase} ${exit.exit}`)).toEqual(['plan success', 'execute success', 'review fail', 'finalize success']);
    const refused = await fixture(sampleTool({ approval_required: true }));
    expect((await refused.run()).termination).toMatchObject({ reason: 'approval_denied', phase_at_termination: 'execute' });
    expect((await refused.way()).map(({ phase, exit }) => `${phase} ${exit.exit}`)).toEqual(['plan success', 'execute fail', 'finalize success']);
  });

  it('ends with the reason of what stopped it', verifies('KEL-TOOLRUN-03'), async () => {
    const refused = await fixture(sampleTool({ intentions: () => [{ kind: 'script', script: 'x', argv: ['x'], currentFolder: '/', environment: {} }] }));
    expect(await refused.run()).toMatchObject({ result: null, refusal: { code: 'tool.refused_by_policy' }, termination: { reason: 'policy_violation', can_retry: false } });
    const asking = await fixture(sampleTool({ approval_required: true }));
    expect(await asking.run()).toMatchObject({ refusal: { code: 'tool.approval_denied' }, termination: { reason: 'approval_denied' } });
    const program = { argv: ['true'] as [string], currentFolder: import.meta.dirname, environment: {} };
    const unheld = await fixture(sampleTool({ intentions: () => [{ kind: 'program', ...program }], perform: async ({ text }, { run }) => run({ ...program, workspaceAccess: 'read_only' }).then(() => ({ text })) }));
    expect(await unheld.run()).toMatchObject({ refusal: null, result: { outcome: { error: { code: 'sandbox.unavailable' } } }, termination: { reason: 'blocked' } });
  });

  it.each([
    ['tool.timed_out', 'timeout'],
    ['counter.exhausted', 'budget_exhausted'],
    ['tool.role_not_allowed', 'policy_violation'],
    ['path.denied', 'policy_violation'],
    ['tool.unavailable', 'blocked'],
    ['tool.failed', 'retries_exhausted'],
  ] as const)('ends after %s with %s', verifies('KEL-TOOLRUN-03'), (code, reason) => {
    const refusal = new KeelsonError(code as 'tool.failed', { message: 'It went wrong.', nextStep: 'Look.', data: { tool_id: 'x', detail: '' } });
    expect(endingOfCall({ refusal })).toMatchObject({ reason, details: 'It went wrong.', factors: [code], unmet: [] });
  });
});
