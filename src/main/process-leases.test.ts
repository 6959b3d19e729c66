import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { logOver, runId } from '../../test/contract-suites/ledger-samples.ts';
import { ledgerInMemory } from '../../test/support/ledger-in-memory.ts';
import { BUILTIN_SETUP, createLeases, holderName, type Leases } from '../ledger/index.ts';
import { inheritRuns, isHolderGone, leasesOfProcess } from './process-leases.ts';

const DECK = { pid: 12, began: '77', host: 'deck/1' };
const named = (holder: Partial<typeof DECK> = {}): string => holderName('run', { ...DECK, ...holder });

describe('leases of this process', () => {
  it('say who holds them, whichever way they are taken', verifies('KEL-SURF-07'), async () => {
    const owners: string[] = [];
    const noted = async (_lease: string, owner: string): Promise<never> => Promise.reject(owners.push(owner));
    const leases = leasesOfProcess({ acquire: noted, acquireWhenFree: noted, hold: noted } as unknown as Leases, DECK);
    await Promise.allSettled([leases.acquire('a', 'x'), leases.acquireWhenFree('a', 'y', { signal: AbortSignal.abort() }), leases.hold('a', 'z', {}, async () => undefined)]);
    expect(owners).toEqual(['x:process-12-77@deck/1', 'y:process-12-77@deck/1', 'z:process-12-77@deck/1']);
  });

  it('are known to be abandoned only by a process of this machine that is no more', verifies('KEL-SURF-07', 'KEL-RUN-11'), () => {
    const nobody = () => undefined;
    const since = (began: string) => () => ({ began });
    expect(isHolderGone(named(), 'deck/1', nobody)).toBe(true);
    expect(isHolderGone(named(), 'deck/1', (pid) => (pid === 12 ? { began: '77' } : undefined))).toBe(false);
    for (const elsewhere of ['bridge/1', 'deck/2', 'deck']) expect(isHolderGone(named(), elsewhere, nobody)).toBe(false);
    expect(isHolderGone('somebody', 'deck/1', nobody)).toBe(false);
    // The number has come round to another process; where a start is not told, the number alone counts.
    expect(isHolderGone(named(), 'deck/1', since('78'))).toBe(true);
    expect([isHolderGone(named({ began: '' }), 'deck/1', since('78')), isHolderGone(named(), 'deck/1', since(''))]).toEqual([false, false]);
  });

  it('are seen for real: this process is there, one that was killed is not, also while nobody has collected it', verifies('KEL-RUN-11'), async () => {
    const owners: string[] = [];
    const noted = async (_lease: string, owner: string): Promise<never> => Promise.reject(owners.push(owner));
    await leasesOfProcess({ acquire: noted } as unknown as Leases).acquire('a', 'x').catch(() => undefined);
    const [mine = ''] = owners;
    expect(isHolderGone(mine)).toBe(false);
    expect(isHolderGone(mine.replace(/-\d+@/, '-1@'))).toBe(process.platform === 'linux');
    const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
    expect(isHolderGone(mine.replace(/-\d+-/, `-${ended}-`))).toBe(true);
    if (process.platform !== 'linux') return;
    // A shell that has become another program collects none of its children.
    const parent = spawn('sh', ['-c', 'sh -c : & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const uncollected = mine.replace(/-\d+-\d*@/, `-${said.toString().trim()}-@`);
    try {
      await expect.poll(() => isHolderGone(uncollected)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'close');
    }
  });
});

describe('a run whose process is gone', () => {
  const RUN = runId(1);

  async function bench() {
    const { store } = await ledgerInMemory();
    const { log, writer } = logOver(store, BUILTIN_SETUP);
    const gone = new Set<string>();
    const inherit = inheritRuns(writer, (holder) => gone.has(holder));
    const leases = createLeases({ transact: store.transact, pause: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())), inherit });
    const taken = async () => (await log.read({ aggregate: 'run', id: RUN })).map(({ event: { type, payload } }) => ({ type, payload }));
    const take = (owner: string) => leases.hold(`run:${RUN}`, owner, {}, async (held) => held.token);
    return { leases, gone, taken, take, writer, store };
  }

  it('is taken over at once, and the log says from whom, by whom and why', verifies('KEL-RUN-13'), async () => {
    const { leases, gone, taken, take } = await bench();
    const dead = holderName(RUN, DECK);
    await leases.acquire(`run:${RUN}`, dead);
    await expect(take('heir')).rejects.toMatchObject({ code: 'lease.held' });
    expect(await taken()).toEqual([]);
    gone.add(dead);
    expect(await take('heir')).toBe(2);
    expect(await taken()).toEqual([{ type: 'run.taken_over', payload: { run_id: RUN, from_holder: dead, from_token: 1, by_holder: 'heir', why: 'process 12 on deck, which worked on it, is gone' } }]);
  });

  it('goes to one of those who want it, and nothing is told by the others', verifies('KEL-RUN-13'), async () => {
    const { leases, gone, taken, writer, store } = await bench();
    const held = await leases.acquire(`run:${RUN}`, 'dead');
    gone.add('dead');
    const inherit = inheritRuns(writer, (holder) => gone.has(holder));
    const operation = (owner: string) => ({ kind: 'lease.acquire' as const, lease: `run:${RUN}`, owner, ttlMs: 500, abandonedToken: held.token });
    expect(await Promise.all([inherit(operation('one'), 'dead'), inherit(operation('one'), 'dead'), inherit(operation('other'), 'dead')])).toEqual([true, false, false]);
    expect(await taken()).toHaveLength(1);
    // Somebody else has it since: what was known of the holder before is worth nothing.
    await leases.acquire(`run:${runId(2)}`, 'alive');
    expect(await inherit({ ...operation('other'), lease: `run:${runId(2)}`, abandonedToken: 7 }, 'dead')).toBe(false);
    expect((await store.record({ space: 'lease', key: `run:${RUN}` }))?.body).toMatchObject({ owner: 'one', token: 2 });
  });

  it('is all that is taken over: other leases run out', verifies('KEL-RUN-13'), async () => {
    const { writer } = await bench();
    const inherit = inheritRuns(writer, () => true);
    for (const lease of ['other:x', `RUN:${RUN}`, 'run:x']) expect(await inherit({ kind: 'lease.acquire', lease, owner: 'heir', ttlMs: 1, abandonedToken: 1 }, 'dead')).toBe(false);
    await expect(inheritRuns({ append: () => Promise.reject(new Error('the disk is gone')) }, () => true)({ kind: 'lease.acquire', lease: `run:${RUN}`, owner: 'heir', ttlMs: 1, abandonedToken: 1 }, 'dead')).rejects.toThrow('the disk is gone');
  });
});
