import { DEFAULT_BUDGET, runContextCompacted, runPrepared, runStarted, runSteered, runTerminated, runToolEnded, runToolStarted, type RunEngine, type RunId, type TaintClass } from '../../src/contracts/index.ts';
import type { NewEvent } from '../../src/ledger/index.ts';
import type { MemoryRig } from './memory-rig.ts';
import { ENDED, TASK } from './run-samples.ts';

export interface CallMade {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What it showed. */
  readonly text: string;
  readonly taintClass: TaintClass;
  readonly status?: 'completed' | 'failed';
}

export interface RunToTell {
  readonly request?: string;
  readonly steered?: readonly string[];
  readonly engine?: RunEngine;
  readonly calls?: readonly CallMade[];
  readonly compacted?: { readonly text: string; readonly taintClass: TaintClass };
  readonly isAtWork?: boolean;
}

const HASH = 'a'.repeat(64);
const HOUR_MS = 3_600_000;

/** Writes the events of a run in the folder `/w`, an hour after whatever was before. */
export async function taskRun({ ledger, clock, ids, writerOf }: MemoryRig, runId: RunId, { request = 'look at it', steered = [], engine = 'tool', calls = [], compacted, isAtWork = false }: RunToTell): Promise<void> {
  clock.advance(HOUR_MS);
  const of = { run_id: runId };
  const event = (type: string, payload: Readonly<Record<string, unknown>>): NewEvent => ({ type, streamId: runId, payload });
  const called = calls.flatMap(({ tool, arguments: given, text, taintClass, status = 'completed' }, nth) => {
    const call = `execute/${nth + 1}`;
    const evidence = { tool_id: tool, input: JSON.stringify(given), output_excerpt: text.slice(0, 100), outcome: 'completed', journal_ref: { kind: 'event', key: `${runId}/${call}` } };
    return [
      event(runToolStarted.type, { ...of, call, decision: { tool_id: tool, role_id: 'coder', arguments: given, workspace: '/w', definition_hash: HASH, action_hash: HASH, intentions: [], approval_id: null } }),
      event(runToolEnded.type, { ...of, call, action_hash: HASH, evidence, outcome: { status, shown: { text, total_chars: text.length, whole: null }, changes: [], is_undoable: true, taint_class: taintClass, sandbox: null, attempts: 1, duration_ms: 1, error: null } }),
    ];
  });
  const block = compacted === undefined ? undefined : await ledger.blobs.prepare(new TextEncoder().encode(compacted.text));
  const compaction = { how: 'compacted', nth: 1, context_tokens: 32_000, tokens_before: 25_800, tokens_after: 11_200, messages_before: 39, messages_after: 11, view_before: HASH, view_after: HASH, kept: [], dropped: { messages: 28, tokens: 15_400, sha256: HASH }, results_pointed: 0, results_masked: 0, images_left_out: 0, block_ref: block?.ref, method: 'extractive', information_lost: [], taint_class: compacted?.taintClass, schema_version: '1.0' };
  await writerOf('mother').append({
    key: `told:${runId}`,
    events: [
      event(runStarted.type, { ...of, task_id: TASK, user_id: 'ada', request, budget: DEFAULT_BUDGET.per_run, pinned_versions: { prompts: {}, contracts: {}, formulas: {} } }),
      event(runPrepared.type, { ...of, engine, engine_reason: 'so it is', workspace: '/w', session_id: null, attendance: 'unattended', replay_capture: {} }),
      ...steered.map((text) => event(runSteered.type, { ...of, message: { message_id: ids.mint('cmd'), text, sent_by: 'ada' } })),
      ...called,
    ],
  });
  if (block !== undefined) await writerOf('context').append({ key: `compacted:${runId}`, events: [event(runContextCompacted.type, { ...of, call: 'execute/turn-2', role_id: 'coder', compaction })], operations: [...block.operations] });
  if (!isAtWork) await writerOf('mother').append({ key: `ended:${runId}`, events: [event(runTerminated.type, { termination: { ...ENDED, run_id: runId } })] });
}
