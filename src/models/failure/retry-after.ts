/** A server that asks for more than a day has no clock we can trust; the caller then waits as it would by itself. */
export const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1000;

const TOO_MANY_REQUESTS = 429;
const RESET_PREFIX = 'x-ratelimit-reset-';
const REMAINING_PREFIX = 'x-ratelimit-remaining-';
const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/;
const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;
const DURATION_UNITS_MS = [86_400_000, 3_600_000, 60_000, 1_000, 1];

/**
 * How long the server asked us to wait, in milliseconds; undefined when it did not ask, or asked for what cannot be
 * meant (negative, no number, more than a day). Names of headers are in lower case. A date is taken against `nowMs`, or
 * without it against the answer's own `date`, which needs no clock of ours. Limits that run out are read only with
 * status 429, because servers report them with every answer.
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, nowMs?: number, status?: number): number | undefined {
  return (
    within(numberOf(headers['retry-after-ms'])) ??
    within(secondsOrDate(headers['retry-after'], nowMs ?? dateOf(headers['date']))) ??
    (status === TOO_MANY_REQUESTS && headers['retry-after'] === undefined ? within(resetOf(headers)) : undefined)
  );
}

function within(ms: number | undefined): number | undefined {
  return ms !== undefined && ms >= 0 && ms <= RETRY_AFTER_MS_MAX ? Math.ceil(ms) : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && PLAIN_NUMBER.test(text.trim()) ? Number(text) : undefined;
}

function secondsOrDate(text: string | undefined, nowMs: number | undefined): number | undefined {
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * 1000;
  const at = dateOf(text);
  return at === undefined || nowMs === undefined ? undefined : at - nowMs;
}

/** An HTTP date is in GMT and says so; anything else, such as "-5", could be read as a year. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !text.endsWith(' GMT')) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** Of the limits that are used up the one that lasts longest; when none says so, the one that is first to move. */
function resetOf(headers: Readonly<Record<string, string>>): number | undefined {
  const resets = Object.entries(headers).flatMap(([name, value]) => {
    const waitMs = name.startsWith(RESET_PREFIX) ? durationOf(value) : undefined;
    return waitMs === undefined ? [] : [{ waitMs, isUsedUp: headers[REMAINING_PREFIX + name.slice(RESET_PREFIX.length)]?.trim() === '0' }];
  });
  const usedUp = resets.filter((reset) => reset.isUsedUp);
  if (usedUp.length > 0) return Math.max(...usedUp.map((reset) => reset.waitMs));
  return resets.length > 0 ? Math.min(...resets.map((reset) => reset.waitMs)) : undefined;
}

/** Durations such as "1s", "6m0s" or "20ms". */
function durationOf(text: string): number | undefined {
  const parts = DURATION.exec(text.trim());
  if (parts === null || parts[0] === '') return undefined;
  return DURATION_UNITS_MS.reduce((sum, unitMs, at) => sum + Number(parts[at + 1] ?? 0) * unitMs, 0);
}
