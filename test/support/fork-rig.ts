import { z } from 'zod';
import { DEFAULT_BUDGET, type ForkReport, type RunId } from '../../src/contracts/index.ts';
import { createFork, runTask, type ForkPorts, type ForkWish, type TaskPorts, type TaskRun } from '../../src/mother/index.ts';
import { builtinTools, defineTool, type Tool } from '../../src/tools/index.ts';
import { finishes, taskRig, type TaskRig, type TaskRigOptions } from './task-rig.ts';

const calls = (name: string, given: unknown) => ({ answer: [{ type: 'tool_call' as const, name, arguments: given as never }] });

/** What a model may say in these runs. */
export const turns = {
  writes: (content: string) => calls('write_file', { path: 'out.txt', content }),
  sends: calls('send_word', { to: 'ada' }),
  ends: (words: string) => ({ answer: [finishes(words)] }),
};

export interface HeldRun {
  readonly rig: TaskRig;
  readonly runId: RunId;
  /** What was asked for; that something is written when left out. */
  readonly request?: string;
}

const WRITE = 'Write out.txt.';

/** A tool that reaches somebody outside, which nobody can take back. */
function sendWord(onSend: () => void): Tool {
  return defineTool({
    tool_id: 'send_word',
    tool_name: 'Send word',
    category: 'network',
    side_effects: 'destructive',
    priority: 50,
    timeout_ms: 5_000,
    allowed_roles: ['coder'],
    input: z.strictObject({ to: z.string() }),
    output: z.strictObject({ sent: z.boolean() }),
    touches: ['network'],
    taint: 'owner_typed',
    intentions: () => [{ kind: 'remote', server: 'mail', name: 'send' }],
    perform: async () => (onSend(), { sent: true }),
    show: () => 'It was sent.',
  }) as Tool;
}

/** A run that has ended, in a folder with a file of notes. */
export async function heldRun(said: TaskRigOptions['turns'], { request = WRITE, onRig, ...options }: Partial<TaskRigOptions> & { readonly request?: string; readonly onRig?: (rig: TaskRig) => void } = {}): Promise<HeldRun & { sent(): number; effects(): string[] }> {
  let sent = 0;
  const rig = await taskRig({ turns: said, tools: [...builtinTools({ webSearch: {} }), sendWord(() => void (sent += 1))], answer: () => ({ answer: 'approved', approval_id: 'apr_01JCQZ9Y5D0000000000000001' as never }), ...options });
  onRig?.(rig);
  await rig.write('notes.txt', 'milk\n');
  const { runId } = await rig.run({ request });
  return { rig, runId, request, sent: () => sent, effects: () => ['execute/1/1/attempt-1/turn-1/tool-1'] };
}

export function portsOf({ rig }: Pick<HeldRun, 'rig'>, workspace = rig.folder): ForkPorts {
  return { ledger: rig.ports.ledger, writer: rig.writer, clock: rig.ports.clock, ids: rig.ports.ids, place: { ...rig.place, workspace } };
}

export function forkOf(run: HeldRun, wish: Partial<ForkWish> = {}, workspace?: string): Promise<ForkReport> {
  return createFork({ runId: run.runId, reason: 'To try another way.', limits: {}, acknowledged: [], wantedBy: 'owner', idempotencyKey: 'one', ...wish }, portsOf(run, workspace));
}

/** Has the fork work until it ends. */
export function goOn({ rig, request = WRITE }: Pick<HeldRun, 'rig' | 'request'>, { workspace }: ForkReport, key = 'one', { signal = new AbortController().signal, ...ports }: Partial<TaskPorts> & { readonly signal?: AbortSignal } = {}): Promise<TaskRun> {
  return runTask({ request, userId: 'owner', attendance: 'attended', engine: 'model', engineReason: 'It is there.', limits: DEFAULT_BUDGET.per_run, idempotencyKey: `fork:${key}`, signal }, { ...rig.portsIn(workspace), ...ports });
}

export async function streamOf({ rig, runId }: HeldRun): Promise<string> {
  return JSON.stringify(await rig.log.read({ aggregate: 'run', id: runId }, { limit: 5_000 }));
}

/** Where in the run the first event of this type stands. */
export async function sequenceOf({ rig, runId }: HeldRun, wanted: string): Promise<number> {
  return (await rig.log.read({ aggregate: 'run', id: runId }, { limit: 5_000 })).find(({ event }) => event.type === wanted)?.event.sequence ?? 0;
}
