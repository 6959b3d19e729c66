import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Clock } from '../../kernel/index.ts';
import type { StoreTime } from '../../ledger/index.ts';

const NANOSECONDS_PER_MS = 1_000_000;

/** Changes with every boot where the system tells; elsewhere it is constant, and a lease may outlive a reboot by its length. */
export function bootEpoch(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `host:${hostname()}`;
  }
}

/** Monotonic time counts from the boot and is the same in every process of this machine. */
export function systemStoreTime(clock: Pick<Clock, 'nowMs'>, epoch: string = bootEpoch()): () => StoreTime {
  return () => ({ epoch, monotonicMs: Number(process.hrtime.bigint()) / NANOSECONDS_PER_MS, wallMs: clock.nowMs() });
}
