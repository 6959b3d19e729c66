import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Clock } from '../../kernel/index.ts';
import type { StoreTime } from '../../ledger/index.ts';

const NANOSECONDS_PER_MS = 1_000_000;
const ASKING_MS_MAX = 5_000;

/** Where systems name the boot they are in: Linux, then macOS. */
const BOOT_NAMES: readonly (() => string)[] = [
  () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
  () => execFileSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8', timeout: ASKING_MS_MAX, stdio: ['ignore', 'pipe', 'ignore'] }),
];

/**
 * For systems that do not name their boots. A constant on purpose: the time of the boot would have to be computed from the
 * wall clock, whose jumps would end leases that are alive, and a host name changes with the network. That monotonic time
 * reads less than when a lease was granted shows the restart instead; at worst a lease that nobody took since comes back
 * once, for as long as it was granted.
 */
const UNNAMED_BOOT = 'unnamed-boot';

/** Names the boot of this machine as well as can be. */
export function bootEpoch(names: readonly (() => string)[] = BOOT_NAMES): string {
  for (const name of names) {
    try {
      const epoch = name().trim();
      if (epoch !== '') return epoch;
    } catch {
      continue;
    }
  }
  return UNNAMED_BOOT;
}

/** Monotonic time counts from the boot and is the same in every process of this machine. */
export function systemStoreTime(clock: Pick<Clock, 'nowMs'>, epoch: string = bootEpoch()): () => StoreTime {
  return () => ({ epoch, monotonicMs: Number(process.hrtime.bigint()) / NANOSECONDS_PER_MS, wallMs: clock.nowMs() });
}
