import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { runnerRig, sampleTool } from '../../../test/support/runner-rig.ts';
import { ApprovalId, type PolicyVerdict } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { valueWithoutSecrets } from '../../redaction/index.ts';
import type { ToolHands } from './hands.ts';

const YES = ApprovalId.parse('apr_01JCQZ9Y5D0000000000000001');
const ASKS: PolicyVerdict = { decision: 'ask', rule: 'test.doubtful', explanation: 'It is doubtful.' };
const KEY = `ghp_${'a1B2'.repeat(9)}`;

const failed = (message: string): KeelsonError =>
  new KeelsonError('network.unreachable', { message, nextStep: `Look for ${KEY}.`, data: { host: 'example.com', detail: KEY } });

describe('hands that were told of nothing', () => {
  it.each([
    ['remove a link', ({ files }: ToolHands) => files.delete('link')],
    ['remove an empty folder', ({ files }: ToolHands) => files.delete('empty')],
    ['remove a folder with what is in it', ({ files }: ToolHands) => files.delete('empty', { recursive: true })],
    ['move a link', ({ files }: ToolHands) => files.rename('link', 'other')],
    ['move an empty folder', ({ files }: ToolHands) => files.rename('empty', 'other')],
    ['make a folder', ({ files }: ToolHands) => files.makeDirectory('made/deep')],
    ['append to a file', ({ files }: ToolHands) => files.append('a.txt', Buffer.from('x')).then(() => undefined)],
  ])('do not %s', verifies('KEL-RUNNER-07'), async (_what, act) => {
    const rig = await runnerRig({ tools: [sampleTool({ perform: (input, hands) => act(hands).then(() => input) })] });
    await rig.write('a.txt', 'one');
    await mkdir(join(rig.folder, 'empty'));
    await symlink('a.txt', join(rig.folder, 'link'));
    expect((await rig.call({ toolId: 'echo', arguments: { text: '' } })).outcome.error?.code).toBe('tool.not_decided');
    expect((await readdir(rig.folder)).toSorted()).toEqual(['a.txt', 'empty', 'link']);
    expect(await rig.read('a.txt')).toBe('one');
  });

  it('do not send in another way than was decided, nor over another network', verifies('KEL-RUNNER-07'), async () => {
    const url = 'https://example.com/';
    const reached: string[] = [];
    const ports = { resolve: async () => ['93.184.216.34'], connect: async () => (reached.push('reached'), Promise.reject(new Error('it was reached'))) };
    const sends = (method: 'GET' | 'POST') =>
      sampleTool({ intentions: () => [{ kind: 'url', url, method: 'GET' }], perform: (input, hands) => (hands.fetch as (request: object, ports: object) => Promise<unknown>)({ url, method, limits: { totalMs: 1 } }, ports).then(() => input) });
    const post = await runnerRig({ tools: [sends('POST')] });
    expect((await post.call({ toolId: 'echo', arguments: { text: '' } })).outcome.error?.code).toBe('tool.not_decided');
    const get = await runnerRig({ tools: [sends('GET')] });
    expect((await get.call({ toolId: 'echo', arguments: { text: '' } })).outcome.error?.code).toMatch(/^network\./);
    expect(reached).toEqual([]);
  });
});

describe('a yes', () => {
  it('is for the file that the path led to, and not for where a link leads by then', verifies('KEL-RUNNER-08'), async () => {
    const reader = sampleTool({ intentions: () => [{ kind: 'path', op: 'read', path: 'settings' }], perform: async (_input, { files }) => ({ text: Buffer.from((await files.read('settings')).bytes).toString() }) });
    let swap = async (): Promise<void> => undefined;
    const rig = await runnerRig({
      tools: [reader],
      answer: () => ({ answer: 'approved', approval_id: YES }),
      beforeAnswer: () => swap(),
    });
    await rig.write('.env.test', 'harmless');
    await rig.write('.env', 'the real one');
    await symlink('.env.test', join(rig.folder, 'settings'));
    expect((await rig.call({ toolId: 'echo', arguments: { text: '' } })).outcome.output).toEqual({ text: 'harmless' });
    swap = async () => {
      await rm(join(rig.folder, 'settings'));
      await symlink('.env', join(rig.folder, 'settings'));
    };
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: '' } });
    expect([outcome.output, outcome.error?.code]).toEqual([null, 'path.gated']);
    expect(rig.asked.map(({ decision }) => decision.intentions[0]?.subject)).toEqual(['read "settings", which is ".env.test"', 'read "settings", which is ".env.test"']);
  });

  it('does not use up what a role may do in a time when the person edits the call', verifies('ACI-06'), async () => {
    const actions = [{ action_id: 'echo', category: 'deterministic_tool' as const, description: 'Echo', constraints: { rate_limit: '1/min', requires_approval: true } }];
    const rig = await runnerRig({ tools: [sampleTool()], actions, answer: () => ({ answer: 'edited', approval_id: YES, arguments: { text: 'edited' } }) });
    expect((await rig.call({ toolId: 'echo', arguments: { text: 'first' } })).outcome.output).toEqual({ text: 'edited' });
    await expect(rig.call({ toolId: 'echo', arguments: { text: 'second' } })).rejects.toMatchObject({ code: 'tool.rate_limited' });
  });
});

describe('an allowlist of folders', () => {
  it('is not got round with a link', verifies('ACI-05'), async () => {
    const actions = [{ action_id: 'echo', category: 'deterministic_tool' as const, description: 'Echo', constraints: { allowlist: ['docs'] } }];
    const writer = sampleTool({ intentions: ({ text }) => [{ kind: 'path', op: 'write', path: text }], perform: async ({ text }, { files }) => files.write(text, Buffer.from('x')).then(() => ({ text })) });
    const rig = await runnerRig({ tools: [writer], actions });
    await rig.write('src/a.ts', 'one');
    await rig.write('docs/a.md', 'one');
    await symlink('../src', join(rig.folder, 'docs', 'link'));
    expect((await rig.call({ toolId: 'echo', arguments: { text: 'docs/a.md' } })).outcome.status).toBe('completed');
    await expect(rig.call({ toolId: 'echo', arguments: { text: 'docs/link/a.ts' } })).rejects.toMatchObject({ code: 'tool.arguments_not_allowed' });
    expect(await rig.read('src/a.ts')).toBe('one');
  });
});

describe('a failure', () => {
  it('is recorded without the secrets that its words quote', verifies('KEL-RUNNER-10'), async () => {
    const rig = await runnerRig({ tools: [sampleTool({ perform: () => Promise.reject(failed(`It broke at ${KEY}.`)) })], script: () => ASKS });
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: '' } });
    expect(outcome.error).toEqual({ code: 'network.unreachable', message: 'It broke at [SECRET].', next_step: 'Look for [SECRET].', data: { host: 'example.com', detail: '[SECRET]' } });
    const denying = await runnerRig({ tools: [sampleTool({ approval_required: true })], answer: () => ({ answer: 'denied', reason: `it has ${KEY} in it` }) });
    await expect(denying.call({ toolId: 'echo', arguments: { text: '' } })).rejects.toMatchObject({ code: 'tool.approval_denied' });
    expect(JSON.stringify([await rig.told('run.tool_ended'), await denying.told('run.tool_refused')])).not.toContain(KEY);
  });

  it('of a first try does not hide what that try changed', verifies('KEL-UNDO-04'), async () => {
    let tries = 0;
    const wavering = sampleTool({
      side_effects: 'idempotent_write',
      max_retries: 1,
      touches: ['workspace_write'],
      intentions: () => [{ kind: 'path', op: 'write', path: 'a.txt' }],
      perform: async (input, { files }) => {
        tries += 1;
        await files.write('a.txt', Buffer.from('two'));
        if (tries === 1) throw failed('It broke.');
        return input;
      },
    });
    const rig = await runnerRig({ tools: [wavering] });
    await rig.write('a.txt', 'one');
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: '' } });
    expect([outcome.attempts, outcome.changes]).toEqual([2, [expect.objectContaining({ path: 'a.txt', kind: 'modified' })]]);
  });
});

describe('arguments', () => {
  it('are recorded without a password that stands under its name', verifies('KEL-RUNNER-10'), () => {
    const given = { password: 'hunter2-Zq9xK', headers: { 'x-api-key': 'k3yk3yk3yk3yk3y9', accept: 'text/html' }, list: ['hunter2-Zq9xK'], note: 'hello: there' };
    expect(valueWithoutSecrets(given)).toEqual({ password: '[SECRET]', headers: { 'x-api-key': '[SECRET]', accept: 'text/html' }, list: ['hunter2-Zq9xK'], note: 'hello: there' });
  });

  it('are recorded without a password that only its name gives away', verifies('KEL-RUNNER-10'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()] });
    await rig.call({ toolId: 'echo', arguments: { text: '{"password":"hunter2-Zq9xK"} and password=hunter2-Zq9xK' } });
    expect(JSON.stringify(await rig.told('run.tool_started'))).not.toContain('hunter2-Zq9xK');
  });
});
