import { DEFAULT_TENANT, FORGOTTEN_AT_ONCE_MAX, memoryMegramWritten, MemorySpaceState, type LogEntry, type MemoryCorrectReport, type MemoryCorrectRequest, type MemoryEpisode, type MemoryForgetReport, type MemoryForgetRequest, type MemoryListReport, type MemoryListRequest, type MemoryNoteReport, type MemoryNoteRequest, type MemoryPlaceItem, type MemoryPlaceState, type MemoryShowReport, type MemoryShowRequest, type Name, type Timestamp } from '../contracts/index.ts';
import { potentialsAt } from '../formulas/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import type { Documents, LogReader } from '../ledger/index.ts';
import { createCorrectionMemory, forgetMegrams, matterStreamOf, memoryStreamOf, readPlace, readSpace, recalledPlace, tagOf, type MemoryPlace } from '../memory/index.ts';
import { memoryCourse } from './memory-course.ts';
import { noteMemory } from './memory-note.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools } from './tools-ports.ts';

const PAGE = 500;

export async function listMemory({ space, limit }: MemoryListRequest, openTools: OpenTools): Promise<MemoryListReport> {
  const ports = await openTools();
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs === undefined) return { enabled: true, places: [], spaces: 0, more: false };
  const now = timestamp(ports.clock);
  const spaces = space === undefined ? await spacesOf(runs.ledger.documents, matterOf(runs)) : [await readSpace(runs.ledger.documents, matterOf(runs), space)].flatMap((one) => one ?? []);
  const rows = spaces.flatMap((one) => one.places.map((row) => ({ space: one.space, row, attention: potentialsAt(row.live, now).attention }))).toSorted((one, other) => other.attention - one.attention);
  const places = await Promise.all(rows.slice(0, limit).map(({ space: of, row }) => readPlace(runs.ledger.documents, { matter: matterOf(runs), space: of, entity: row.entity })));
  return { enabled: runs.openMemory !== undefined, places: places.flatMap((place) => (place === undefined ? [] : [itemOf(place, now)])), spaces: spaces.length, more: rows.length > limit || spaces.some(({ dropped }) => dropped > 0) };
}

export async function showMemory({ space, entity, limit }: MemoryShowRequest, openTools: OpenTools): Promise<MemoryShowReport> {
  const ports = await openTools();
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs === undefined) throw nothingKnown(space, entity);
  return show(space, entity, limit, timestamp(ports.clock), runs);
}

export async function correctMemory({ space, entity, side, reason, about }: MemoryCorrectRequest, idempotencyKey: string, openTools: OpenTools): Promise<MemoryCorrectReport> {
  const ports = await openTools();
  const runs = await ports.ledger();
  const tag = tagOf(space, entity);
  const actionNow = async () => standingOf(await readPlace(runs.ledger.documents, { matter: matterOf(runs), ...tag }), timestamp(ports.clock));
  const before = await actionNow();
  const written = await createCorrectionMemory({ writer: runs.owner, clock: ports.clock, ids: ports.ids }).correct({ key: `memory.correct:${idempotencyKey}`, ...tag, side, reason, decision: before.decision, ...(about !== undefined && { about }) });
  return { ...tag, before: before.action, after: (await actionNow()).action, written };
}

export async function notePreference({ text, workspace }: MemoryNoteRequest, openTools: OpenTools): Promise<MemoryNoteReport> {
  return noteMemory(text, await (await openTools()).place(workspace));
}

export async function forgetMemory({ space, entity, reason }: MemoryForgetRequest, idempotencyKey: string, openTools: OpenTools): Promise<MemoryForgetReport> {
  const runs = await (await openTools()).existingLedger(DEFAULT_TENANT);
  if (runs === undefined) throw nothingKnown(space, entity);
  return forget({ matter: matterOf(runs), ...tagOf(space, entity) }, reason, `memory.forget:${idempotencyKey}`, runs);
}

function matterOf({ owner }: Pick<LedgerForRuns, 'owner'>): Name | null {
  return owner.author.governance.matter ?? null;
}

async function spacesOf(documents: Pick<Documents, 'list'>, matter: Name | null): Promise<MemorySpaceState[]> {
  const prefix = `memory_space:${matterStreamOf(matter)}:`;
  const found: MemorySpaceState[] = [];
  for (let after = ''; ; ) {
    const page = await documents.list(prefix, { after, limit: PAGE });
    found.push(...page.flatMap(({ body }) => MemorySpaceState.safeParse(body).data ?? []));
    after = page.at(-1)?.key ?? after;
    if (page.length < PAGE) return found;
  }
}

/** What a place comes to with its rules, and which way it points. */
function standingOf(place: MemoryPlaceState | undefined, now: Timestamp): { readonly action: MemoryPlaceItem['action']; readonly decision: number } {
  if (place === undefined) return { action: 'ignore', decision: 0 };
  const { action, potentials } = recalledPlace(place, now);
  return { action, decision: place.sops.reduce((total, { megram: { f, sigma } }) => total + f * sigma, potentials.decision) };
}

function itemOf(place: MemoryPlaceState, now: Timestamp): MemoryPlaceItem {
  const { space, entity, potentials, action, sops, written, states, last_at } = recalledPlace(place, now);
  const rules = sops.length;
  const made = Math.max(rules, states.consolidated ?? 0);
  return { space, entity, potentials, action, rules, levels: { M: Math.max(0, written - made), K: made - rules, C: rules }, written, last_at };
}

async function show(space: string, entity: string | undefined, limit: number, now: Timestamp, runs: LedgerForRuns): Promise<MemoryShowReport> {
  const { documents, log } = runs.ledger;
  const matter = matterOf(runs);
  const rows = entity === undefined ? ((await readSpace(documents, matter, space))?.places ?? []) : [];
  const one = entity ?? (rows.length === 1 ? rows[0]?.entity : undefined);
  if (one === undefined) {
    if (rows.length === 0) throw nothingKnown(space, entity);
    const places = await Promise.all(rows.map((row) => readPlace(documents, { matter, space, entity: row.entity })));
    const items = places.flatMap((place) => (place === undefined ? [] : [itemOf(place, now)]));
    return { place: null, sops: [], episodes: [], earlier: 0, course: [], places: items.toSorted((a, b) => b.potentials.attention - a.potentials.attention).slice(0, limit) };
  }
  const where = { matter, ...tagOf(space, one) };
  const place = await readPlace(documents, where);
  if (place === undefined) throw nothingKnown(space, one);
  const entries = await entriesOf(where, log);
  const episodes = entries.filter(isMegram).map((entry) => episodeOf(entry, now));
  return { place: itemOf(place, now), sops: recalledPlace(place, now).sops, episodes: episodes.slice(-limit), earlier: Math.max(0, episodes.length - limit), course: memoryCourse(entries, now), places: [] };
}

interface Kept {
  readonly entry: LogEntry;
  readonly sequence: number;
}

/** Every Megram of a place that was not erased, the oldest first. */
async function megramsOf(place: MemoryPlace, log: Pick<LogReader, 'read'>): Promise<Kept[]> {
  return (await entriesOf(place, log)).filter(isMegram).map((entry) => ({ entry, sequence: entry.event.sequence }));
}

function isMegram({ event }: LogEntry): boolean {
  return event.type === memoryMegramWritten.type && event.payload !== null;
}

/** All that was ever recorded of a place, the oldest first. */
async function entriesOf(place: MemoryPlace, log: Pick<LogReader, 'read'>): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  for (let after = 0; ; ) {
    const page = await log.read({ aggregate: 'memory', id: memoryStreamOf(place) }, { after, limit: PAGE });
    found.push(...page);
    after = page.at(-1)?.event.sequence ?? after;
    if (page.length < PAGE) return found;
  }
}

function episodeOf({ event }: LogEntry, now: Timestamp): MemoryEpisode {
  const { megram, origin } = memoryMegramWritten.payload.parse(event.payload);
  const { megram_id, level, created_at: at, state, content, f, sigma, k } = megram;
  const { attention } = potentialsAt({ at, sums: [{ k, attention: f, decision: 0 }] }, now);
  return { megram_id, level, at, state, content, f, sigma, k, strength: attention, run_id: origin.from === 'experience' ? origin.run_id : null, said_by: event.actor };
}

/** In parts, each with a receipt of its own; what was forgotten before is met as erased and not counted again. */
async function forget(place: MemoryPlace, reason: string, key: string, { ledger, owner }: LedgerForRuns): Promise<MemoryForgetReport> {
  const kept = await megramsOf(place, ledger.log);
  const { space, entity } = place;
  const before = await ledger.log.appended(`${key}:1`);
  if (kept.length === 0 && before.length === 0) throw nothingKnown(space, entity);
  const receipts: MemoryForgetReport['receipts'] = [];
  for (let at = 0, part = 1; at < kept.length; at += FORGOTTEN_AT_ONCE_MAX, part += 1) {
    const megrams = kept.slice(at, at + FORGOTTEN_AT_ONCE_MAX).map(({ entry, sequence }) => ({ megramId: memoryMegramWritten.payload.parse(entry.event.payload).megram.megram_id, sequence }));
    const { events } = await forgetMegrams({ key: `${key}:${part}`, place, megrams, attention: 0, reason, isWhole: true }, 'asked', owner, ledger);
    receipts.push(...events.filter(({ stream }) => stream.startsWith('ledger/')).map(({ stream, sequence }) => ({ stream_id: stream, sequence })));
  }
  return { space, entity, forgotten: kept.length, receipts };
}

function nothingKnown(space: string, entity: string | undefined): KeelsonError {
  return new KeelsonError('memory.nothing_known', {
    message: `Nothing is remembered of ${space}${entity === undefined ? '' : ` with ${entity}`}.`,
    nextStep: '`keelson memory` lists what is remembered; a space is written like tool:shell or intent:sort_the_names.',
    data: { space, entity: entity ?? null },
  });
}
