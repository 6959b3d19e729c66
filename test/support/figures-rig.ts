import type { z } from 'zod';
import { DEFAULT_TENANT, type Operation, type RunId } from '../../src/contracts/index.ts';
import { calibrationBindings, createDispatcher, statsBinding, type ToolsPorts } from '../../src/commands/index.ts';
import { createIds, fixedClock, seededRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createDocuments, createLog, rulesOf, type NewEvent } from '../../src/ledger/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { ledgerInMemory } from './ledger-in-memory.ts';

const OWNER = { actor: 'owner', governance: { tenant: 'default', data_class: 'internal', taint_class: 'owner_typed', privileged: false } } as const;

const WRITER_OF: Readonly<Record<string, string>> = { 'run.outcome_accepted': 'meta_validator', 'run.replan_requested': 'meta_validator', 'run.directive_issued': 'solver', 'run.result_given': 'solver' };

/** A ledger in memory with statistics and calibration over it, as a surface calls them. `isEmpty`: nothing was ever recorded. */
export async function figuresRig({ isEmpty = false }: { readonly isEmpty?: boolean } = {}) {
  const { store } = await ledgerInMemory();
  const clock = fixedClock(Date.parse('2026-09-01T00:00:00.000Z'));
  const ids = createIds({ clock, random: seededRandom(5) });
  const log = createLog({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, clock, ids });
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  const pages: number[] = [];
  const watched: typeof documents = { ...documents, list: async (prefix, options) => documents.list(prefix, options).then((page) => (pages.push(page.length), page)) };
  const runs = { ledger: { store, log, documents: watched }, owner: log.writerFor(OWNER) };
  const ports = { ids, clock, userId: 'owner', existingLedger: async (tenant: string) => (tenant === DEFAULT_TENANT && !isEmpty ? runs : undefined) } as unknown as ToolsPorts;
  const dispatcher = createDispatcher([statsBinding(async () => ports), ...calibrationBindings(async () => ports)]);
  let keys = 0;
  const call = async <Request extends z.ZodType, Response extends z.ZodType>({ entry, response }: Operation<Request, Response>, request: object, idempotencyKey = `key-${(keys += 1)}`): Promise<z.output<Response>> =>
    response.parse(await dispatcher.dispatch(entry.kind, entry.operation_id, request, { idempotencyKey, signal: new AbortController().signal }));
  const writers = new Map(['mother', 'solver', 'meta_validator'].map((actor) => [actor, log.writerFor({ ...AUTHOR, actor })]));
  /** Noon of a day that is not over yet. */
  const at = (day: string): void => clock.advance(Math.max(0, Date.parse(`${day}T12:00:00.000Z`) - clock.nowMs()));
  const begunOn = (day: string): RunId => (at(day), ids.mint('run'));
  /** Each as whoever may write it. */
  const write = async (runId: RunId, events: readonly NewEvent[]): Promise<void> => {
    for (const [at, event] of events.entries()) await writers.get(WRITER_OF[event.type] ?? 'mother')?.append({ key: `${runId}:${at}`, events: [event] });
  };
  return { call, write, at, begunOn, documents, log, pages };
}
