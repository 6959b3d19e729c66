import { ACTIVITY_STREAM, AggregateKind, EVENTS, LEDGER_PAGE_MAX, ledgerEvents, LedgerStreamName, type LedgerEventsPage, type PayloadView, type ShownEntry } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { OUTPUT_ENDED, type Surface } from '../surface.ts';
import { absentText, showLedgerFailure, showMistake, tenantMistake, type LedgerOptions, type Mistake } from './ledger-shown.ts';

export interface LedgerEventsOptions extends LedgerOptions {
  readonly stream?: string;
  readonly type?: string;
  readonly after?: number;
  readonly limit?: number;
  readonly follow?: boolean;
  readonly payload?: boolean;
  readonly raw?: boolean;
}

/** How long one question waits for news; then it is asked again. */
const FOLLOW_WAIT_MS = 10_000;

/** Prints one line for each event, page by page. Following ends with Ctrl-C, and that is its proper end. */
export async function listLedgerEvents(surface: Surface, options: LedgerEventsOptions): Promise<ExitCode> {
  const { terminal, signal } = surface;
  const asJson = options.json === true;
  const mistaken = await showMistake(surface, [tenantMistake(options.tenant), streamMistake(options.stream), typeMistake(options.type)], asJson);
  if (mistaken !== undefined) return mistaken;
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  let after = options.after ?? 0;
  let shown = 0;
  let saidAbsent = false;
  while (shown < limit && !signal.aborted) {
    const outcome = await surface.client.call(
      ledgerEvents,
      {
        tenant: options.tenant,
        ...(options.stream !== undefined && { stream: options.stream }),
        ...(options.type !== undefined && { type: options.type }),
        after,
        limit: Math.min(LEDGER_PAGE_MAX, limit - shown),
        payload: viewOf(options),
        wait_ms: options.follow === true ? FOLLOW_WAIT_MS : 0,
      },
      { signal },
    );
    if (!outcome.ok) return showLedgerFailure(surface, outcome.error, asJson);
    if (outcome.value.state === 'absent') {
      if (!asJson && !saidAbsent) await (options.follow === true ? terminal.writeError : terminal.writeOut)(absentText(outcome.value));
      saidAbsent = true;
      if (options.follow !== true) return EXIT.ok;
      continue;
    }
    await terminal.writeOut(renderPage(outcome.value, asJson));
    shown += outcome.value.entries.length;
    after = outcome.value.next_after;
    if (outcome.value.is_end && options.follow !== true) break;
  }
  const wasInterrupted = signal.aborted && signal.reason !== OUTPUT_ENDED;
  if (shown === 0 && !asJson && !signal.aborted) await terminal.writeOut('No event matches.\n');
  if (wasInterrupted && options.follow !== true) await terminal.writeError(`Interrupted: events shown: ${shown}; go on with --after ${after}.\n`);
  return wasInterrupted ? EXIT.interrupted : EXIT.ok;
}

function streamMistake(stream: string | undefined): Mistake | undefined {
  if (stream === undefined || stream === ACTIVITY_STREAM || LedgerStreamName.safeParse(stream).success) return undefined;
  return {
    message: `"${stream}" cannot be the name of a stream.`,
    nextStep: `Write it as kind/id, such as run/run_01JFGWZ0000000000000000001; the kind is one of ${AggregateKind.options.join(', ')}. What runs did and asked for is ${ACTIVITY_STREAM}.`,
  };
}

/** A type that nothing is ever recorded under would just find nothing, and that would pass for an answer. */
function typeMistake(type: string | undefined): Mistake | undefined {
  if (type === undefined || EVENTS.some((event) => event.type === type)) return undefined;
  const kind = type.split('.')[0] ?? '';
  const ofKind = EVENTS.map((event) => event.type).filter((known) => known.startsWith(`${kind}.`));
  return {
    message: `There is no event type "${type}".`,
    nextStep: ofKind.length > 0 ? `Types of "${kind}" are: ${ofKind.join(', ')}.` : `A type is kind.happened, such as run.started; the kind is one of ${AggregateKind.options.join(', ')}.`,
  };
}

function viewOf({ payload, raw }: LedgerEventsOptions): PayloadView {
  if (raw === true) return 'stored';
  return payload === true ? 'redacted' : 'none';
}

function renderPage({ entries }: LedgerEventsPage, asJson: boolean): string {
  return entries.map((entry) => `${asJson ? JSON.stringify(entry) : renderEntry(entry)}\n`).join('');
}

function renderEntry({ position, event, activity }: ShownEntry): string {
  const meaning = activity === undefined ? '' : `  ${activity.kind}: ${printable(activity.says)}`;
  const line = `${position}  ${event.recorded_at}  ${event.aggregate}/${event.aggregate_id}#${event.sequence}  ${event.type}  ${event.actor}${meaning}`;
  if (event.payload === null) return `${line}  (payload erased)`;
  return event.payload === undefined ? line : `${line}\n    ${printable(JSON.stringify(event.payload))}`;
}

const FIRST_INVISIBLE = '\u007f';
const LAST_INVISIBLE = '\u009f';

/** JSON escapes the old control characters but not these, and a terminal would obey them. */
function printable(json: string): string {
  return Array.from(json, (char) => (char >= FIRST_INVISIBLE && char <= LAST_INVISIBLE ? `\\u00${char.charCodeAt(0).toString(16)}` : char)).join('');
}
