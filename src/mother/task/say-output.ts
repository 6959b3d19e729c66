import type { FinalResult, JsonValue, KeptContent, RunId, SubtaskOutcome } from '../../contracts/index.ts';
import { keepContent, readContent, recordOnce, type Blobs, type LedgerOperation, type LogWriter, type NewEvent } from '../../ledger/index.ts';

type Said = Readonly<Record<string, unknown>>;

/** Who writes, and where that goes which is too large to be written. */
export interface OutputWriter {
  readonly writer: Pick<LogWriter, 'append'>;
  readonly blobs: Pick<Blobs, 'prepare'>;
}

/** Says what holds an output, of whatever size: too large a one goes whole into a blob, and the event names it. Said once, as with `say`. */
export async function sayOutput({ writer, blobs }: OutputWriter, runId: RunId, at: string, type: NewEvent['type'], said: Said): Promise<void> {
  const operations: LedgerOperation[] = [];
  const payload = { run_id: runId, ...(await withOutputsKept(said, blobs, operations)) };
  await recordOnce(writer, 'run', `${runId}:${at}:${type}`, [{ type, streamId: runId, payload }], operations);
}

/** Where messages between roles hold outputs: what was done, what was judged, and the judgements that a refusal rests on. */
const HOLDERS: ReadonlySet<string> = new Set(['result', 'outcome', 'request', 'failed_outcomes']);
const OUTPUTS: ReadonlySet<string> = new Set(['output', 'merged_output']);

async function withOutputsKept(said: Said, blobs: OutputWriter['blobs'], operations: LedgerOperation[]): Promise<Said> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(said)) {
    if (OUTPUTS.has(name)) {
      const standing = await keepContent(blobs, value as JsonValue);
      operations.push(...standing.operations);
      kept[name] = standing.shown;
      if (standing.kept !== undefined) kept['output_kept'] = standing.kept;
    } else if (HOLDERS.has(name) && Array.isArray(value)) {
      const all: Said[] = [];
      for (const one of value) all.push(await withOutputsKept(one as Said, blobs, operations));
      kept[name] = all;
    } else {
      kept[name] = HOLDERS.has(name) ? await withOutputsKept(value as Said, blobs, operations) : value;
    }
  }
  return kept;
}

/** What was said, with its output whole again. */
export async function withOutput<Holder extends FinalResult | SubtaskOutcome>({ output_kept: kept, ...held }: Holder & { output_kept?: KeptContent | undefined }, blobs: Pick<Blobs, 'read'>): Promise<Holder> {
  return { ...held, output: await readContent(blobs, held.output, kept) } as Holder;
}
