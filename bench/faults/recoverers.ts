import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { hasCode } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, bringUpToDate, rulesOf, type LedgerStore } from '../../src/ledger/index.ts';
import { createLeases, type HeldLease } from '../../src/ledger/leases/leases.ts';
import { logOver, message } from '../../test/contract-suites/ledger-samples.ts';
import { programFile } from './bundle.ts';
import { childEnvironment } from './child.ts';
import { noFindings, type Findings } from './findings.ts';
import type { LeaseOrder } from './lease-child.ts';
import { exactly, findingsResult, type FaultPart } from './part.ts';
import { diskFolder } from './scratch.ts';

const LABEL = 'two recoverers of one run';
const LEASE = 'run:contested';
/** So short that it has run out when the race begins, and so long that no winner loses it during the round. */
const OLD_OWNER_MS = 1;
const WINNER_MS = 600_000;

interface Recoverer {
  race(): Promise<string>;
  end(): Promise<void>;
}

/** A process of its own, kept for all rounds. */
async function startRecoverer(order: LeaseOrder): Promise<Recoverer> {
  const child = spawn(process.execPath, [await programFile('lease-child'), JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'inherit'], env: childEnvironment() });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await answers.next()).value ?? 'silence');
  await next();
  return {
    race() {
      child.stdin.write('race\n');
      return next();
    },
    async end() {
      const ended = once(child, 'exit');
      child.stdin.write('end\n');
      child.stdin.end();
      await ended;
    },
  };
}

/** One run whose owner has fallen silent, and two who notice at the same moment. */
async function runRound(round: number, store: LedgerStore, recoverers: readonly Recoverer[], findings: Findings): Promise<void> {
  const leases = createLeases({ transact: store.transact, pause: async () => undefined });
  const { writer } = logOver(store, BUILTIN_SETUP);
  const old = await leases.acquire(LEASE, 'old-owner', { ttlMs: OLD_OWNER_MS });
  await pastMs(store, store.time().monotonicMs + 2 * OLD_OWNER_MS);
  const answers = await Promise.all(recoverers.map((recoverer) => recoverer.race()));
  const tokens = answers.filter((answer) => answer.startsWith('won ')).map((answer) => Number(answer.slice('won '.length)));
  const [token] = tokens;
  if (token === undefined || tokens.length > 1 || answers.filter((answer) => answer === 'lease.held').length !== recoverers.length - 1) {
    findings.doubled.push(`round ${round}: ${answers.join(' and ')}`);
  }
  if (token === undefined) return;
  if (token !== old.token + 1) findings.doubled.push(`round ${round}: token ${token} after ${old.token}`);
  const append = (held: Pick<HeldLease, 'lease' | 'token'>, who: string): Promise<unknown> => writer.append({ key: `round-${round}-${who}`, events: [message('contested', `${who} in round ${round}`)], fences: [held] });
  const late = await append(old, 'old').then(
    () => 'accepted',
    (error: unknown) => (hasCode(error, 'lease.lost') ? 'refused' : String(error)),
  );
  if (late !== 'refused') findings.doubled.push(`round ${round}: the old owner's append was ${late}`);
  await append({ lease: LEASE, token }, 'new').catch((error: unknown) => findings.lost.push(`round ${round}: the new owner was refused: ${String(error)}`));
  await leases.release({ lease: LEASE, token, owner: '', ttlMs: 1 });
}

async function pastMs(store: LedgerStore, monotonicMs: number): Promise<void> {
  while (store.time().monotonicMs <= monotonicMs) await new Promise((resolve) => void setImmediate(resolve));
}

export const recoverers: FaultPart = {
  name: 'recoverers',
  full: 500,
  quick: 50,
  short: 10,
  async run({ rounds }) {
    const findings = noFindings();
    const file = join(diskFolder(), 'ledger.db');
    const store = await openSqliteStore({ file });
    await bringUpToDate({ store, catalogue: rulesOf(BUILTIN_SETUP).catalogue, projections: BUILTIN_SETUP.projections });
    const racing = await Promise.all(['first', 'second'].map((owner) => startRecoverer({ file, owner, lease: LEASE, ttlMs: WINNER_MS })));
    let made = 0;
    for (; made < rounds && findings.other.length === 0; made += 1) {
      await runRound(made, store, racing, findings).catch((error: unknown) => void findings.other.push(`round ${made}: ${String(error)}`));
    }
    await Promise.all(racing.map((recoverer) => recoverer.end()));
    const entries = (await store.head()).position;
    await store.close();
    return findingsResult(LABEL, { rounds: made }, findings, [exactly(`${LABEL}: appends of exactly one owner in each round`, entries, rounds)]);
  },
};
