import type { RunReport, RunTimes } from '../../contracts/index.ts';

/** As many of the last letters as tell runs apart on one machine; the end of an id is random, its beginning is the time. */
const SHORT_ID_CHARS = 6;

export function shortId(id: string): string {
  return id.slice(-SHORT_ID_CHARS);
}

const THOUSAND = 1_000;

/** With commas, whatever the language of the machine: a transcript reads the same everywhere. */
export function wholeNumber(value: number): string {
  const digits = String(Math.round(value));
  return digits.length <= 3 ? digits : `${wholeNumber(Math.floor(Math.round(value) / THOUSAND))},${digits.slice(-3)}`;
}

const CENT = 0.01;

/** A tenth of a cent is money too: what is not nothing is never shown as nothing. */
export function dollars(usd: number): string {
  if (usd === 0) return '$0.00';
  return usd < CENT ? `$${usd.toPrecision(1)}` : `$${usd.toFixed(2)}`;
}

const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;

export function seconds(duration: number): string {
  if (duration < 10) return `${duration.toFixed(1)} s`;
  const whole = Math.round(duration);
  if (whole < SECONDS_PER_MINUTE) return `${whole} s`;
  const minutes = Math.floor(whole / SECONDS_PER_MINUTE);
  if (minutes < MINUTES_PER_HOUR) return `${minutes} min ${whole % SECONDS_PER_MINUTE} s`;
  return `${Math.floor(minutes / MINUTES_PER_HOUR)} h ${minutes % MINUTES_PER_HOUR} min`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

/** What a run cost: calls and those of them that waited for one another, tokens, money, time. */
export function costText({ model_calls, sequential_model_calls, consumed, limits, rounds, corrections, prompts }: Pick<RunReport, 'model_calls' | 'sequential_model_calls' | 'consumed' | 'limits' | 'rounds' | 'corrections' | 'prompts'>): string {
  const parts = [
    model_calls === 0 ? 'no model call' : `${counted(model_calls, 'model call')}, ${wholeNumber(sequential_model_calls)} in sequence`,
    ...(model_calls === 0 && consumed.total_tokens === 0 ? [] : [`${wholeNumber(consumed.total_tokens)} of ${wholeNumber(limits.max_total_tokens)} tokens`, `${dollars(consumed.cost_usd)} of ${dollars(limits.max_cost_usd)}`]),
    seconds(consumed.duration_sec),
    counted(consumed.tool_calls, 'tool call'),
    ...(corrections === 0 ? [] : [counted(corrections, 'correction')]),
    ...(rounds <= 1 ? [] : [counted(rounds, 'round')]),
    ...(prompts === 0 ? [] : [`you were asked ${prompts === 1 ? 'once' : `${prompts} times`}`]),
  ];
  return parts.join(' · ');
}

const MS_PER_SECOND = 1_000;

/** Where the time went, with how long it took until a model was asked. */
export function timesText({ first_model_request_ms: firstMs, models_ms: modelsMs, tools_ms: toolsMs, waiting_ms: waitingMs, harness_ms: harnessMs }: RunTimes): string {
  const spent = (ms: number, where: string): string => `${seconds(ms / MS_PER_SECOND)} ${where}`;
  const parts = [
    ...(firstMs === null ? [] : [spent(firstMs, 'until the first model request'), spent(modelsMs, 'in models')]),
    spent(toolsMs, 'in tools'),
    spent(harnessMs, 'in Keelson'),
    ...(waitingMs === 0 ? [] : [spent(waitingMs, 'waiting')]),
  ];
  return parts.join(' · ');
}
