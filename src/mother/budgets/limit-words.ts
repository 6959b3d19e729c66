import type { BudgetResource, BudgetScope } from '../../contracts/index.ts';

/** A limit that does not hold what is to be done next, in the measure that people have for it. */
export interface LimitReached {
  readonly scope: BudgetScope;
  readonly resource: BudgetResource;
  readonly limit: number;
  readonly consumed: number;
  /** Set aside for what is under way, or for the last turn. */
  readonly held: number;
  readonly needed: number;
}

/** What one of a resource is called; money is written as money. */
const NAMES: Readonly<Record<Exclude<BudgetResource, 'cost'>, string>> = {
  cloud_calls: 'calls of cloud models',
  tokens: 'tokens',
  duration: 'seconds of work',
  tools: 'calls of tools',
  retrieval: 'searches',
  parallel: 'roles at once',
  queue: 'runs in the queue',
  runs: 'runs',
};

/** How a limit is called where it is configured. */
const SETTINGS: Readonly<Record<LimitReached['scope'], Partial<Record<BudgetResource, string>>>> = {
  run: { cloud_calls: 'max_cloud_calls', tokens: 'max_total_tokens', duration: 'max_duration_sec', tools: 'max_tool_calls', retrieval: 'max_retrieval_queries', parallel: 'max_parallel_agents', cost: 'max_cost_usd' },
  user_daily: { cloud_calls: 'max_cloud_calls', tokens: 'max_total_tokens', runs: 'max_runs' },
  global: { runs: 'max_concurrent_runs', queue: 'max_queue_depth' },
};
const SECTIONS: Readonly<Record<LimitReached['scope'], string>> = { run: 'per_run', user_daily: 'per_user_daily', global: 'global' };

const CENTS_PER_DOLLAR = 100;
const SECONDS_PER_MINUTE = 60;

export function amountText(resource: BudgetResource, amount: number): string {
  return resource === 'cost' ? `$${amount.toFixed(amount < 1 / CENTS_PER_DOLLAR && amount > 0 ? 4 : 2)}` : `${wholeNumber(amount)} ${NAMES[resource]}`;
}

function wholeNumber(amount: number): string {
  return Math.round(amount).toLocaleString('en-US');
}

/** Which limit it is, how it stands, and what the next step needs of it. */
export function limitSentence({ scope, resource, limit, consumed, held, needed }: LimitReached): string {
  const whose = scope === 'run' ? 'The run' : scope === 'user_daily' ? 'This day (UTC)' : 'The whole system';
  const bare = (amount: number): string => (resource === 'cost' ? amountText('cost', amount) : wholeNumber(amount));
  const may = resource === 'cost' ? `the ${amountText('cost', limit)} that it may cost` : `its ${amountText(resource, limit)}`;
  const set = held > 0 ? ` and has set ${bare(held)} aside` : '';
  const next = needed > 0 ? `; the next step needs up to ${bare(needed)}` : '';
  return `${whose} has used ${bare(consumed)} of ${may}${set}${next}.`;
}

/** Enough to go on with, and round enough to be read. */
const MORE_FACTOR = 2;
/** Of what is counted in calls, twice a handful is still a handful. */
const CALLS_MORE_MIN = 10;
const COUNTED_IN_CALLS: ReadonlySet<BudgetResource> = new Set<BudgetResource>(['cloud_calls', 'tools', 'retrieval']);
const NEEDED_FACTOR = 2;
const DIGITS_KEPT = 2;

export function suggestedLimit({ resource, limit, consumed, held, needed }: Omit<LimitReached, 'scope'>): number {
  const wanted = Math.max(limit * MORE_FACTOR, consumed + held + needed * NEEDED_FACTOR, COUNTED_IN_CALLS.has(resource) ? limit + CALLS_MORE_MIN : 0);
  return resource === 'cost' ? roundedUp(wanted * CENTS_PER_DOLLAR) / CENTS_PER_DOLLAR : roundedUp(wanted);
}

function roundedUp(amount: number): number {
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, amount))) - DIGITS_KEPT);
  return Math.ceil(amount / step) * step;
}

/** What to do when the run has ended: where more is given, with a figure that is enough. */
export function moreText(reached: LimitReached): string {
  const { scope, resource } = reached;
  const more = suggestedLimit(reached);
  const setting = `runs.budget.${SECTIONS[scope]}.${SETTINGS[scope][resource] ?? resource}`;
  if (scope !== 'run') return `What was made is kept. Try again ${scope === 'user_daily' ? 'tomorrow' : 'later'}, or set ${setting} to ${more} in the configuration.`;
  const options: Partial<Record<BudgetResource, string>> = { tokens: `--max-tokens ${more}`, cost: `--max-cost ${more}`, tools: `--max-tool-calls ${more}`, duration: `--max-minutes ${Math.ceil(more / SECONDS_PER_MINUTE)}` };
  const option = options[resource];
  return `What was made is kept in the folder. To go on from there, start it again with more: ${option === undefined ? `set ${setting} to ${more} in the configuration, then keelson run` : `keelson run ${option}`} with the same words.`;
}
