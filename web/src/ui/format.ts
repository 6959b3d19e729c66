// How figures, times and names of the contracts are read by people. Pure, so that the same value is always told alike.

const COUNT = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const count = (value: number): string => COUNT.format(value);
export const compact = (value: number): string => (value < 10_000 ? COUNT.format(Math.round(value)) : COMPACT.format(value));

/** Money with as many places as it takes to see that it is some. */
export function dollars(value: number): string {
  if (value === 0) return '$0.00';
  return `$${value.toFixed(value >= 0.1 ? 2 : value >= 0.001 ? 4 : 6)}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return `${hours} h ${minutes % 60} min`;
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago, or in how long, in the largest unit that fits. */
export function relative(at: string, nowMs: number): string {
  const differenceMs = Date.parse(at) - nowMs;
  const [unit, ms] = STEPS.find(([, size]) => Math.abs(differenceMs) >= size) ?? ['second', 1_000];
  return RELATIVE.format(Math.trunc(differenceMs / ms), unit);
}

export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** `workspace_session` and `run.plan_made` as words. */
export function words(name: string): string {
  return name.replaceAll('_', ' ').replaceAll('.', ' · ');
}

/** The end of an id, by which it is told from others. */
export function shortId(id: string): string {
  return id.slice(-6);
}

const SMALL = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** With two places, where they say something. */
export const figure = (value: number): string => SMALL.format(value);

/** How many of something, in the right number. */
export function counted(many: number, noun: string, nouns = `${noun}s`): string {
  return `${count(many)} ${many === 1 ? noun : nouns}`;
}

const MINUTES_END = 'YYYY-MM-DDThh:mm'.length;

/** To the minute, in UTC, as the command line and the log have it. */
export function moment(at: string): string {
  return at.slice(0, MINUTES_END).replace('T', ' ');
}
