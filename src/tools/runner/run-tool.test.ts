import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ALLOWED, runnerRig, sampleTool } from '../../../test/support/runner-rig.ts';
import { ApprovalId, TOOL_OUTPUT_SHOWN_CHARS_MAX, type PolicyVerdict } from '../../contracts/index.ts';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { evidenceLine } from './evidence.ts';

const ASKS: PolicyVerdict = { decision: 'ask', rule: 'test.doubtful', explanation: 'It is doubtful.' };
const BLOCKS: PolicyVerdict = { decision: 'block', rule: 'test.never', explanation: 'It is never done.' };
const YES = ApprovalId.parse('apr_01JCQZ9Y5D0000000000000001');

const program = (text: string) => ({ argv: ['sh', '-c', text] as [string, string, string], currentFolder: '/', environment: {} });

/** Runs its text in a shell, in the workspace. */
const shell = (changes: Parameters<typeof sampleTool>[0] = {}) =>
  sampleTool({
    tool_id: 'shell',
    side_effects: 'destructive',
    touches: ['programs', 'workspace_write'],
    intentions: ({ text }, { workspace }) => [{ kind: 'script', script: text, ...program(text), currentFolder: workspace }],
    perform: async ({ text }, { run, place }) => {
      const { stdout, exitCode } = await run({ ...program(text), currentFolder: place.workspace });
      return { text: `${exitCode} ${Buffer.from(stdout.head).toString()}` };
    },
    ...changes,
  });

const writer = () =>
  sampleTool({
    tool_id: 'write',
    side_effects: 'idempotent_write',
    touches: ['workspace_write'],
    intentions: ({ text }) => [{ kind: 'path', op: 'write', path: text }],
    perform: async ({ text }, { files }) => {
      await files.write(text, Buffer.from('new'));
      return { text };
    },
  });

const code = (error: unknown) => (error as { code: string }).code;

describe('a call of a tool', () => {
  it('is free, and books one call and no money', verifies('MH4-4-05'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()], alsoLimits: { cost_microusd: 5_000_000 } });
    await rig.call({ toolId: 'echo', arguments: { text: 'hello' } });
    expect([sampleTool().definition.cost_tier, await rig.spent()]).toEqual(['free', { tool_calls: 1, cost_microusd: 0 }]);
  });

  it('that no limit held is made once the limit is raised, and is not made twice', verifies('KEL-RAISE-07'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()], toolCallsMax: 1 });
    let raises = 0;
    /** In an execution of its own each time, as after a restart. */
    const echo = async (nth: number, text: string) => rig.call({ key: `execute/1/turn-1/tool-${nth}`, journal: await rig.ledger.open(), toolId: 'echo', arguments: { text }, timesRaised: async () => raises }).then(({ outcome }) => outcome.output, code);
    expect([await echo(1, 'one'), await echo(2, 'two')]).toEqual([{ text: 'one' }, 'counter.exhausted']);
    await rig.raise({ tool_calls: 2 });
    expect(await echo(2, 'two')).toBe('counter.exhausted');
    raises = 1;
    expect([await echo(2, 'two'), await echo(2, 'two'), await rig.spent()]).toEqual([{ text: 'two' }, { text: 'two' }, { tool_calls: 2 }]);
  });

  it('is decided, begun, ended and counted, each recorded in this order', verifies('KEL-RUNNER-01'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()] });
    const { outcome, evidence } = await rig.call({ toolId: 'echo', arguments: { text: 'hello' } });
    expect(outcome).toEqual({
      status: 'completed',
      output: { text: 'hello' },
      shown: { text: 'hello', total_chars: 5, whole: null },
      changes: [],
      is_undoable: true,
      taint_class: 'owner_typed',
      sandbox: null,
      attempts: 1,
      duration_ms: 0,
      error: null,
    });
    expect(evidenceLine(evidence)).toBe('echo: {"text":"hello"} → hello');
    expect((await rig.ledger.events()).map(({ type }) => type)).toEqual(['run.step_completed', 'run.step_intended', 'run.tool_started', 'run.step_completed', 'run.tool_ended']);
    expect(await rig.told('tool.used')).toEqual([{ tool_id: 'echo', was_successful: true, execution_ms: 0, run_id: JOURNAL_RUN }]);
    expect(await rig.told('counter.settled')).toEqual([expect.objectContaining({ how: 'committed', charged: { tool_calls: 1 } })]);
  });

  it('is made as the first role that may, when none is named', verifies('MH4-4-14'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()] });
    expect((await rig.call({ toolId: 'echo', arguments: { text: '' } })).decision.role_id).toBe('coder');
    expect((await rig.call({ toolId: 'echo', arguments: { text: '' }, roleId: 'critic' })).decision.role_id).toBe('critic');
  });

  it('is refused when its arguments do not fit the contract, and the refusal is recorded', verifies('MH4-4-06', 'KEL-RUNNER-02'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()] });
    await expect(rig.call({ toolId: 'echo', arguments: { text: 7 } })).rejects.toMatchObject({ code: 'tool.arguments_invalid', data: { issues: [{ path: '/text' }] } });
    expect(await rig.told('run.tool_refused')).toEqual([expect.objectContaining({ tool_id: 'echo', role_id: 'coder', stage: 'schema' })]);
    expect(await rig.told('tool.used')).toEqual([]);
  });

  it('is refused where the tool cannot be used', verifies('KEL-REGISTRY-03'), async () => {
    const rig = await runnerRig({ tools: [sampleTool({ availability: async ({ hasProgram }) => ((await hasProgram('no-such-program')) ? { isAvailable: true } : { isAvailable: false, reason: 'a program is missing.' }) })] });
    await expect(rig.call({ toolId: 'echo', arguments: { text: '' } })).rejects.toMatchObject({ code: 'tool.unavailable', message: 'echo cannot be used here: a program is missing.' });
  });

  it('is refused to a role that the tool does not name, or whose contract does not name the tool', verifies('MH4-4-09', 'ACI-25'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()] });
    await expect(rig.call({ toolId: 'echo', arguments: { text: '' }, roleId: 'vision' })).rejects.toMatchObject({ code: 'tool.role_not_allowed', message: 'The role vision may not use echo: it is open to coder, critic.' });
    const bare = await runnerRig({ tools: [sampleTool()], actions: [] });
    await expect(bare.call({ toolId: 'echo', arguments: { text: '' } })).rejects.toMatchObject({ code: 'tool.role_not_allowed', message: 'The role coder may not use echo: the contract of coder does not name it.' });
    expect(await bare.told('run.tool_refused')).toEqual([expect.objectContaining({ stage: 'role', error: expect.objectContaining({ code: 'tool.role_not_allowed' }) as unknown })]);
  });

  it('is held to the constraints of the role contract', verifies('ACI-05', 'ACI-06', 'ACI-07'), async () => {
    const action = (constraints: object) => [{ action_id: 'shell', category: 'deterministic_tool' as const, description: 'A shell', constraints }];
    const listed = await runnerRig({ tools: [shell()], actions: action({ allowlist: ['echo a', 'true'] }) });
    await listed.call({ toolId: 'shell', arguments: { text: 'echo a b' } });
    await expect(listed.call({ toolId: 'shell', arguments: { text: 'echo b' } })).rejects.toMatchObject({ code: 'tool.arguments_not_allowed' });
    await expect(listed.call({ toolId: 'shell', arguments: { text: 'true; echo b' } })).rejects.toMatchObject({ code: 'tool.arguments_not_allowed' });
    const rated = await runnerRig({ tools: [shell()], actions: action({ rate_limit: '1/min', max_bytes: 20 }) });
    await rated.call({ toolId: 'shell', arguments: { text: 'true' } });
    await expect(rated.call({ toolId: 'shell', arguments: { text: 'true' } })).rejects.toMatchObject({ code: 'tool.rate_limited' });
    rated.ledger.clock.advance(60_000);
    await rated.call({ toolId: 'shell', arguments: { text: 'true' } });
    await expect(rated.call({ toolId: 'shell', arguments: { text: 'true # long' } })).rejects.toMatchObject({ code: 'tool.too_many_bytes', data: { bytes: 22, limit: 20 } });
    const asking = await runnerRig({ tools: [shell()], actions: action({ requires_approval: true }) });
    await expect(asking.call({ toolId: 'shell', arguments: { text: 'true' } })).rejects.toMatchObject({ code: 'tool.approval_denied' });
    expect(asking.asked[0]?.reasons).toEqual(['role.requires_approval: the contract of the role demands a yes for this tool.']);
  });

  it('is never made when the policy blocks it, and nobody is asked', verifies('KEL-RUNNER-03', 'MAH-4B-4'), async () => {
    const rig = await runnerRig({ tools: [shell()], script: () => BLOCKS, answer: () => ({ answer: 'approved', approval_id: YES }) });
    await expect(rig.call({ toolId: 'shell', arguments: { text: 'touch done' } })).rejects.toMatchObject({ code: 'tool.refused_by_policy', data: { rule: 'test.never' } });
    expect(rig.asked).toEqual([]);
    await expect(rig.read('done')).rejects.toThrow('ENOENT');
    expect(await rig.told('run.tool_refused')).toEqual([expect.objectContaining({ stage: 'policy' })]);
  });

  it('waits for a yes when the policy asks, and is not made without it', verifies('KEL-RUNNER-04', 'MH4-4-08'), async () => {
    const rig = await runnerRig({ tools: [shell()], script: () => ASKS });
    await expect(rig.call({ toolId: 'shell', arguments: { text: 'touch done' } })).rejects.toMatchObject({ code: 'tool.approval_denied', message: 'User rejected tool execution: nobody is there' });
    expect(rig.asked).toEqual([expect.objectContaining({ reasons: ['test.doubtful: It is doubtful.'], isUndoable: true })]);
    await expect(rig.read('done')).rejects.toThrow('ENOENT');
    const always = await runnerRig({ tools: [sampleTool({ approval_required: true })] });
    await expect(always.call({ toolId: 'echo', arguments: { text: '' } })).rejects.toMatchObject({ code: 'tool.approval_denied' });
    const willing = await runnerRig({ tools: [shell()], script: () => ASKS, answer: () => ({ answer: 'approved', approval_id: YES }) });
    expect((await willing.call({ toolId: 'shell', arguments: { text: 'echo done' } })).decision.approval_id).toBe(YES);
  });

  it('is judged again when a person edits its arguments', verifies('KEL-RUNNER-05'), async () => {
    const edited = (text: string) => ({ answer: 'edited', approval_id: YES, arguments: { text } }) as const;
    const script = (text: string): PolicyVerdict => (text === 'evil' ? BLOCKS : text === 'echo fine' ? ALLOWED : ASKS);
    const good = await runnerRig({ tools: [shell()], script, answer: () => edited('echo fine') });
    const { outcome, decision } = await good.call({ toolId: 'shell', arguments: { text: 'first' } });
    expect([outcome.output, decision.arguments, decision.approval_id]).toEqual([{ text: '0 fine\n' }, { text: 'echo fine' }, YES]);
    const bad = await runnerRig({ tools: [shell()], script, answer: () => edited('evil') });
    await expect(bad.call({ toolId: 'shell', arguments: { text: 'first' } })).rejects.toMatchObject({ code: 'tool.refused_by_policy' });
  });

  it('is not made when what a person put in its place may not be done either', async () => {
    const judged: unknown[] = [];
    const rig = await runnerRig({
      tools: [shell()],
      script: () => ASKS,
      answer: () => ({ answer: 'edited', approval_id: YES, arguments: { text: 'touch done' } }),
      whyNotEdited: async ({ decision, reasons }, approvalId) => {
        judged.push([decision.arguments, reasons, approvalId]);
        return 'approval.policy_denies: A policy denies it.';
      },
    });
    await expect(rig.call({ toolId: 'shell', arguments: { text: 'first' } })).rejects.toMatchObject({ code: 'tool.approval_denied', message: 'What the person put in its place may not be done: approval.policy_denies: A policy denies it.' });
    expect(judged).toEqual([[{ text: 'touch done' }, ['test.doubtful: It is doubtful.'], YES]]);
    await expect(rig.read('done')).rejects.toThrow('ENOENT');
  });

  it('is not made when the budget is spent', verifies('KEL-RUNNER-06'), async () => {
    const rig = await runnerRig({ tools: [shell()], toolCallsMax: 1 });
    await rig.call({ toolId: 'shell', arguments: { text: 'true' } });
    await expect(rig.call({ toolId: 'shell', arguments: { text: 'touch done' } })).rejects.toMatchObject({ code: 'counter.exhausted' });
    await expect(rig.read('done')).rejects.toThrow('ENOENT');
  });
});

describe('the hands of a tool', () => {
  const undecided = async (tool: ReturnType<typeof sampleTool>) => {
    const rig = await runnerRig({ tools: [tool] });
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: 'a.txt' } });
    return outcome.error?.code;
  };

  it('do only what was decided', verifies('KEL-RUNNER-07'), async () => {
    expect(await undecided(sampleTool({ perform: async (_input, { run }) => ({ text: String((await run(program('true'))).exitCode) }) }))).toBe('tool.not_decided');
    expect(await undecided(sampleTool({ perform: async ({ text }, { files }) => files.write(text, Buffer.from('x')).then(() => ({ text })) }))).toBe('tool.not_decided');
    expect(await undecided(sampleTool({ perform: async ({ text }, { fetch }) => fetch({ url: 'https://example.com/' }).then(() => ({ text })) }))).toBe('tool.not_decided');
    expect(await undecided(sampleTool({ intentions: () => [{ kind: 'program', ...program('true') }], perform: async ({ text }, { run }) => run({ ...program('true'), environment: { A: '1' } }).then(() => ({ text })) }))).toBe('tool.not_decided');
  });

  it('touch a sensitive file only when a person said yes to it', verifies('KEL-RUNNER-08'), async () => {
    const rig = await runnerRig({ tools: [writer()], answer: ({ decision }) => (decision.arguments['text'] === '.env' ? { answer: 'approved', approval_id: YES } : { answer: 'denied', reason: 'no' }) });
    expect((await rig.call({ toolId: 'write', arguments: { text: '.env' } })).outcome.status).toBe('completed');
    expect(await rig.read('.env')).toBe('new');
    await expect(rig.call({ toolId: 'write', arguments: { text: '.env.local' } })).rejects.toMatchObject({ code: 'tool.approval_denied' });
    await expect(rig.call({ toolId: 'write', arguments: { text: '../outside' } })).rejects.toMatchObject({ code: 'tool.refused_by_policy' });
  });
});

describe('what a call gives back', () => {
  it('is shown with its beginning and end when it is long, and kept whole', verifies('KEL-RUNNER-09', 'ART-R3-05'), async () => {
    const long = `begin ${'x'.repeat(20_000)} end`;
    const rig = await runnerRig({ tools: [sampleTool()] });
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: long } });
    const { shown, status } = outcome;
    expect([status, shown.total_chars, shown.text.length <= TOOL_OUTPUT_SHOWN_CHARS_MAX, shown.text.startsWith('begin x'), shown.text.endsWith('x end')]).toEqual(['truncated', long.length, true, true, true]);
    expect(shown.text).toContain(`of ${long.length} characters left out; keelson tools output ${shown.whole?.key} prints all`);
  });

  it('is an error when it does not fit the contract of the tool', verifies('MH4-4-06'), async () => {
    const rig = await runnerRig({ tools: [sampleTool({ perform: async () => ({ text: 7 as unknown as string }) })] });
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: '' } });
    expect([outcome.status, outcome.output, outcome.error?.code]).toEqual(['failed', null, 'tool.output_invalid']);
    expect(await rig.told('tool.used')).toEqual([expect.objectContaining({ was_successful: false })]);
  });

  it('holds no secrets, neither for the model nor in the record', verifies('KEL-RUNNER-10'), async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const rig = await runnerRig({ tools: [sampleTool()] });
    const { outcome, evidence } = await rig.call({ toolId: 'echo', arguments: { text: `the key is ${key}.` } });
    expect([outcome.shown.text, outcome.output]).toEqual(['the key is [SECRET].', { text: 'the key is [SECRET].' }]);
    expect(JSON.stringify([evidence, await rig.told('run.tool_started'), await rig.told('run.tool_ended')])).not.toContain(key);
  });

  it('says that its time was over, and the program is gone', verifies('MH4-4-07', 'KEL-RUNNER-11'), async () => {
    let goOff = (): void => undefined;
    const rig = await runnerRig({ tools: [shell()], timer: { after: (_delayMs, run) => ((goOff = run), () => undefined) } });
    const running = rig.call({ toolId: 'shell', arguments: { text: 'touch started; sleep 60; touch late' } });
    await expect.poll(() => rig.read('started').catch(() => 'no')).toBe('');
    goOff();
    const { outcome } = await running;
    expect([outcome.status, outcome.error?.code]).toEqual(['failed', 'tool.timed_out']);
    expect(outcome.changes.map(({ path }) => path)).toEqual(['started']);
  });

  it('is tried again after a passing failure, as often as the tool says, unless it could be done twice', verifies('MH4-4-07'), async () => {
    const { KeelsonError } = await import('../../kernel/index.ts');
    const failing = (side_effects: 'read_only' | 'destructive', failures: number, codeOf: 'network.unreachable' | 'tool.failed' = 'network.unreachable') => {
      let left = failures;
      return sampleTool({
        side_effects,
        max_retries: 2,
        perform: async ({ text }) => {
          if (left === 0) return { text };
          left -= 1;
          throw new KeelsonError(codeOf as 'tool.failed', { message: 'It failed.', nextStep: 'Again.', data: { tool_id: 'echo', detail: '' } });
        },
      });
    };
    const attempts = async (tool: ReturnType<typeof sampleTool>) => {
      const { outcome } = await (await runnerRig({ tools: [tool] })).call({ toolId: 'echo', arguments: { text: '' } });
      return [outcome.status, outcome.attempts];
    };
    expect(await attempts(failing('read_only', 2))).toEqual(['completed', 3]);
    expect(await attempts(failing('read_only', 3))).toEqual(['failed', 3]);
    expect(await attempts(failing('destructive', 1))).toEqual(['failed', 1]);
    expect(await attempts(failing('read_only', 1, 'tool.failed'))).toEqual(['failed', 1]);
  });
});

describe('a resumed run', () => {
  it('meets what it recorded and does nothing twice', verifies('KEL-RUNNER-12'), async () => {
    const rig = await runnerRig({ tools: [shell()] });
    const call = { toolId: 'shell', arguments: { text: 'echo once >> log' }, key: 'execute/1/shell' };
    const first = await rig.call(call);
    const again = await rig.call({ ...call, journal: await rig.journal() });
    expect(again).toEqual(first);
    expect(await rig.read('log')).toBe('once\n');
    expect((await rig.told('tool.used')).length).toBe(1);
  });

  it('does not take over a decision for another action', verifies('KEL-RUNNER-12'), async () => {
    const rig = await runnerRig({ tools: [shell()] });
    await rig.call({ toolId: 'shell', arguments: { text: 'true' }, key: 'execute/1/shell' });
    const other = rig.call({ toolId: 'shell', arguments: { text: 'false' }, key: 'execute/1/shell', journal: await rig.journal() });
    expect(code(await other.catch((error: unknown) => error))).toBe('journal.diverged');
  });
});
