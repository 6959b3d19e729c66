import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Count, MegramId, NonEmptyText, PositiveCount, RunId, Timestamp } from '../core/index.ts';
import { DreamReport, MegramState, MemoryEntity, MemoryLevel, MemoryPotentials, MemorySpace, SopRecord } from '../memory/index.ts';
import { PotentialAction } from '../formulas/index.ts';

const reading = {
  empty: 'Nothing is remembered yet: it says so, and that runs leave something when they end.',
  blocked: 'Nothing blocks it: it only reads.',
  degraded: 'What was forgotten is left out.',
  error: 'Shows the error with its code and what to do next.',
};
const storeFailures = ['ledger.folder_unusable', 'ledger.busy', 'ledger.disk_full', 'ledger.read_only'];

/** One place of memory in a line. */
export const MemoryPlaceItem = z.strictObject({
  space: MemorySpace,
  entity: MemoryEntity,
  /** Of levels M and K, now. */
  potentials: MemoryPotentials,
  /** What a plan makes of it, its rules included. */
  action: PotentialAction,
  rules: Count,
  /** Of the Megrams that were written, how many are episodes, knowledge that a rule became, and rules. */
  levels: z.strictObject({ M: Count, K: Count, C: Count }),
  written: PositiveCount,
  last_at: Timestamp,
});
export type MemoryPlaceItem = z.infer<typeof MemoryPlaceItem>;

export const MemoryListRequest = z.strictObject({ space: MemorySpace.optional(), limit: PositiveCount.max(500).default(50) });
export type MemoryListRequest = z.infer<typeof MemoryListRequest>;

/** The strongest first. */
export const MemoryListReport = z.strictObject({ enabled: z.boolean(), places: z.array(MemoryPlaceItem), spaces: Count, more: z.boolean() });
export type MemoryListReport = z.infer<typeof MemoryListReport>;

export const memoryList = defineQuery({ id: 'memory.list', request: ['MemoryListRequest', MemoryListRequest], response: ['MemoryListReport', MemoryListReport], failureCodes: ['input.invalid'], behaviours: reading });

export const MemoryShowRequest = z.strictObject({ space: MemorySpace, entity: MemoryEntity.optional(), limit: PositiveCount.max(500).default(50) });
export type MemoryShowRequest = z.infer<typeof MemoryShowRequest>;

/** One Megram as a person reads it. */
export const MemoryEpisode = z.strictObject({
  megram_id: MegramId,
  level: MemoryLevel,
  at: Timestamp,
  state: MegramState,
  content: NonEmptyText,
  f: z.number(),
  sigma: z.number(),
  k: z.number(),
  /** What is left of it now. */
  strength: z.number(),
  run_id: RunId.nullable(),
  said_by: NonEmptyText,
});
export type MemoryEpisode = z.infer<typeof MemoryEpisode>;

/** What the potentials of a place came to at one time, or will come to when nothing else is written. */
export const MemoryCoursePoint = z.strictObject({ at: Timestamp, attention: z.number().min(0), decision: z.number(), is_ahead: z.boolean() });
export type MemoryCoursePoint = z.infer<typeof MemoryCoursePoint>;

/** The history of one tag, the latest last; where only a space was named and it has several entities, those. */
export const MemoryShowReport = z.strictObject({ place: MemoryPlaceItem.nullable(), sops: z.array(SopRecord), episodes: z.array(MemoryEpisode), earlier: Count, /** From the first memory of it to some weeks from now. */ course: z.array(MemoryCoursePoint), places: z.array(MemoryPlaceItem) });
export type MemoryShowReport = z.infer<typeof MemoryShowReport>;

export const memoryShow = defineQuery({ id: 'memory.show', request: ['MemoryShowRequest', MemoryShowRequest], response: ['MemoryShowReport', MemoryShowReport], failureCodes: ['input.invalid', 'memory.nothing_known'], behaviours: reading });

export const MemoryCorrectRequest = z.strictObject({ space: MemorySpace, entity: MemoryEntity, side: z.enum(['for', 'against']), reason: NonEmptyText, about: MegramId.optional() });
export type MemoryCorrectRequest = z.infer<typeof MemoryCorrectRequest>;

export const MemoryCorrectReport = z.strictObject({ space: MemorySpace, entity: MemoryEntity, before: PotentialAction, after: PotentialAction, written: PositiveCount });
export type MemoryCorrectReport = z.infer<typeof MemoryCorrectReport>;

/** Appends what a person knows better; nothing that is there is changed. */
export const memoryCorrect = defineCommand({
  id: 'memory.correct',
  request: ['MemoryCorrectRequest', MemoryCorrectRequest],
  response: ['MemoryCorrectReport', MemoryCorrectReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'memory.author_refused', ...storeFailures],
  behaviours: {
    empty: 'A place of which nothing is known yet can be spoken of all the same.',
    blocked: 'Nothing blocks it.',
    degraded: 'While memory is turned off it is kept, and counts when it is turned on again.',
    error: 'Shows the error with its code and what to do next; nothing was written.',
  },
});

export const MemoryForgetRequest = z.strictObject({ space: MemorySpace, entity: MemoryEntity, reason: NonEmptyText });
export type MemoryForgetRequest = z.infer<typeof MemoryForgetRequest>;

export const MemoryForgetReport = z.strictObject({ space: MemorySpace, entity: MemoryEntity, forgotten: Count, receipts: z.array(z.strictObject({ stream_id: NonEmptyText, sequence: PositiveCount })) });
export type MemoryForgetReport = z.infer<typeof MemoryForgetReport>;

/** Erases the words of one place for good; that they were there, and why they went, stays. */
export const memoryForget = defineCommand({
  id: 'memory.forget',
  request: ['MemoryForgetRequest', MemoryForgetRequest],
  response: ['MemoryForgetReport', MemoryForgetReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'operation.idempotency_key_missing', 'memory.nothing_known', 'ledger.not_erasable', ...storeFailures],
  behaviours: {
    empty: 'Of a place of which nothing is known it says so.',
    blocked: 'Nothing blocks it.',
    degraded: 'What was forgotten before is not forgotten twice.',
    error: 'Shows the error with its code and what to do next; what was erased until then is told by its receipts in the log.',
  },
});

export const MemoryNoteRequest = z.strictObject({ text: NonEmptyText.max(1_000), workspace: NonEmptyText.optional() });
export type MemoryNoteRequest = z.infer<typeof MemoryNoteRequest>;

export const MemoryNoteReport = z.strictObject({ path: NonEmptyText, is_new: z.boolean() });
export type MemoryNoteReport = z.infer<typeof MemoryNoteReport>;

/** Adds what a person wants kept to in a folder to the file that whoever works there is told of at the start. */
export const memoryNote = defineCommand({
  id: 'memory.note',
  request: ['MemoryNoteRequest', MemoryNoteRequest],
  response: ['MemoryNoteReport', MemoryNoteReport],
  durableWrite: 'explicit_no_op',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'path.missing', 'path.wrong_kind', 'path.denied', 'path.gated', 'path.too_large', 'path.failed'],
  behaviours: {
    empty: 'The file is begun when there is none.',
    blocked: 'Nothing blocks it.',
    degraded: 'What stands there already is not written twice.',
    error: 'Shows the error with its code and what to do next; the file stays as it was.',
  },
});

export const MemoryDreamRequest = z.strictObject({ is_dry_run: z.boolean().default(false) });
export type MemoryDreamRequest = z.infer<typeof MemoryDreamRequest>;

/** Null where memory is turned off. */
export const MemoryDreamReport = z.strictObject({ report: DreamReport.nullable() });
export type MemoryDreamReport = z.infer<typeof MemoryDreamReport>;

/** A pass over all that is remembered, now: what has faded goes, what is certain becomes a rule, and a rule that proved wrong does not stay one. */
export const memoryDream = defineCommand({
  id: 'memory.dream',
  request: ['MemoryDreamRequest', MemoryDreamRequest],
  response: ['MemoryDreamReport', MemoryDreamReport],
  durableWrite: 'required',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'lease.held', 'lease.lost', 'ledger.not_erasable', ...storeFailures],
  behaviours: {
    empty: 'Where nothing is remembered it says that it looked at no place.',
    blocked: 'While another pass is under way it is refused.',
    degraded: 'Without a model that may be asked, rules are put together from the records, and say so.',
    error: 'Shows the error with its code and what to do next; what was done until then stays, and the next pass goes on.',
  },
});
