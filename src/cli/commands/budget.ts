import { budgetAdjust, BudgetResource, budgetShow, type BudgetAdjustReport, type BudgetShowReport, type ErrorBody, type LimitStanding, type ScopeStanding } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';
import { counted, dollars, shortId, wholeNumber } from './run-figures.ts';
import { RESOURCE_WORDS } from './run-words.ts';

export interface BudgetOptions {
  readonly reason?: string;
  readonly json?: boolean;
}

/** Raises a limit of a run, or takes note that one is nearly reached; limits are never lowered. */
export async function budget(surface: Surface, run: string, wish: string, { reason, json }: BudgetOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  const read = readLimit(wish);
  if ('fault' in read) return showFailure(surface, read.fault, asJson);
  const adjusted = await client.call(budgetAdjust, { run, ...read, reason: reason?.trim() || 'A person asked for it.' }, { signal, idempotencyKey: newKey() });
  if (!adjusted.ok) return showFailure(surface, adjusted.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(adjusted.value)}\n` : renderAdjusted(adjusted.value));
  return EXIT.ok;
}

/** `tokens=800000`, or a name alone to take note of its warning. */
export function readLimit(wish: string): { readonly resource: BudgetResource; readonly limit?: number } | { readonly fault: ErrorBody } {
  const [name = '', amount, ...rest] = wish.split('=');
  const resource = BudgetResource.safeParse(name.trim());
  const limit = amount === undefined ? undefined : Number(amount.replaceAll(',', '').replaceAll('_', '').trim() || Number.NaN);
  if (!resource.success || rest.length > 0 || (limit !== undefined && !(Number.isFinite(limit) && limit > 0))) return { fault: notALimit(wish) };
  return { resource: resource.data, ...(limit !== undefined && { limit }) };
}

function notALimit(wish: string): ErrorBody {
  return { code: 'input.invalid', message: `"${wish}" is no limit.`, next_step: `Write it as name=amount, such as tokens=800000; the name is one of ${BudgetResource.options.join(', ')}. A name alone takes note of its warning.`, data: {} };
}

function renderAdjusted({ run_id: runId, resource, from, to, consumed, held, waited }: BudgetAdjustReport): string {
  const text = (value: number): string => (resource === 'cost' ? dollars(value) : wholeNumber(value));
  const unit = resource === 'cost' ? '' : ` ${RESOURCE_WORDS[resource]}`;
  const change = from === to ? `Noted. The limit stays at ${text(to)}${unit}` : `The limit is now ${text(to)}${unit} instead of ${text(from)}`;
  const next = waited && to > from ? ` It waited for this, and goes on where it is at work; otherwise keelson resume ${shortId(runId)} goes on.` : '';
  return `${change}; ${shortId(runId)} has used ${text(consumed)}${held > 0 ? ` and set ${text(held)} aside` : ''}.${next}\n`;
}

/** Every limit, how far it is used, and whose word it is. */
export async function showBudget(surface: Surface, run: string | undefined, { json }: BudgetOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const shown = await client.call(budgetShow, run === undefined ? {} : { run }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(shown.value)}\n` : renderBudget(shown.value));
  return EXIT.ok;
}

const SCOPE_WORDS: Readonly<Record<ScopeStanding['scope'], string>> = { run: 'This run', user_daily: 'The day', global: 'Everything here' };

const SOURCE_WORDS: Readonly<Record<LimitStanding['from'], (detail: string) => string>> = {
  default: (detail) => `default (${detail})`,
  configuration: (detail) => `configuration (${detail})`,
  start: (detail) => detail,
  raised: (detail) => `raised by ${detail}`,
};

function renderBudget({ scopes, assumed_calls: assumed }: BudgetShowReport): string {
  const blocks = scopes.map(({ scope, of, limits }) => [`${SCOPE_WORDS[scope]}: ${of}`, ...tableOf([['', 'used', 'held', 'left', 'limit', 'limit from'], ...limits.map(rowOf)])].join('\n'));
  const notes = assumed === 0 ? [] : [`${counted(assumed, 'answered call')} of models reported no tokens that can be believed; the most that ${assumed === 1 ? 'it' : 'they'} can have used is assumed.`];
  return `${[...blocks, ...notes].join('\n\n')}\n`;
}

function rowOf({ resource, used, held, left, limit, from, detail }: LimitStanding): string[] {
  const text = (value: number): string => (resource === 'cost' ? dollars(value) : wholeNumber(value));
  return [RESOURCE_WORDS[resource], text(used), text(held), text(left), text(limit), printable(SOURCE_WORDS[from](detail))];
}

/** Words to the left, figures to the right, as wide as their widest. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) => `  ${row.map((cell, at) => (at === 0 || at === row.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`.trimEnd());
}
