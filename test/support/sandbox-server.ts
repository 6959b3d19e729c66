import { createInterface } from 'node:readline';
import { bubblewrapDriver } from '../../src/drivers/sandbox/bubblewrap.ts';
import { unshareDriver } from '../../src/drivers/sandbox/unshare.ts';
import { hasCode, systemClock } from '../../src/kernel/index.ts';
import type { BackgroundProcess, ProcessResult } from '../../src/tools/index.ts';
import type { Answer, Order } from './sandbox-orders.ts';

/** Runs sandboxes for another process: started as another user, it shows what that user's sandbox holds. */

let groups = 0;
const options = { clock: systemClock, nameOf: () => `keelson-test-${process.pid}-${(groups += 1)}` };
const driver = process.argv[2] === 'unshare' ? unshareDriver(options) : bubblewrapDriver(options);
const probe = await driver.probe(new AbortController().signal);
const sandbox = driver.create();
const background = new Map<number, BackgroundProcess>();
const stops = new Map<number, AbortController>();

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const plain = (result: ProcessResult): unknown => ({
  ...result,
  stdout: { head: base64(result.stdout.head), tail: base64(result.stdout.tail), totalBytes: result.stdout.totalBytes },
  stderr: { head: base64(result.stderr.head), tail: base64(result.stderr.tail), totalBytes: result.stderr.totalBytes },
});
const tell = (answer: Answer): void => void process.stdout.write(`${JSON.stringify(answer)}\n`);

async function obey(order: Order): Promise<unknown> {
  if (order.kind === 'run') {
    const stop = new AbortController();
    stops.set(order.id, stop);
    return plain(await sandbox.run(order.request, order.profile, { ...order.limits, signal: stop.signal }));
  }
  if (order.kind === 'start') {
    const started = await sandbox.start(order.request, order.profile, order.limits);
    background.set(order.id, started);
    void started.ended.then((result) => tell({ id: order.id, ended: plain(result) }));
    return null;
  }
  const program = background.get(order.of);
  if (order.kind === 'stop') return void stops.get(order.of)?.abort();
  if (order.kind === 'kill') return program?.kill();
  if (order.kind === 'write') return program?.write(order.text);
  if (order.kind === 'close') return sandbox.close();
  const output = program?.output();
  return output === undefined ? null : { head: base64(output.head), tail: base64(output.tail), totalBytes: output.totalBytes };
}

tell({ id: 0, value: probe });
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order;
  obey(order).then(
    (value) => tell({ id: order.id, value: value ?? null }),
    (error: unknown) => tell({ id: order.id, failure: hasCode(error, 'sandbox.failed') ? error.data : { backend: 'none', program: '', detail: String(error) } }),
  );
}
