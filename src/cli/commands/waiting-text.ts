import type { Timestamp } from '../../contracts/index.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;

/** How long something still waits, as a person says it. */
export function waitingText(asOf: Timestamp, expiresAt: Timestamp | undefined): string {
  if (expiresAt === undefined) return 'waits until it is answered';
  const leftMs = Date.parse(expiresAt) - Date.parse(asOf);
  return leftMs <= 0 ? 'its time is over' : `waits ${spanText(leftMs)} more`;
}

const MINUTES_END = 'YYYY-MM-DDThh:mm'.length;

/** The same for a line that stays on the screen: by the clock, for what is left of it changes. */
export function untilText(expiresAt: Timestamp | undefined): string {
  return expiresAt === undefined ? 'Waits until it is answered' : `Waits until ${expiresAt.slice(0, MINUTES_END).replace('T', ' ')} UTC`;
}

/** The two largest units, rounded down: nobody is told that there is more time than there is. */
function spanText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const days = Math.floor(hours / HOURS_PER_DAY);
  if (days > 0) return `${days} d ${hours % HOURS_PER_DAY} h`;
  return hours > 0 ? `${hours} h ${minutes % MINUTES_PER_HOUR} min` : `${minutes} min`;
}
