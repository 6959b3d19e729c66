import { runList, TerminationReason, type RunListItem, type RunListReport, type RunStanding } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { counted, dollars, shortId, wholeNumber } from './run-figures.ts';
import { oneLine } from './printable.ts';

export interface RunsOptions {
  readonly reason?: TerminationReason;
  readonly standing?: RunStanding;
  readonly limit?: number;
  readonly json?: boolean;
}

/** Lists the runs, the latest first, and how many ended for which reason. */
export async function listRuns(surface: Surface, { reason, standing, limit, json }: RunsOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const listed = await client.call(runList, { ...(reason !== undefined && { reason }), ...(standing !== undefined && { standing }), ...(limit !== undefined && { limit }) }, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(listed.value)}\n` : renderRuns(listed.value, terminal.columns, style(terminal.colour)));
  return EXIT.ok;
}

export function renderRuns({ runs, by_reason: byReason, total }: RunListReport, width: number, paint: Style): string {
  if (total === 0) return 'There are no runs yet. Start one: keelson run "what is to be done"\n';
  const ended = TerminationReason.options.flatMap((reason) => (byReason[reason] === undefined ? [] : [`${reason} ${wholeNumber(byReason[reason])}`]));
  const lines = [
    ...(runs.length === 0 ? ['None of them is so.'] : runs.flatMap((run) => runLines(run, width, paint))),
    ...wrapText([counted(total, 'run'), ...ended].join(' · '), width, '').split('\n').map(paint.dim),
  ];
  return `${lines.join('\n')}\n`;
}

const MINUTES_END = 'YYYY-MM-DDThh:mm'.length;

/** One line for what it is, and one for how it stands. */
function runLines({ run_id: id, request, standing, phase, reason, engine, started_at: startedAt, total_tokens: tokens, cost_usd: usd, parent_run_id: parentId }: RunListItem, width: number, paint: Style): string[] {
  const state = reason ?? (standing === 'interrupted' ? `interrupted in ${phase}` : `${standing} in ${phase}`);
  const colour = reason === 'success' ? paint.green : paint.yellow;
  const figures = [startedAt.slice(0, MINUTES_END).replace('T', ' '), ...(engine === null ? [] : [engine]), ...(parentId === undefined ? [] : [`handed over by ${shortId(parentId)}`]), ...(tokens === 0 ? [] : [`${wholeNumber(tokens)} tokens`, dollars(usd)]), ...(standing === 'interrupted' ? [`keelson resume ${shortId(id)}`] : [])];
  const shown = Math.max(1, width - shortId(id).length - 2);
  return [`${paint.bold(shortId(id))}  ${oneLine(request, shown)}`, `        ${colour(state)} ${paint.dim(`· ${figures.join(' · ')}`)}`];
}
