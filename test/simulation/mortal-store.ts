import type { LedgerRequest, LedgerStore } from '../../src/ledger/index.ts';
import type { Chance } from './chance.ts';

/** A process of the world. When it is dead nothing that it began goes on: whoever waits for it waits for ever. */
export interface Life {
  isDead: boolean;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
  die(): void;
}

export function newLife(): Life {
  let told = (): void => undefined;
  const death = new Promise<void>((resolve) => (told = resolve));
  const life: Life = {
    isDead: false,
    death,
    die() {
      life.isDead = true;
      told();
    },
  };
  return life;
}

/** A new one each time: whoever waits for one that everybody shares is held by it for ever, and a whole world with them. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** What the rest of the world answers, unless whoever asked has died meanwhile. */
export async function whileAlive<Result>(life: Life, work: () => Promise<Result>): Promise<Result> {
  if (life.isDead) return never();
  const outcome = await work().then(
    (result) => () => result,
    (error: unknown) => () => {
      throw error;
    },
  );
  return life.isDead ? never() : outcome();
}

export interface Crash {
  /** It dies with the append that brings the log to this many entries. */
  readonly atEntry: number;
  /** Whether that append is still written, though nobody hears of it. */
  readonly isWritten: boolean;
}

export function drawCrash(chance: Chance, entriesMax: number): Crash {
  return { atEntry: 1 + chance.below(entriesMax), isWritten: chance.happens(0.5) };
}

/** The store as one process sees it, which dies at the given moment. `onCrash` hears what it was about to write. */
export function mortalStore(inner: LedgerStore, life: Life, crash: Crash | undefined, onCrash: (request: LedgerRequest) => void): LedgerStore {
  const alive = <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) => (...given: Arguments): Promise<Result> => whileAlive(life, () => call(...given));
  return {
    ...inner,
    async transact(request) {
      return whileAlive(life, async () => {
        const { position } = await inner.head();
        const isLast = crash !== undefined && request.append !== null && position + request.events.length >= crash.atEntry;
        if (!isLast) return inner.transact(request);
        life.die();
        onCrash(request);
        return crash.isWritten ? inner.transact(request) : never();
      });
    },
    onCommit: (listener) => inner.onCommit(() => void (life.isDead || listener())),
    head: alive(() => inner.head()),
    entries: alive((plan) => inner.entries(plan)),
    appended: alive((key) => inner.appended(key)),
    record: alive((key) => inner.record(key)),
    records: alive((plan) => inner.records(plan)),
    blob: alive((sha256) => inner.blob(sha256)),
    close: async () => undefined,
  };
}
