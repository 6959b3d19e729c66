/** A server over a ledger on disk, in a process of its own: told over the channel how often to write, and when to end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDispatcher, ledgerBindings } from '../../src/commands/index.ts';
import { serverStart } from '../../src/contracts/index.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { createServers } from '../../src/server/index.ts';
import { message } from '../../test/contract-suites/ledger-samples.ts';
import { openedLedger } from '../audit/audited-ledger.ts';

export interface Order {
  readonly eventsPerSecond: number;
  readonly events: number;
}

const root = mkdtempSync(join(tmpdir(), 'keelson-bench-server-'));
const { store, writer, close } = await openedLedger(root);
const deadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);
const bindings = ledgerBindings({ admin: { openToRead: async () => store, fileOf: () => root } as never, clock: systemClock, ids: createIds({ clock: systemClock, random: systemRandom }), deadline });
const servers = createServers({ dispatcher: createDispatcher(bindings), token: async () => 'bench', clock: systemClock, version: '0.0.0', pageFolder: root, deadline });
const own = createDispatcher(servers.bindings);
const { url } = serverStart.response.parse(await own.dispatch('command', 'server.start', { port: 0 }, { idempotencyKey: 'bench', signal: new AbortController().signal }));
const memoryMb = (): number => process.memoryUsage().rss / 2 ** 20;

process.on('message', (order: Order | 'memory' | 'end') => {
  if (order === 'memory') process.send?.({ memoryMb: memoryMb(), cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1_000 });
  else if (order === 'end') void servers.close().then(close).then(() => (rmSync(root, { recursive: true }), process.exit(0)));
  else void work(order);
});
process.send?.({ url });

async function work({ eventsPerSecond, events }: Order): Promise<void> {
  const begun = performance.now();
  for (let at = 0; at < events; at += 1) {
    const due = begun + (at * 1_000) / eventsPerSecond;
    const left = due - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    await writer.append({ key: `bench:${at}`, events: [message('s1', `message ${at}`)] });
  }
  process.send?.({ written: events });
}
