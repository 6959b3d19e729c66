import type { Duration } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A month or a year has no fixed length; for a wait the usual one is near enough. */
const DATE_UNITS_MS: Readonly<Record<string, number>> = { Y: 365 * DAY_MS, M: 30 * DAY_MS, W: 7 * DAY_MS, D: DAY_MS };
const TIME_UNITS_MS: Readonly<Record<string, number>> = { H: HOUR_MS, M: MINUTE_MS, S: SECOND_MS };

/** How long an ISO 8601 duration lasts, in whole milliseconds. The text was read as a `Duration` before. */
export function durationMs(duration: Duration): number {
  let total = 0;
  let digits = '';
  let units = DATE_UNITS_MS;
  for (const character of duration.slice(1)) {
    const unitMs = units[character];
    if (character === 'T') units = TIME_UNITS_MS;
    else if (unitMs === undefined) digits += character === ',' ? '.' : character;
    else {
      total += Number(digits) * unitMs;
      digits = '';
    }
  }
  invariant(digits === '' && Number.isFinite(total) && total >= 0, `"${duration}" is not a duration`);
  return Math.round(total);
}
