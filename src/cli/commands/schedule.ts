import { scheduleAdd, scheduleChange, scheduleList, scheduleShow, scheduleWork, type ScheduleAddRequest, type ScheduleListReport, type ScheduleStanding, type ScheduleWorkReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { oneLine, printable } from './printable.ts';
import { counted, shortId } from './run-figures.ts';

export interface ScheduleOptions {
  readonly json?: boolean;
}

export interface ScheduleAddOptions extends ScheduleOptions {
  readonly workspace?: string;
  readonly timeZone?: string;
  readonly maxTokens?: number;
  readonly maxCost?: number;
}

export async function addSchedule(surface: Surface, cron: string, words: readonly string[], { workspace, timeZone, maxTokens, maxCost, json }: ScheduleAddOptions): Promise<ExitCode> {
  const budget = { ...(maxTokens !== undefined && { max_total_tokens: maxTokens }), ...(maxCost !== undefined && { max_cost_usd: maxCost }) };
  const request: ScheduleAddRequest = { cron, request: words.join(' '), ...(workspace !== undefined && { workspace }), ...(timeZone !== undefined && { time_zone: timeZone }), ...(Object.keys(budget).length > 0 && { budget }) };
  const added = await surface.client.call(scheduleAdd, request, { signal: surface.signal, idempotencyKey: newKey() });
  return shown(surface, added, json, (standing) => `${standingLines(standing, surface.terminal.columns, style(surface.terminal.colour)).join('\n')}\nIt is done by whoever works: keelson serve, or keelson schedule work\n`);
}

export async function showSchedule(surface: Surface, schedule: string, { json }: ScheduleOptions): Promise<ExitCode> {
  return shown(surface, await surface.client.call(scheduleShow, { schedule }, { signal: surface.signal }), json, (standing) => `${standingLines(standing, surface.terminal.columns, style(surface.terminal.colour)).join('\n')}\n${lastRunLine(standing)}`);
}

function lastRunLine({ schedule: { last } }: ScheduleStanding): string {
  if (last === null) return '';
  const told = [...(last.error === null ? [] : [printable(last.error)]), ...(last.run_id === null ? [] : [`keelson show ${shortId(last.run_id)} tells how it went`])];
  return told.map((line) => `        ${line}\n`).join('');
}

export async function changeSchedule(surface: Surface, schedule: string, state: 'active' | 'paused' | 'removed', { json }: ScheduleOptions): Promise<ExitCode> {
  return shown(surface, await surface.client.call(scheduleChange, { schedule, state }, { signal: surface.signal, idempotencyKey: newKey() }), json, (standing) => `${shortId(standing.schedule.schedule_id)} is ${state}.\n`);
}

export async function listSchedules(surface: Surface, { json }: ScheduleOptions): Promise<ExitCode> {
  return shown(surface, await surface.client.call(scheduleList, {}, { signal: surface.signal }), json, (listed) => renderSchedules(listed, surface.terminal.columns, style(surface.terminal.colour)));
}

function renderSchedules({ schedules, own }: ScheduleListReport, width: number, paint: Style): string {
  const lines = schedules.length === 0 ? ['Nothing is scheduled yet: keelson schedule add "0 7 * * 1-5" "what is to be done"'] : schedules.flatMap((one) => standingLines(one, width, paint));
  return `${[...lines, ...own.map(({ work, next_due_at: at }) => paint.dim(`${work} by itself, next ${at ?? 'never'}`))].join('\n')}\n`;
}

function standingLines({ schedule, next_due_at: nextDueAt }: ScheduleStanding, width: number, paint: Style): string[] {
  const { schedule_id: id, cron, time_zone: zone, request, state, runs, failures, last } = schedule;
  const came = last === null ? 'not done yet' : `last ${last.reason ?? 'not begun'}${last.run_id === null ? '' : ` (run ${shortId(last.run_id)})`}${last.occasion.missed === 0 ? '' : `, made up for ${counted(last.occasion.missed, 'missed time')}`}`;
  return [`${paint.bold(shortId(id))}  ${oneLine(request, Math.max(1, width - 8))}`, `        ${state === 'active' ? paint.green(`next ${nextDueAt ?? 'never'}`) : paint.yellow(state)} ${paint.dim(`· ${cron} ${zone} · ${counted(runs, 'time')}, ${failures} failed · ${came}`)}`];
}

/** How long one look lasts before it looks again whether something was added. */
export const LOOK_MS = 10_000;

export interface WorkOptions extends ScheduleOptions {
  readonly once?: boolean;
}

/** Does what falls due until it is interrupted, or once. */
export async function workSchedules(surface: Surface, { json, once }: WorkOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  if (once !== true && json !== true) await terminal.writeError('Working on what falls due, until Ctrl-C.\n');
  for (;;) {
    const worked = await client.call(scheduleWork, { wait_ms: once === true ? 0 : LOOK_MS }, { signal, idempotencyKey: newKey() });
    if (signal.aborted) return EXIT.interrupted;
    if (!worked.ok) return showFailure(surface, worked.error, json === true);
    for (const one of worked.value.done) await terminal.writeOut(json === true ? `${JSON.stringify(one)}\n` : doneLine(one));
    if (once !== true) continue;
    if (json !== true && worked.value.done.length === 0) await terminal.writeOut(`Nothing is due; next ${worked.value.next_due_at ?? 'never'}.\n`);
    return worked.value.done.some(hasFailed) ? EXIT.failed : EXIT.ok;
  }
}

type Done = ScheduleWorkReport['done'][number];

export function hasFailed({ outcome, came_to: end }: Done): boolean {
  return outcome === 'failed' || (end !== undefined && end.reason !== 'success');
}

export function doneLine({ work, occasion, outcome, error, came_to: end }: Done): string {
  const name = end === undefined ? work : shortId(work.toUpperCase());
  const came = end === undefined ? (outcome === 'put_off' ? 'was put off' : outcome) : `${end.reason ?? 'not begun'}${end.run_id === null ? '' : ` (run ${shortId(end.run_id)})`}`;
  const why = error ?? end?.error ?? null;
  return `${occasion.started_at}  ${name} ${came}${occasion.missed === 0 ? '' : `, made up for ${counted(occasion.missed, 'missed time')}`}${why === null ? '' : `: ${printable(why)}`}\n`;
}

/** After the answer of a run is given: what the product does by itself gets a moment. Whatever comes of it is no concern of the run's. */
export async function workAfterRun({ client, signal }: Surface): Promise<void> {
  if (!signal.aborted) await client.call(scheduleWork, { after_run: true }, { signal, idempotencyKey: newKey() });
}

async function shown<Value>(surface: Surface, outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Parameters<typeof showFailure>[1] }, json: boolean | undefined, text: (value: Value) => string): Promise<ExitCode> {
  if (!outcome.ok) return showFailure(surface, outcome.error, json === true);
  await surface.terminal.writeOut(json === true ? `${JSON.stringify(outcome.value)}\n` : text(outcome.value));
  return EXIT.ok;
}
