import { KeelsonError, seededRandom } from '../../src/kernel/index.ts';
import type { LedgerReply, LedgerRequest, LedgerStore } from '../../src/ledger/index.ts';

/** How often each thing goes wrong, from 0 to 1; what is left goes well. */
export interface FaultRates {
  /** It fails before anything is written. */
  readonly refused: number;
  /** It fails in the middle of the commit: the driver does not know whether it was written, and finds out by the key. */
  readonly ambiguous: number;
  /** It is written, and the caller hears only of a failure: as when the process dies before it could answer. */
  readonly unanswered: number;
  /** It goes well and the answer comes late, after those of later requests. */
  readonly late: number;
}

export type FaultKind = keyof FaultRates;

export interface FaultyStore extends LedgerStore {
  /** How often each fault was injected so far. */
  readonly injected: Readonly<Record<FaultKind, number>>;
}

const NO_FAULTS: FaultRates = { refused: 0, ambiguous: 0, unanswered: 0, late: 0 };
const DRAW_LIMIT = 2 ** 32;
/** A late answer lets this many rounds of the event loop pass at most. */
const LATE_TURNS_MAX = 8;

/** Any store, with failures that a seed repeats exactly. Reads are left alone: they change nothing. */
export function createFaultyStore(inner: LedgerStore, seed: number, rates: Partial<FaultRates>): FaultyStore {
  const random = seededRandom(seed);
  const injected: Record<FaultKind, number> = { ...NO_FAULTS };
  const draw = (): number => new DataView(random.bytes(4).buffer).getUint32(0) / DRAW_LIMIT;

  const drawFault = (): FaultKind | undefined => {
    let left = draw();
    for (const [kind, rate] of Object.entries({ ...NO_FAULTS, ...rates }) as [FaultKind, number][]) {
      if (left < rate) return kind;
      left -= rate;
    }
    return undefined;
  };

  const withFault = async (fault: FaultKind, request: LedgerRequest): Promise<LedgerReply> => {
    switch (fault) {
      case 'refused':
        throw failed('nothing was written');
      case 'ambiguous':
        if (draw() < 0.5) await inner.transact(request);
        return resolveByKey(inner, request);
      case 'unanswered':
        await inner.transact(request);
        throw failed('the answer was lost');
      case 'late': {
        const turns = 1 + Math.floor(draw() * LATE_TURNS_MAX);
        const reply = await inner.transact(request);
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        return reply;
      }
    }
  };

  return {
    ...inner,
    injected,
    async transact(request) {
      const fault = drawFault();
      if (fault === undefined) return inner.transact(request);
      injected[fault] += 1;
      return withFault(fault, request);
    },
  };
}

/** What the port asks of a driver that does not know: the key tells, and only what is not there is written. */
async function resolveByKey(store: LedgerStore, request: LedgerRequest): Promise<LedgerReply> {
  if (request.append === null) throw failed('without a key nobody can tell whether it was written');
  return store.transact(request);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function failed(detail: string): KeelsonError<'ledger.storage_failed'> {
  return new KeelsonError('ledger.storage_failed', {
    message: `An injected fault: ${detail}.`,
    nextStep: 'Repeat with the same key.',
    data: { file: 'faulty', detail },
  });
}
