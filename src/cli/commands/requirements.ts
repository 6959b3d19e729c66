import {
  requirementsList,
  type Requirement,
  type RequirementCount,
  type RequirementSource,
  type RequirementsRequest,
} from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { wrapText } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';

export interface RequirementsOptions {
  readonly source?: NonNullable<RequirementsRequest['seed']>;
  readonly status?: NonNullable<RequirementsRequest['status']>;
  readonly list?: boolean;
  readonly json?: boolean;
}

export async function requirements(surface: Surface, options: RequirementsOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const { source: seed, status } = options;
  const outcome = await surface.client.call(
    requirementsList,
    { ...(seed === undefined ? {} : { seed }), ...(status === undefined ? {} : { status }) },
    { signal: surface.signal },
  );
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { terminal } = surface;
  if (asJson) {
    await terminal.writeOut(`${JSON.stringify(outcome.value)}\n`);
    return EXIT.ok;
  }
  const detailed = options.list === true || seed !== undefined || status !== undefined;
  await terminal.writeOut(renderCounts(outcome.value.counts));
  if (detailed) await terminal.writeOut(`\n${renderList(outcome.value.requirements, terminal.columns)}`);
  else await terminal.writeOut('\nSee them with --list, --source NAME or --status done.\n');
  return EXIT.ok;
}

/** What each source is about. */
const SOURCE_TITLES: Readonly<Record<RequirementSource, string>> = {
  MH4: 'robustness: termination, conflicts, context, tools, budgets, retention, library access',
  ACI: 'role contracts, their registry and enforcement',
  ELN: 'evaluation: events, findings, formulas, revision, sources, reliance, validation codes',
  MAH: 'the harness: loop, models, stores, sandbox, channels, tracing, human in the loop',
  ART: 'the control loops, the solver, memory, the auditor, the four laws',
  ROLES: 'what each role may do and must deliver',
  KEELSON: 'our own promises',
};

export function renderCounts(counts: readonly RequirementCount[]): string {
  const total = counts.reduce((sum, one) => ({ done: sum.done + one.done, planned: sum.planned + one.planned }), { done: 0, planned: 0 });
  const row = (seed: string, done: number | string, planned: number | string): string =>
    `${seed.padEnd(10)}${String(done).padStart(6)}${String(planned).padStart(9)}\n`;
  return [
    row('source', 'done', 'planned'),
    ...counts.map((one) => `${row(one.seed, one.done, one.planned).trimEnd()}   ${SOURCE_TITLES[one.seed]}\n`),
    row('all', total.done, total.planned),
  ].join('');
}

function renderList(list: readonly Requirement[], columns: number): string {
  if (list.length === 0) return 'No requirement matches.\n';
  return list.map((one) => `${one.status.padEnd(8)} ${one.id} (${one.module})\n${wrapText(one.statement, columns, '    ')}\n`).join('');
}
