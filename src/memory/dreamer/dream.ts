import { CONSOLIDATED_FROM_MAX, documentKey, DREAM, DREAMER_STREAM, DREAMT_NAMED_MAX, DreamerState, memoryDreamEnded, type DreamReport, type DreamtRule, type MemoryPlaceState, type RuleKind, type Timestamp } from '../../contracts/index.ts';
import { hasCode, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import type { HeldLease, Leases, Ledger, LogWriter } from '../../ledger/index.ts';
import { createConsolidationMemory, type ConsolidationMemory } from '../consolidation.ts';
import { memoryStreamOf } from '../place.ts';
import { clusterOf, ruleOfRecords, type Distil } from './distil.ts';
import { fateOf, kindOf, type PlaceFate } from './fate.ts';
import { forgetFaded } from './forget-faded.ts';

export interface DreamPorts {
  readonly ledger: Pick<Ledger, 'documents' | 'log' | 'prepareErasure' | 'store'>;
  /** The Dreamer's own. */
  readonly writer: LogWriter;
  readonly leases: Pick<Leases, 'hold'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** When the last run ended; null when none ever did. */
  lastEndAt(): Promise<Timestamp | null>;
  /** Whether a task is being worked on now: no model is asked meanwhile. */
  isWorkedOn(): Promise<boolean>;
  /** Left out where no model may be asked. */
  readonly distil?: Distil;
}

export interface DreamOptions {
  readonly isDryRun: boolean;
  /** How many places one pass looks at; all when left out. */
  readonly placesMax?: number;
  readonly signal: AbortSignal;
}

/** One dreams at a time: a second one would only meet what the first has changed. */
const DREAMER_LEASE = 'dreamer';
const PAGE = 100;
const PLACES = 'memory_place:';

/**
 * One pass over all places, page by page and from where the last one stopped: what has faded is forgotten, rules that proved wrong
 * lose their timelessness, and strong clusters become rules. Runs write and read meanwhile; nobody waits for it.
 */
export async function dream(ports: DreamPorts, options: DreamOptions): Promise<DreamReport> {
  if (options.isDryRun) return pass(ports, options, undefined);
  return ports.leases.hold(DREAMER_LEASE, 'dreamer', { signal: options.signal }, (held, signal) => pass(ports, { ...options, signal }, held));
}

async function pass(ports: DreamPorts, { isDryRun, placesMax = Number.POSITIVE_INFINITY, signal }: DreamOptions, held: HeldLease | undefined): Promise<DreamReport> {
  const { ledger, clock } = ports;
  const startedAt = timestamp(clock);
  const before = DreamerState.safeParse((await ledger.documents.get(documentKey.dreamer(), 'dreamer'))?.body).data?.resume_after ?? null;
  const hands = held === undefined ? lookingOnly() : workingHands(ports, held, signal);
  const counts = { places: 0, demoted: 0, distilled: 0 };
  const rules: { demoted: DreamtRule[]; distilled: DreamtRule[] } = { demoted: [], distilled: [] };
  const putOff = { clusters: 0, why: '' };
  let after: string | null = isDryRun ? null : before;
  for (;;) {
    const page = await ledger.documents.list(PLACES, { limit: Math.min(PAGE, placesMax - counts.places), ...(after !== null && { after }) });
    for (const { key, body } of page) {
      if (signal.aborted) break;
      after = key;
      counts.places += 1;
      // One of which nothing is left is empty.
      if (body['live'] === undefined) continue;
      const place = body as MemoryPlaceState;
      const fate = fateOf(place, timestamp(clock));
      if (fate.isFaded) await hands.forget(place, fate.potentials.attention);
      for (const rule of await hands.demote(place, fate)) counts.demoted = noted(rules.demoted, rule, counts.demoted);
      if (fate.distils === null) continue;
      const why = await unsettled(ports, timestamp(clock));
      if (why !== null) [putOff.clusters, putOff.why] = [putOff.clusters + 1, why];
      else {
        const made = await hands.distil(place, fate, fate.distils);
        if ('putOff' in made) [putOff.clusters, putOff.why] = [putOff.clusters + 1, made.putOff];
        else counts.distilled = noted(rules.distilled, made, counts.distilled);
      }
    }
    if (signal.aborted || counts.places >= placesMax) break;
    if (page.length < PAGE) {
      after = null;
      break;
    }
  }
  const done = { started_at: startedAt, ...counts, forgotten: await hands.done(), put_off: putOff.clusters === 0 ? null : putOff, is_whole: after === null };
  if (held !== undefined && (after !== before || counts.demoted + counts.distilled + done.forgotten.megrams > 0)) {
    await ports.writer.append({ key: `dream:${held.token}:${startedAt}`, fences: [held], events: [{ type: memoryDreamEnded.type, streamId: DREAMER_STREAM, payload: { pass: done, resume_after: after } }] });
  }
  return { ...done, is_dry_run: isDryRun, rules };
}

function noted(named: DreamtRule[], rule: DreamtRule, count: number): number {
  if (named.length < DREAMT_NAMED_MAX) named.push(rule);
  return count + 1;
}

/** Why no rule may be distilled now; null when one may. */
async function unsettled({ lastEndAt, isWorkedOn, distil }: DreamPorts, now: Timestamp): Promise<string | null> {
  const ended = await lastEndAt();
  if (ended !== null && Date.parse(now) - Date.parse(ended) < DREAM.settle_ms) return `a run ended at ${ended}, and what it left has ${DREAM.settle_ms / 60_000} minutes to settle`;
  return distil !== undefined && (await isWorkedOn()) ? 'a task is being worked on, and no model is asked meanwhile' : null;
}

interface Hands {
  forget(place: MemoryPlaceState, attention: number): Promise<void>;
  demote(place: MemoryPlaceState, fate: PlaceFate): Promise<readonly DreamtRule[]>;
  distil(place: MemoryPlaceState, fate: PlaceFate, kind: RuleKind): Promise<DreamtRule | PutOff>;
  done(): Promise<{ places: number; megrams: number }>;
}

/** Counts what would be done. */
function lookingOnly(): Hands {
  const forgotten = { places: 0, megrams: 0 };
  return {
    async forget({ written, sops }) {
      forgotten.places += 1;
      forgotten.megrams += written - sops.length;
    },
    demote: async (place, fate) => bankruptIn(place, fate),
    distil: async ({ space, entity }, { potentials: { attention, decision } }, kind) => ({ space, entity, kind, attention, decision, megram_id: null, distilled_by: null }),
    done: async () => forgotten,
  };
}

function workingHands({ ledger, writer, clock, ids, distil }: DreamPorts, held: HeldLease, signal: AbortSignal): Hands {
  const memory = createConsolidationMemory({ writer, ledger, clock, ids, fences: [held] });
  let keys = 0;
  const faded = forgetFaded({ memory, log: ledger.log, nextKey: () => `dream:${held.token}:${timestamp(clock)}:${(keys += 1)}` });
  return {
    forget: faded.add,
    async demote(place, fate) {
      for (const { megram } of fate.bankrupt) {
        await memory.demote({ key: `dream:demoted:${megram.megram_id}`, place, megramId: megram.megram_id, potentials: { attention: fate.potentials.attention, decision: fate.decision }, reason: 'What happened since speaks against it.' });
      }
      return bankruptIn(place, fate);
    },
    distil: (place, fate, kind) => distilled(place, fate, kind, { memory, signal, ...(distil !== undefined && { distil }) }),
    async done() {
      const forgotten = await faded.done();
      if (forgotten.megrams > 0) await ledger.store.forgetRemoved();
      return forgotten;
    },
  };
}

function bankruptIn({ space, entity }: MemoryPlaceState, { bankrupt, potentials: { attention }, decision }: PlaceFate): DreamtRule[] {
  return bankrupt.map(({ megram, origin }) => ({ space, entity, kind: kindOf(megram.sigma), attention, decision, megram_id: megram.megram_id, distilled_by: origin.from === 'consolidation' ? (origin.distilled_by ?? null) : null }));
}

/** Why a rule was not made now. */
interface PutOff {
  readonly putOff: string;
}

const BUDGET_USED_UP = 'the budget of the day is used up, so no model is asked until tomorrow';

/** The key stands for what is known of the place, so that the same cluster is distilled once. The rule is trusted no further than the least of its sources. */
async function distilled(place: MemoryPlaceState, { potentials: { attention, decision } }: PlaceFate, kind: RuleKind, { memory, signal, distil }: { readonly memory: ConsolidationMemory; readonly signal: AbortSignal; readonly distil?: Distil }): Promise<DreamtRule | PutOff> {
  const { matter, space, entity, latest } = place;
  const cluster = clusterOf(place, kind);
  // A model that does not answer holds up no rule: the records speak for themselves. One that was stopped is asked again in a later pass.
  const worded = await distil?.(cluster, signal).catch((error: unknown): PutOff | undefined => {
    signal.throwIfAborted();
    return hasCode(error, 'counter.exhausted') ? { putOff: BUDGET_USED_UP } : undefined;
  });
  // The person wants a model's words: they are waited for until it may be asked again.
  if (worded !== undefined && 'putOff' in worded) return worded;
  const by = worded?.modelId ?? 'template';
  const of = latest.map(({ megram }) => megram.megram_id).slice(-CONSOLIDATED_FROM_MAX);
  const id = await memory.consolidate({
    key: `dream:rule:${kind}:${memoryStreamOf(place)}:${of.at(-1) ?? ''}`,
    matter,
    space,
    entity,
    content: worded?.text ?? ruleOfRecords(cluster),
    f: DREAM.rule_strength,
    sigma: kind === 'constraint' ? -1 : 1,
    origin: { of, count: cluster.count, attention, decision, distilled_by: by },
    taintClass: cluster.taintClass,
  });
  return { space, entity, kind, attention, decision, megram_id: id, distilled_by: by };
}
