import { attentionFollow, attentionList, attentionShow, type AttentionDetail, type AttentionLedgerItem, type AttentionNotice, type AttentionReport, type ErrorBody, type RunId } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';
import { shownCall, shownFunction } from './answer.ts';
import { approvalLines, settledBefore } from './approve-shown.ts';
import { readRun } from './attention-ids.ts';
import { noticeLine } from './attention-notices.ts';
import { printable } from './printable.ts';
import { runProgress, type Progress } from './run-progress.ts';
import { waitingText } from './waiting-text.ts';

export interface AttentionOptions {
  readonly run?: string;
  readonly follow?: boolean;
  readonly json?: boolean;
}

/** How long one question for news waits; then it is asked again. */
const FOLLOW_WAIT_MS = 10_000;

/** Lists what waits for a person, or shows one of it whole; with `--follow` it goes on with what comes, until Ctrl-C. */
export async function attention(surface: Surface, id: string | undefined, options: AttentionOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  if (id !== undefined) return showOne(surface, id, options);
  const run = options.run === undefined ? undefined : await readRun(surface, options.run);
  if (run !== undefined && 'fault' in run) return showFailure(surface, run.fault, asJson);
  const only = run === undefined ? {} : { run_id: run.runId };
  // The place in the log is noted before the list is read, so that nothing falls between the two.
  const noted = options.follow === true ? await client.call(attentionFollow, { ...only, wait_ms: 0 }, { signal }) : undefined;
  if (noted?.ok === false) return showFailure(surface, noted.error, asJson);
  const listed = await client.call(attentionList, only, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, asJson);
  if (noted === undefined) {
    await terminal.writeOut(asJson ? `${JSON.stringify(listed.value)}\n` : renderAttention(listed.value, style(terminal.colour)));
    return EXIT.ok;
  }
  if (!asJson) await terminal.writeOut(renderAttention(listed.value, style(terminal.colour)));
  return follow(surface, { ...only, after: noted.value.position }, asJson);
}

/** The whole of one, also after it was answered; nothing is answered by looking. */
async function showOne(surface: Surface, id: string, { run, follow: isFollowing, json }: AttentionOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  if (run !== undefined || isFollowing === true) return showFailure(surface, oneOrMany(), asJson);
  const shown = await client.call(attentionShow, { id }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(shown.value)}\n` : `${detailLines(shown.value, style(terminal.colour)).join('\n')}\n`);
  return EXIT.ok;
}

function detailLines(detail: AttentionDetail, paint: Style): string[] {
  if (detail.kind === 'hard_call') return shownCall(detail, paint);
  if (detail.kind === 'function_call') return shownFunction(detail, paint);
  const settled = settledBefore(detail);
  return [...approvalLines(detail.record, detail.as_of, paint), ...(settled === undefined ? [] : [`  ${printable(settled.message)}`])];
}

function oneOrMany(): ErrorBody {
  return { code: 'input.invalid', message: 'An id shows one thing; --run and --follow are for all of them.', next_step: 'Leave out the one or the other.', data: {} };
}

async function follow(surface: Surface, from: { readonly run_id?: RunId; readonly after: number }, asJson: boolean): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  let { after } = from;
  const progress = from.run_id === undefined ? undefined : runProgress({ width: terminal.columns, paint: style(terminal.colour) }, { tellsBeginnings: true });
  while (!signal.aborted) {
    const news = await client.call(attentionFollow, { ...from, after, wait_ms: FOLLOW_WAIT_MS }, { signal });
    if (signal.aborted) break;
    if (!news.ok) return showFailure(surface, news.error, asJson);
    after = news.value.position;
    await terminal.writeOut(news.value.notices.flatMap((notice) => told(notice, asJson, progress)).join(''));
  }
  return signal.reason === OUTPUT_ENDED ? EXIT.ok : EXIT.interrupted;
}

/** Of all runs only questions and their ends are told; of one run that is watched, everything. */
const OF_A_RUN_ALONE: ReadonlySet<AttentionNotice['kind']> = new Set<AttentionNotice['kind']>(['tool_started', 'tool_ended', 'tool_refused', 'steering_taken', 'run_progress']);

function told(notice: AttentionNotice, asJson: boolean, progress: Progress | undefined): string[] {
  if (asJson) return notice.kind === 'approval_pending' ? [`${JSON.stringify(notice.notification)}\n`] : [];
  if (progress !== undefined) return progress.take(notice).map((line) => `${line}\n`);
  return OF_A_RUN_ALONE.has(notice.kind) ? [] : [`${noticeLine(notice)}\n`];
}

function renderAttention({ items, as_of: asOf }: AttentionReport, paint: Style): string {
  if (items.length === 0) return 'Nothing waits for you.\n';
  return `${items.map((item) => renderItem(item, asOf, paint)).join('\n')}\n`;
}

/** What is no question goes by itself when this is so; there is nothing to answer. */
const GOES_WHEN: Partial<Record<AttentionLedgerItem['attention_kind'], string>> = {
  scheduled_run_failed: 'goes when the task goes well, or its schedule is removed',
  audit_trouble: 'goes once you have seen to it',
};

function renderItem({ item_id: id, attention_kind: kind, summary, priority, command_ref: command, expires_at: expiresAt, run_id: runId }: AttentionLedgerItem, asOf: string, paint: Style): string {
  const isUrgent = priority === 'blocking' || priority === 'high';
  return [
    `${isUrgent ? paint.yellow(priority) : priority}  ${printable(summary)}`,
    paint.dim(`  ${id}${runId === undefined ? '' : ` of ${runId}`} · ${GOES_WHEN[kind] ?? waitingText(asOf, expiresAt)}`),
    ...(command === undefined ? [] : [`  ${printable(command)}`]),
  ].join('\n');
}
