import { documentKey, resultText, runChildReturned, runToolEnded, type ChildOrder, type ChildResult, type FileChange, type FinalResult, type RunId, type StreamId, type TerminationRecord } from '../../contracts/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { runEntries } from '../../oversight/index.ts';
import { readCounter } from '../budgets/counter-reading.ts';
import { taintOfRun } from '../task/exchange-taint.ts';
import type { PhasedRunPorts } from '../task/task-ports.ts';

/** What a parent is handed of a child's words; a model that needs more is told where the whole lies. */
const OUTPUT_CHARS_MAX = 16_000;
/** Files that the event names; the record of the child names all. */
const CHANGES_MAX = 50;

export interface Mailed {
  /** What the parent finds, from the child's own record and from nobody's word. */
  letter(termination: TerminationRecord): NewEvent;
  /** Where what is left of the child's budget goes back to; nowhere once its parent's is closed. */
  readonly closes: { readonly parent: StreamId } | 'nothing';
}

/** Prepares what is written for the parent together with a child's end. */
export async function letterTo(order: ChildOrder, runId: RunId, result: FinalResult | null, { ledger }: Pick<PhasedRunPorts, 'ledger'>): Promise<Mailed> {
  const { parent_run_id: parentId, call } = order;
  const text = result === null ? '' : resultText(result.output) || result.summary;
  const parent = documentKey.runBudget(parentId);
  const [own, above] = await Promise.all([readCounter(documentKey.runBudget(runId), ledger), readCounter(parent, ledger)]);
  const changes = await changesOf(runId, { ledger });
  const known = {
    child_run_id: runId,
    call,
    output: text.slice(0, OUTPUT_CHARS_MAX).toWellFormed(),
    is_whole: text.length <= OUTPUT_CHARS_MAX,
    taint_class: await taintOfRun(runId, [order.taint_class], { ledger }),
    changes: changes.slice(0, CHANGES_MAX),
    names_all_changes: changes.length <= CHANGES_MAX,
    spent: own?.spent ?? {},
  };
  return {
    letter({ reason, details, unmet_criteria: unmet }) {
      const letter: ChildResult = { ...known, reason, details, unmet_criteria: [...unmet] };
      return { type: runChildReturned.type, streamId: parentId, payload: { run_id: parentId, result: letter } };
    },
    closes: above?.is_closed === false ? { parent } : 'nothing',
  };
}

/** Each file once: from what was there before the child touched it to what it left. What is as it was is no change. */
async function changesOf(runId: RunId, { ledger }: Pick<PhasedRunPorts, 'ledger'>): Promise<FileChange[]> {
  const byPath = new Map<string, FileChange>();
  for await (const { event } of runEntries(runId, ledger.log)) {
    if (event.type !== runToolEnded.type || event.payload === null) continue;
    for (const change of runToolEnded.payload.parse(event.payload).outcome.changes) {
      const first = byPath.get(change.path);
      const joined = first === undefined ? change : joinedChange(first, change);
      if (joined === undefined) byPath.delete(change.path);
      else byPath.set(change.path, joined);
    }
  }
  return [...byPath.values()].toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Undefined where what was created is gone again. */
function joinedChange({ path, before, before_mode: beforeMode }: FileChange, { after_sha256: after }: FileChange): FileChange | undefined {
  if (before === null && after === null) return undefined;
  return { path, kind: before === null ? 'created' : after === null ? 'deleted' : 'modified', before, before_mode: beforeMode, after_sha256: after };
}
