import { statsShow, TerminationReason, type ComparedRuns, type RunFigures, type StatsReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { bar, blockLine, lastThatFit } from './block-plot.ts';
import { counted, dollars, seconds, wholeNumber } from './run-figures.ts';

export interface StatsOptions {
  readonly since?: string;
  readonly by?: 'day' | 'week';
  readonly json?: boolean;
}

/** Shows what runs came to over time. */
export async function showStats(surface: Surface, { since, by, json }: StatsOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const told = await client.call(statsShow, { ...(since !== undefined && { since }), ...(by !== undefined && { by }) }, { signal });
  if (!told.ok) return showFailure(surface, told.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(told.value)}\n` : renderStats(told.value, terminal.columns, style(terminal.colour)));
  return EXIT.ok;
}

export function renderStats(report: StatsReport, width: number, paint: Style): string {
  const { total, since, by } = report;
  if (total.runs === 0) return `${wrapText(report.earlier ? `No run was begun since ${since}. Earlier ones: keelson stats --since YYYY-MM-DD` : 'There are no runs yet, so there is nothing to count. Start one: keelson run "what is to be done"', width, '')}\n`;
  const lines = [
    paint.bold(`${counted(total.runs, 'run')} since ${since}, by ${by}`),
    wrapText(headline(total), width, ''),
    '',
    ...plots(report, width),
    '',
    ...reasons(total, width, paint),
    '',
    paint.bold('Plans that memory had a word in'),
    ...compared('with', report.memory.recalled, width),
    ...compared('without', report.memory.not_recalled, width),
    ...(report.solver_sets.length < 2 ? [] : ['', paint.bold("By the solver's set"), ...report.solver_sets.flatMap(({ version, runs }) => compared(version, runs, width))]),
    ...(report.earlier ? [paint.dim(wrapText('There are earlier runs: --since shows them.', width, ''))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function headline({ ended, succeeded, corrections, replans, tools, executions_failed: failed, cost_usd: usd, tokens, active_seconds: active }: RunFigures): string {
  return [
    `${wholeNumber(ended)} ended, ${wholeNumber(succeeded)} of them with success`,
    `${counted(corrections.logical + corrections.environmental, 'correction')} (${wholeNumber(corrections.logical)} logical, ${wholeNumber(corrections.environmental)} environmental)`,
    counted(replans, 'replan'),
    `${counted(tools.calls, 'tool call')}, ${wholeNumber(tools.failed)} failed`,
    counted(failed, 'failed execution'),
    `${dollars(usd)}, ${wholeNumber(tokens)} tokens`,
    `${seconds(active)} at work`,
  ].join(' · ');
}

const LABEL_CHARS = 13;

interface Row {
  readonly label: string;
  readonly value: (figures: RunFigures) => number | null;
  readonly most: (max: number) => string;
  /** A share is drawn against the whole, everything else against its own largest. */
  readonly max?: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const rateOf = (part: number, of: number): number | null => (of === 0 ? null : part / of);

const ROWS: readonly Row[] = [
  { label: 'runs', value: ({ runs }) => runs, most: wholeNumber },
  { label: 'success', value: ({ succeeded, ended }) => rateOf(succeeded, ended), most: percent, max: 1 },
  { label: 'corrections', value: ({ corrections }) => corrections.logical + corrections.environmental, most: wholeNumber },
  { label: 'replans', value: ({ replans }) => replans, most: wholeNumber },
  { label: 'tools failed', value: ({ tools }) => rateOf(tools.failed, tools.calls), most: percent },
  { label: 'cost', value: ({ cost_usd: usd }) => usd, most: dollars },
];

/** A line for each figure, a character for each period, the latest at the right; with the largest beside it. */
function plots({ periods }: StatsReport, width: number): string[] {
  const shown = lastThatFit(periods, width - LABEL_CHARS - ' most 1,000,000'.length);
  const lines = ROWS.map(({ label, value, most, max }) => {
    const values = shown.map(({ figures }) => value(figures));
    const largest = Math.max(0, ...values.map((one) => one ?? 0));
    return `${label.padEnd(LABEL_CHARS)}${blockLine(values, max ?? largest)} most ${most(largest)}`;
  });
  const [first, last] = [shown[0]?.from ?? '', shown.at(-1)?.from ?? ''];
  return [...lines, `${' '.repeat(LABEL_CHARS)}${first === last ? first : `${first} to ${last}`}`];
}

function reasons({ by_reason: byReason }: RunFigures, width: number, paint: Style): string[] {
  const found = TerminationReason.options.flatMap((reason) => (byReason[reason] === undefined ? [] : [{ reason, count: byReason[reason] }])).toSorted((one, other) => other.count - one.count);
  if (found.length === 0) return ['None of them has ended yet.'];
  const [name, most] = [Math.max(...found.map(({ reason }) => reason.length)), found[0]?.count ?? 0];
  const cells = Math.max(4, width - name - wholeNumber(most).length - 2);
  return [paint.bold('Why they ended'), ...found.map(({ reason, count }) => `${reason.padEnd(name)} ${wholeNumber(count).padStart(wholeNumber(most).length)} ${bar(count, most, cells)}`.slice(0, Math.max(width, name)))];
}

function compared(label: string, runs: ComparedRuns, width: number): string[] {
  const { ended, success_rate: rate, success_low: low, success_high: high, replans_mean: replans, corrections_mean: corrections } = runs;
  if (rate === null || low === null || high === null || replans === null || corrections === null) return [wrapText(`${label.padEnd(LABEL_CHARS)}none that was planned and has ended`, width, '')];
  return [wrapText(`${label.padEnd(LABEL_CHARS)}${counted(ended, 'run')}, ${percent(rate)} success (${percent(low)} to ${percent(high)}), ${replans.toFixed(2)} replans and ${corrections.toFixed(2)} corrections each`, width, '')];
}
