import { afterAll, describe, expect, it } from 'vitest';
import { OversightSection, type ApprovalMode, type JsonObject, type ToolApprovalPending, type ToolCallOutcome } from '../../src/contracts/index.ts';
import { createIds, fixedClock, seededRandom } from '../../src/kernel/index.ts';
import { systemTimer } from '../../src/ledger/index.ts';
import { answerApproval, approvalsForRun, createApprovalKey, newApprovalKeyPem } from '../../src/oversight/index.ts';
import { builtinTools } from '../../src/tools/index.ts';
import { ROLE_APPROVAL_TRIGGERS } from '../support/role-triggers.ts';
import { finishes, taskRig, type TaskRig } from '../support/task-rig.ts';

interface Errand {
  readonly name: string;
  readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[];
  /** How often a person is asked in each mode. */
  readonly prompts: Readonly<Record<ApprovalMode, number>>;
}

const read = { tool: 'read_file', args: { path: 'src/app.ts' } };
const edit = { tool: 'edit_file', args: { path: 'src/app.ts', old_text: 'one', new_text: 'two' } };
const shell = (command: string) => ({ tool: 'shell', args: { command } });

/** What people ask of an agent all day, each as the calls that a good model makes for it. */
const ERRANDS: readonly Errand[] = [
  { name: 'reads and answers', calls: [read, { tool: 'search_text', args: { pattern: 'one' } }], prompts: { ask: 0, workspace_session: 0, session: 0 } },
  { name: 'edits and looks at it', calls: [read, edit, shell('cat src/app.ts')], prompts: { ask: 0, workspace_session: 0, session: 0 } },
  { name: 'writes a new file', calls: [{ tool: 'write_file', args: { path: 'notes/today.md', content: 'Done.\n' } }], prompts: { ask: 0, workspace_session: 0, session: 0 } },
  { name: 'runs the tests twice', calls: [shell('npm test'), edit, shell('npm test')], prompts: { ask: 0, workspace_session: 0, session: 0 } },
  { name: 'removes what was built', calls: [shell('rm -rf build')], prompts: { ask: 1, workspace_session: 1, session: 1 } },
  { name: 'reads the keys of the project', calls: [{ tool: 'read_file', args: { path: '.env' } }], prompts: { ask: 1, workspace_session: 1, session: 1 } },
];

const KEY = createApprovalKey(newApprovalKeyPem());
const SETTINGS = OversightSection.parse({}).approvals;
const clock = fixedClock(1_800_000_000_000);

/** Somebody at another terminal who says yes to everything they are asked, and is counted. */
async function runErrand({ calls }: Errand, mode: ApprovalMode): Promise<{ readonly rig: TaskRig; readonly asked: readonly ToolApprovalPending[]; readonly answer: string }> {
  const ids = createIds({ clock, random: seededRandom(7) });
  const key = async () => KEY;
  const asked: ToolApprovalPending[] = [];
  const rig = await taskRig({
    turns: [...calls.map(({ tool, args }) => ({ answer: [{ type: 'tool_call' as const, name: tool, arguments: args }] })), { answer: [finishes('Done.')] }],
    overseers: ({ runId, ledger, writer }) => {
      const answer = async (notification: ToolApprovalPending): Promise<void> => {
        asked.push(notification);
        const { approval_id: approvalId, action_hash: actionHash } = notification.params;
        await answerApproval({ approvalId, actionHash, answer: 'approved', remember: 'once', reason: 'as I asked', answeredBy: 'owner', idempotencyKey: approvalId }, { log: writer, reader: ledger.log, documents: ledger.documents, key, approvers: SETTINGS.approvers, clock });
      };
      return {
        approvals: approvalsForRun(
          {
            runId,
            attendance: 'attended',
            mode,
            triggersOf: (roleId) => ROLE_APPROVAL_TRIGGERS[roleId as keyof typeof ROLE_APPROVAL_TRIGGERS] ?? [],
            toolOf: (toolId) => TOOLS.get(toolId),
          },
          { log: writer, person: { userId: 'owner', log: writer }, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, key, settings: SETTINGS, clock, ids, random: seededRandom(8), timer: systemTimer, notify: [answer] },
        ),
      };
    },
  });
  await rig.write('src/app.ts', 'one\n');
  await rig.write('build/out.js', 'x\n');
  await rig.write('.env', 'KEY=1\n');
  await rig.write('package.json', '{"scripts":{"test":"true"}}\n');
  const { answer } = await rig.run({ request: 'Do it.' });
  return { rig, asked, answer };
}

const TOOLS = new Map(builtinTools({ webSearch: {} }).map(({ definition: { tool_id, category, side_effects } }) => [tool_id, { category, sideEffects: side_effects }]));

const figures: Record<ApprovalMode, number[]> = { ask: [], workspace_session: [], session: [] };
afterAll(() => console.log(Object.entries(figures).map(([mode, counts]) => `prompts in mode ${mode}: ${counts.reduce((sum, count) => sum + count, 0)} in ${counts.length} runs`).join('\n')));

describe.each(['ask', 'workspace_session', 'session'] as const)('somebody in mode %s', (mode) => {
  it.each(ERRANDS)('is asked no more than needed when a model $name', async (errand) => {
    const { rig, asked, answer } = await runErrand(errand, mode);
    figures[mode].push(asked.length);
    expect(answer).toBe('Done.');
    expect(await rig.told('run.tool_refused')).toEqual([]);
    const ended = await rig.told('run.tool_ended');
    expect(ended.map(({ outcome }) => (outcome as ToolCallOutcome).status)).toEqual(ended.map(() => 'completed'));
    // What the model did; where it changed code, the tests are run once more behind it.
    expect(ended.filter(({ call }) => String(call).includes('/turn-'))).toHaveLength(errand.calls.length);
    expect(rig.server.requests()).toHaveLength(errand.calls.length + 1);
    expect(asked.map(({ params }) => params.reasons)).toHaveLength(errand.prompts[mode]);
    expect(await rig.told('approval.consumed')).toHaveLength(asked.length);
  });
});
