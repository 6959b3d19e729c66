import { z } from 'zod';
import type { Client, Outcome } from '../../client/index.ts';
import { attentionFollow, NonEmptyText, PositiveCount, runCancel, RunCancelReport, runFind, runList, RunsInShort, RunStanding, runSteer, RunSteerReport, RunView, type RunId } from '../../contracts/index.ts';
import { beginRun, newKey, newsOf } from '../runs-at-work.ts';
import { defineMcpTool } from './define-tool.ts';
import { noticeText } from './notice-text.ts';
import type { McpTool } from './offer.ts';
import { tellerOf } from './tell-progress.ts';
import { viewRun } from './view-run.ts';

export interface RunToolsPorts {
  readonly client: Client;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Raised when the server goes; what was started here stops then and can be resumed. */
  readonly closing: AbortSignal;
}

/** Under what the usual client waits for an answer, so that its patience does not end before ours. */
const WATCH_SECONDS = 50;
const WATCH_SECONDS_MAX = 3_600;
const MS_PER_SECOND = 1_000;

const Run = z.strictObject({ run: NonEmptyText.describe('The id of the run, as much of its end as no other run has, or "last".') });

const Start = z.strictObject({
  task: NonEmptyText.describe('What is to be done, in plain words.'),
  workspace: NonEmptyText.optional().describe('The folder to work in; the folder of the server when left out.'),
  engine: z.enum(['offline', 'model']).optional().describe('"offline" asks no model; when left out, models are asked if there are any.'),
  unattended: z.boolean().default(false).describe('Nobody is there: whatever needs a person is denied instead of waited for.'),
  key: NonEmptyText.max(200).optional().describe('The same key and task give the same run again, so that a call can be repeated safely.'),
});

const Watch = Run.extend({ wait_seconds: PositiveCount.max(WATCH_SECONDS_MAX).default(WATCH_SECONDS).describe('How long to wait at most for its end, or for a question to a person.') });
const List = z.strictObject({ standing: RunStanding.optional(), limit: PositiveCount.max(100).default(20) });
const Steer = Run.extend({ text: NonEmptyText.max(10_000).describe('Words for the model at work; it hears them before its next step.') });
const Cancel = Run.extend({ now: z.boolean().default(false).describe('Stop at once instead of at the next safe place.') });

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Starting, watching and stopping runs. None of them can answer what a run asks a person. */
export function runTools({ client, deadline, closing }: RunToolsPorts): readonly McpTool[] {
  const onRun = async <Value>(run: string, then: (runId: RunId) => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    const found = await client.call(runFind, { run });
    return found.ok ? then(found.value.run_id) : found;
  };
  // Whoever was told that a run waits for a person watches for something else from then on; others are told at once.
  const told = new Set<string>();
  const telling = async (runId: RunId): Promise<Outcome<RunView>> => {
    const view = await viewRun(client, runId);
    if (view.ok) for (const { id } of view.value.waits_for) told.add(id);
    return view;
  };
  return [
    defineMcpTool({
      name: 'run_start',
      title: 'Start a run',
      description: 'Has a task worked on: planned, done with tools in the folder, checked with evidence. Comes back at once with the id of the run; run_watch follows it. What needs a yes waits for a person at Keelson; it cannot be given here.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      input: Start,
      output: RunView,
      answer: async ({ task, workspace, engine, unattended, key }) => {
        const begun = await beginRun(client, { request: task, attendance: unattended ? 'unattended' : 'attended', ...(workspace !== undefined && { workspace }), ...(engine !== undefined && { engine }) }, { signal: closing, ...(key !== undefined && { idempotencyKey: key }) });
        return begun.ok ? telling(begun.value.runId) : begun;
      },
    }),
    defineMcpTool({
      name: 'run_watch',
      title: 'Watch a run',
      description: 'Waits until the run has ended or begins to wait for a person, telling its progress meanwhile, and says how it stands. Ending this call does not end the run.',
      annotations: READS,
      input: Watch,
      output: RunView,
      answer: ({ run, wait_seconds: seconds }, { extra, server }) =>
        onRun(run, async (runId) => {
          const noted = await client.call(attentionFollow, { wait_ms: 0 });
          if (!noted.ok) return noted;
          const before = await viewRun(client, runId);
          if (!before.ok) return before;
          const { standing, waits_for: waitsFor } = before.value;
          if (standing === 'ended' || standing === 'interrupted' || waitsFor.some(({ id }) => !told.has(id))) return telling(runId);
          const tell = tellerOf(runId, { server, extra });
          const until = AbortSignal.any([extra.signal, closing, deadline(seconds * MS_PER_SECOND)]);
          for await (const { notices } of newsOf(client, { after: noted.value.position, run_id: runId, detail: 'notices' }, until)) {
            for (const text of notices.map(noticeText)) if (text !== undefined) await tell(text);
            if (notices.length === 0 && !until.aborted) await tell('Still at work');
            if (notices.some(({ kind }) => kind === 'run_ended' || kind === 'approval_pending' || kind === 'hard_call_pending')) break;
          }
          return telling(runId);
        }),
    }),
    defineMcpTool({
      name: 'run_show',
      title: 'Show a run',
      description: 'How one run stands: its plan, what it waits for, the result, each criterion with its verdict, what it cost.',
      annotations: READS,
      input: Run,
      output: RunView,
      answer: ({ run }) => onRun(run, telling),
    }),
    defineMcpTool({
      name: 'run_list',
      title: 'List runs',
      description: 'The runs, the latest first.',
      annotations: READS,
      input: List,
      output: RunsInShort,
      answer: async ({ standing, limit }) => {
        const listed = await client.call(runList, { limit, ...(standing !== undefined && { standing }) });
        return listed.ok ? { ok: true, value: { runs: listed.value.runs, total: listed.value.total } } : listed;
      },
    }),
    defineMcpTool({
      name: 'run_steer',
      title: 'Steer a run',
      description: 'Sends words to a run at work; its model hears them before its next step. They approve nothing.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      input: Steer,
      output: RunSteerReport,
      answer: ({ run, text }) => onRun(run, (runId) => client.call(runSteer, { run_id: runId, text }, { idempotencyKey: newKey() })),
    }),
    defineMcpTool({
      name: 'run_cancel',
      title: 'Cancel a run',
      description: 'Stops a run and says what it had done by then. Nothing is taken back.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      input: Cancel,
      output: RunCancelReport,
      answer: ({ run, now }) => onRun(run, (runId) => client.call(runCancel, { run_id: runId, ...(now && { in_flight_handling: 'preempt_immediately' as const }) }, { idempotencyKey: `cancel:${runId}${now ? ':now' : ''}` })),
    }),
  ];
}
