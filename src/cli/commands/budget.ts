import { budgetAdjust, BudgetResource, type BudgetAdjustReport, type ErrorBody } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { dollars, shortId, wholeNumber } from './run-figures.ts';
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

function renderAdjusted({ run_id: runId, resource, from, to, consumed }: BudgetAdjustReport): string {
  const text = (value: number): string => (resource === 'cost' ? dollars(value) : wholeNumber(value));
  const unit = resource === 'cost' ? '' : ` ${RESOURCE_WORDS[resource]}`;
  const change = from === to ? `Noted. ${text(to)}${unit} it stays` : `Now ${text(to)}${unit} instead of ${text(from)}`;
  return `${change}; ${text(consumed)} used so far by ${shortId(runId)}.\n`;
}
