import { runContextCompacted, runPrepared, runStarted, runSteered, runToolEnded, runToolStarted, TaintClass, type JsonObject, type RunId, type Timestamp, type ToolCallDecision } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import type { Blobs, LogReader } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';
import { withoutPrimed } from './persons-words.ts';
import type { ReadText } from '../graph/extract/read-text.ts';

/** A text with the call that read or wrote it. */
export interface RunText extends ReadText {
  readonly asked: { readonly tool: string; readonly arguments: JsonObject };
}

/** Everything of a run that facts or preferences can be taken from. */
export interface RunRead {
  readonly runId: RunId;
  readonly workspace: string | null;
  /** Whether a model worked on it: only then is another one asked about it. */
  readonly isOfModel: boolean;
  readonly texts: readonly RunText[];
  /** The person's own words and nothing else, the earliest first. */
  readonly said: readonly { readonly text: string; readonly at: Timestamp }[];
  /** What stood for turns that had to make room. */
  readonly blocks: readonly { readonly text: string; readonly call: string; readonly at: Timestamp; readonly taintClass: TaintClass }[];
}

export interface ReadRunPorts {
  readonly log: Pick<LogReader, 'read'>;
  readonly blobs: Pick<Blobs, 'read'>;
}

/** Reads a run, as far as it has come. What was erased is not in it. */
export async function readRun(runId: RunId, { log, blobs }: ReadRunPorts): Promise<RunRead> {
  const started = new Map<string, ToolCallDecision>();
  const texts: RunText[] = [];
  const said: { text: string; at: Timestamp }[] = [];
  const blocks: { text: string; call: string; at: Timestamp; taintClass: TaintClass }[] = [];
  let workspace: string | null = null;
  let isOfModel = false;
  let soFar: TaintClass = 'owner_typed';
  for await (const { event } of runEntries(runId, log)) {
    const payload = event.payload;
    if (payload === null) continue;
    const at = event.recorded_at;
    if (event.type === runStarted.type) said.push({ text: runStarted.payload.parse(payload).request, at });
    if (event.type === runSteered.type) said.push({ text: runSteered.payload.parse(payload).message.text, at });
    if (event.type === runPrepared.type) {
      const prepared = runPrepared.payload.parse(payload);
      workspace = prepared.workspace;
      isOfModel = prepared.engine === 'model';
    }
    if (event.type === runToolStarted.type) {
      const { call, decision } = runToolStarted.payload.parse(payload);
      started.set(call, decision);
    }
    if (event.type === runContextCompacted.type) {
      const { call, compaction } = runContextCompacted.payload.parse(payload);
      const text = compaction.block_ref === null ? undefined : await textOf(compaction.block_ref, blobs);
      if (text !== undefined) blocks.push({ text, call, at, taintClass: compaction.taint_class });
    }
    if (event.type === runToolEnded.type) {
      const ended = runToolEnded.payload.parse(payload);
      soFar = leastTrusted(soFar, ended.outcome.taint_class);
      const decision = started.get(ended.call);
      if (decision !== undefined && ended.outcome.status === 'completed') texts.push(...(await textsOf(decision, ended, { runId, at, soFar }, blobs)));
    }
  }
  return { runId, workspace, isOfModel, texts, said: withoutPrimed(said), blocks };
}

type Ended = ReturnType<typeof runToolEnded.payload.parse>;
const textArgument = ({ arguments: given }: ToolCallDecision, name: string): string | undefined => (typeof given[name] === 'string' ? given[name] : undefined);

/** What a call read or wrote, whole; a part of a file says nothing about the rest of it. */
async function textsOf(decision: ToolCallDecision, { call, outcome }: Ended, { runId, at, soFar }: { readonly runId: RunId; readonly at: Timestamp; readonly soFar: TaintClass }, blobs: Pick<Blobs, 'read'>): Promise<RunText[]> {
  const { tool_id: tool, workspace } = decision;
  const [path, url, content] = [textArgument(decision, 'path'), textArgument(decision, 'url'), textArgument(decision, 'content')];
  const base = { seenAt: at, runId, call, asked: { tool, arguments: decision.arguments } };
  // What a run writes is no cleaner than what it read before.
  if (tool === 'write_file' && path !== undefined && content !== undefined) return [{ ...base, path: below(path, workspace), workspace, text: content, taintClass: soFar }];
  const isWholeFile = tool === 'read_file' && path !== undefined && (decision.arguments['offset_line'] ?? 1) === 1 && decision.arguments['line_numbers'] !== true;
  if (!isWholeFile && !(tool === 'http_fetch' && url !== undefined)) return [];
  const text = outcome.shown.whole === null ? outcome.shown.text : await textOf(outcome.shown.whole, blobs);
  if (text === undefined || isPartOfFile(text)) return [];
  return isWholeFile ? [{ ...base, path: below(path, workspace), workspace, text, taintClass: outcome.taint_class }] : [{ ...base, path: url ?? '', workspace: null, text, taintClass: outcome.taint_class }];
}

/** The note that a reading tool puts behind a part. */
function isPartOfFile(text: string): boolean {
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return last.startsWith('[There is more; go on with offset_line') || last.startsWith('[Line ');
}

function below(path: string, workspace: string): string {
  if (path.startsWith(`${workspace}/`)) return path.slice(workspace.length + 1);
  return path.startsWith('./') ? path.slice(2) : path;
}

async function textOf(ref: { readonly key: string }, blobs: Pick<Blobs, 'read'>): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await blobs.read(ref));
  } catch (error) {
    if (hasCode(error, 'blob.missing')) return undefined;
    throw error;
  }
}

function leastTrusted(one: TaintClass, other: TaintClass): TaintClass {
  return TaintClass.options.indexOf(other) > TaintClass.options.indexOf(one) ? other : one;
}
