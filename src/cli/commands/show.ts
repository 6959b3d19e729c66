import { LEDGER_PAGE_MAX, ledgerEvents, resultText, RunEventLine, runShow, STEPS_WITH_CONTENT, type Phase, type RunReport, type RunStanding } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { memoryLines } from './memory-lines.ts';
import { printable, printableLines } from './printable.ts';
import { costText, shortId } from './run-figures.ts';
import { planLines, understoodLines } from './run-plan-text.ts';
import { criteriaLines, endLines, familyLines, type Sheet, type Undoable } from './run-report-text.ts';
import { resultViews } from './result-views.ts';
import { ENGINE_WORDS } from './run-words.ts';
import { takenBackBy } from './watch-task.ts';

export interface ShowOptions {
  readonly events?: boolean;
  readonly json?: boolean;
}

/** Shows one run whole: what was asked, the plan, the result, what was found of each criterion, what it cost. */
export async function show(surface: Surface, run: string, { events, json }: ShowOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const shown = await client.call(runShow, { run }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, json === true);
  if (events === true) return showEvents(surface, shown.value.run_id, json === true);
  const sheet = { width: terminal.columns, paint: style(terminal.colour) };
  const undoable = json === true ? undefined : await takenBackBy(surface, shown.value.run_id);
  const views = json === true ? [] : await resultViews(surface, shown.value);
  await terminal.writeOut(json === true ? `${JSON.stringify(shown.value)}\n` : `${reportLines(shown.value, undoable, sheet, views).join('\n')}\n`);
  return EXIT.ok;
}

export function reportLines(report: RunReport, undoable: Undoable, sheet: Sheet, views: readonly string[] = []): string[] {
  const { width, paint } = sheet;
  const { request, task, plan, rounds, result, termination } = report;
  return [
    ...wrapText(printable(request), width, '').split('\n').map(paint.bold),
    ...(task === null || task.intent === request ? [] : understoodLines(task, width, paint)),
    ...memoryLines(report.calibration ?? [], width),
    ...(plan === null ? [] : planLines(plan, rounds, width, paint)),
    ...resultLines(result === null ? '' : resultText(result.output), paint.bold(report.taken_back === undefined ? 'Result' : 'Result, before what it changed was taken back')),
    ...views.flatMap((view) => ['', view, '']),
    ...(termination === null ? [...criteriaLines(report, sheet), ...familyLines(report, sheet), ...openLines(report, sheet)] : endLines(report, termination, undoable, sheet)),
  ];
}

/** Where nothing was handed over there is nothing to head. */
function resultLines(text: string, heading: string): string[] {
  return text.trim() === '' ? [] : [heading, printableLines(text).trimEnd()];
}

const STANDING_WORDS: Readonly<Record<Exclude<RunStanding, 'ended'>, (phase: Phase) => string>> = {
  running: (phase) => `It is at work, in ${phase}.`,
  waiting: (phase) => `It waits for you, in ${phase}.`,
  interrupted: (phase) => `It was cut off in ${phase}: whoever worked on it is gone.`,
};

/** How a run stands that has not ended, and what can be done about it. */
function openLines(report: RunReport, { width, paint }: Sheet): string[] {
  const { run_id: runId, standing, phase, suspension, engine } = report;
  if (standing === 'ended') return [];
  const waits = suspension === null ? [] : suspension.waiting_for === 'approval' ? [`keelson approve ${shortId(suspension.approval_id)}`] : suspension.questions.map(printable);
  const todo = { running: `keelson attention --follow --run ${shortId(runId)} watches it`, waiting: 'keelson attention says how to answer', interrupted: `keelson resume ${shortId(runId)} goes on where it was` };
  return [
    ...wrapText(STANDING_WORDS[standing](phase), width, '').split('\n'),
    ...waits.flatMap((line) => wrapText(line, width, '  ').split('\n')),
    `Next: ${todo[standing]}.`,
    ...wrapText(costText(report), width, '').split('\n').map(paint.dim),
    paint.dim([runId, ...(engine === null ? [] : [ENGINE_WORDS[engine]])].join(' · ')),
  ];
}

/** Its own events in order, without what the steps of its journal hold. */
async function showEvents({ client, signal, terminal, ...rest }: Surface, runId: string, asJson: boolean): Promise<ExitCode> {
  for (let after = 0; !signal.aborted; ) {
    const page = await client.call(ledgerEvents, { stream: `run/${runId}`, after, limit: LEDGER_PAGE_MAX, payload: asJson ? 'redacted' : 'none', wait_ms: 0 }, { signal });
    if (!page.ok) return showFailure({ client, signal, terminal, ...rest }, page.error, asJson);
    if (page.value.state === 'absent') return EXIT.ok;
    const lines = page.value.entries.flatMap(({ position, event }) => {
      if (STEPS_WITH_CONTENT.has(event.type)) return [];
      if (!asJson) return [`${event.recorded_at}  ${event.type}  ${event.actor}\n`];
      return [`${JSON.stringify(RunEventLine.parse({ position, type: event.type, at: event.recorded_at, actor: event.actor, payload: event.payload ?? null }))}\n`];
    });
    await terminal.writeOut(lines.join(''));
    if (page.value.is_end) return EXIT.ok;
    after = page.value.next_after;
  }
  return EXIT.interrupted;
}
