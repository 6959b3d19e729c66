import { approvalRequested, approvalResolved, artifactRegistered, functionCallAnswered, functionCallAsked, functionCallLapsed, hardCallLapsed, hardCallRaised, hardCallResolved, runStarted, runTerminated, type EventDefinition, type LogEntry, type RunId } from '../contracts/index.ts';
import type { LogReader } from '../ledger/index.ts';
import type { z } from 'zod';

const PAGE = 500;

/** Everything that was recorded of a run up to its end, questions and artifacts of its own streams included; nothing when there is no such run. */
export async function entriesOfRun(runId: RunId, log: Pick<LogReader, 'read' | 'readAll'>): Promise<LogEntry[]> {
  const [first] = await log.read({ aggregate: 'run', id: runId }, { limit: 1 });
  if (first?.event.type !== runStarted.type) return [];
  const found: LogEntry[] = [];
  const belongs = belongingTo(runId);
  for (let after = first.position - 1; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    for (const entry of page) {
      if (!belongs(entry)) continue;
      found.push(entry);
      if (entry.event.type === runTerminated.type) return found;
    }
    after = page.at(-1)?.position ?? after;
    if (page.length < PAGE) return found;
  }
}

/** Answers name the question and not the run, so the questions of the run are remembered as they come by. */
export function belongingTo(runId: RunId): (entry: Pick<LogEntry, 'event'>) => boolean {
  const asked = new Set<string>();
  const remembered = (id: string, ofRun: RunId): boolean => ofRun === runId && asked.add(id).size > 0;
  return ({ event }) => {
    const { type, payload } = event;
    if (event.aggregate === 'run') return event.aggregate_id === runId;
    if (type === approvalRequested.type) return remembered(event.aggregate_id, read(approvalRequested, payload)?.record.run_id ?? ('' as RunId));
    if (type === hardCallRaised.type) return remembered(event.aggregate_id, read(hardCallRaised, payload)?.call.run_id ?? ('' as RunId));
    if (type === functionCallAsked.type) return remembered(event.aggregate_id, read(functionCallAsked, payload)?.call.run_id ?? ('' as RunId));
    if (ANSWERS.has(type)) return asked.has(event.aggregate_id);
    return type === artifactRegistered.type && read(artifactRegistered, payload)?.artifact.run_id === runId;
  };
}

const ANSWERS: ReadonlySet<string> = new Set([approvalResolved.type, hardCallResolved.type, hardCallLapsed.type, functionCallAnswered.type, functionCallLapsed.type]);

/** What cannot be read any more is left out: what is left still tells something. */
export function read<Schema extends z.ZodType>({ payload: schema }: EventDefinition<Schema>, payload: unknown): z.output<Schema> | undefined {
  return payload === null ? undefined : schema.safeParse(payload).data;
}

/** The payloads of one kind of event, in order. */
export function told<Schema extends z.ZodType>(entries: readonly LogEntry[], definition: EventDefinition<Schema>): z.output<Schema>[] {
  return entries.flatMap(({ event }) => {
    const payload = event.type === definition.type ? read(definition, event.payload) : undefined;
    return payload === undefined ? [] : [payload];
  });
}
