import type { Outcome } from '../../client/index.ts';
import { hardCallRaised, resultText, runCancel, runPreviewUndo, runSteer, type AttentionNotice, type RunId, type RunReport, type RunStartReport, type TerminationRecord } from '../../contracts/index.ts';
import { EXIT, EXIT_BY_REASON, type ExitCode } from '../exit-codes.ts';
import { liveTerminal } from '../live-terminal.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { timeoutOf } from './answer.ts';
import { noticeLine } from './attention-notices.ts';
import { renderReceipt } from './cancel.ts';
import { newKey } from './new-key.ts';
import { printableLines } from './printable.ts';
import { resultViews } from './result-views.ts';
import { runProgress } from './run-progress.ts';
import { endLines, quietEnd, reasonLines, type Undoable } from './run-report-text.ts';
import { typedLines, type TypedLines } from './watch-run-lines.ts';
import { askedHere } from './watch-run-questions.ts';
import { watchRun, type WatchedWork } from './watch-run.ts';

export interface TaskOptions {
  readonly unattended?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export interface WatchedTask extends Pick<WatchedWork<RunStartReport>, 'key' | 'runId'> {
  start(signal: AbortSignal): Promise<Outcome<RunStartReport>>;
  /** Said when it is known which run it is. */
  beginning(runId: RunId): string | Promise<string>;
  /** What was reached before, of a run that is gone on with. */
  readonly known?: RunReport;
  /** Lines that somebody types, where the task is not the only one to read them. */
  readonly lines?: (unasked: (line: string) => void) => TypedLines;
}

export interface EndedTask {
  readonly exitCode: ExitCode;
  readonly report?: RunStartReport;
}

/** Has a task worked on; tells how it goes, asks what it asks, takes what is typed, and says how it ended. */
export async function watchTask(outer: Surface, task: WatchedTask, options: TaskOptions): Promise<EndedTask> {
  const asJson = options.json === true;
  const isQuiet = options.quiet === true || asJson;
  // Who reads the lines elsewhere moves the cursor unseen.
  const live = outer.terminal.repaints === true && !isQuiet && task.lines === undefined ? liveTerminal(outer.terminal) : undefined;
  const surface: Surface = live === undefined ? outer : { ...outer, terminal: live.terminal };
  const { terminal, signal } = surface;
  // Ctrl-C does not cut the work off: it asks the run to stop, and the run says what it had done.
  const cutOff = new AbortController();
  const begun: { runId?: RunId } = task.runId === undefined ? {} : { runId: task.runId };
  let stopping: Promise<boolean> | undefined;
  const stop = async (): Promise<boolean> => {
    const isStopped = await stopRun(surface, begun.runId, asJson);
    if (!isStopped) cutOff.abort();
    return isStopped;
  };
  const onInterrupt = (): void => {
    if (begun.runId === undefined) cutOff.abort();
    else stopping ??= stop();
  };
  signal.addEventListener('abort', onInterrupt, { once: true });
  const watcher = watcherFor(surface, begun, task, options, live === undefined ? undefined : live.show);
  try {
    const outcome = await watchRun(surface, {
      key: task.key,
      ...(task.runId !== undefined && { runId: task.runId }),
      asEvents: asJson,
      start: () => task.start(cutOff.signal),
      async onStarted(runId) {
        begun.runId = runId;
        if (signal.aborted) onInterrupt();
        if (!isQuiet) await terminal.writeError(await task.beginning(runId));
      },
      // How it ended is told by what it gives back.
      onNotice: async (notice) => (notice.kind === 'run_ended' ? undefined : watcher.onNotice(notice)),
    });
    // Whatever is typed from here on is not meant for a run that has ended.
    watcher.stop();
    const isTold = await stopping;
    await live?.end();
    if (!outcome.ok) {
      // What stops before it has begun fails somewhere on the way, and has nothing to tell.
      if (signal.aborted && begun.runId === undefined && !asJson) return await tellNothingBegan(surface);
      const exitCode = await showFailure(surface, outcome.error, asJson);
      return { exitCode: signal.aborted ? EXIT.interrupted : exitCode };
    }
    await tellEnd(surface, outcome.value, { asJson, isQuiet, isTold: isTold === true });
    return { exitCode: signal.aborted ? EXIT.interrupted : EXIT_BY_REASON[outcome.value.termination.reason], report: outcome.value };
  } finally {
    signal.removeEventListener('abort', onInterrupt);
    watcher.stop();
  }
}

interface Watcher {
  onNotice(notice: AttentionNotice): Promise<void>;
  stop(): void;
}

const QUESTIONS: ReadonlySet<AttentionNotice['kind']> = new Set<AttentionNotice['kind']>(['approval_pending', 'approval_settled', 'hard_call_pending', 'hard_call_settled', 'function_call_pending', 'function_call_settled']);

/** Said once, where nothing can be typed: whoever starts runs by a program need not wait at all. */
const NOBODY_HERE = '    Nothing can be typed here, so it waits. With --unattended nobody is asked, and what needs a yes is denied.\n';

/** At a terminal questions are asked and lines are steering; elsewhere it is only told what happens. */
function watcherFor(surface: Surface, begun: { readonly runId?: RunId }, task: WatchedTask, { json, unattended, quiet }: TaskOptions, show: ((lines: readonly string[]) => Promise<void>) | undefined): Watcher {
  const { terminal } = surface;
  if (json === true) return { onNotice: (notice) => tellProgram(surface, notice), stop() {} };
  const progress = runProgress({ width: terminal.columns, paint: style(terminal.colour) }, { tellsBeginnings: show === undefined, ...(task.known !== undefined && { known: task.known }) });
  const tell = async (notice: AttentionNotice): Promise<void> => {
    if (quiet === true) return;
    const lines = progress.take(notice);
    if (lines.length > 0) await terminal.writeError(`${lines.join('\n')}\n`);
    await show?.(progress.now());
  };
  let isHinted = false;
  const tellWaiting = async (notice: AttentionNotice): Promise<void> => {
    const isAsking = notice.kind === 'approval_pending' || notice.kind === 'hard_call_pending';
    await terminal.writeError(`${noticeLine(notice)}\n${isAsking && !isHinted ? NOBODY_HERE : ''}`);
    isHinted ||= isAsking;
  };
  if (!terminal.isInteractive || unattended === true) return { onNotice: (notice) => (QUESTIONS.has(notice.kind) ? tellWaiting(notice) : tell(notice)), stop() {} };
  const lines = (task.lines ?? ((unasked) => typedLines(surface, unasked)))((line) => void steerWith(surface, begun.runId, line));
  const questions = askedHere(surface, lines, async (words) => {
    if (await steerWith(surface, begun.runId, words)) await terminal.writeError('Sent to the model. The question still waits.\n');
  });
  return {
    onNotice: (notice) => (QUESTIONS.has(notice.kind) ? questions.onNotice(notice) : tell(notice)),
    stop() {
      questions.stop();
      lines.stop();
    },
  };
}

/** Every event is one line; a question in words is for the person beside the program, who would wait without knowing. */
async function tellProgram({ terminal }: Surface, notice: AttentionNotice): Promise<void> {
  if (notice.kind !== 'run_progress') return;
  await terminal.writeOut(`${JSON.stringify(notice.event)}\n`);
  const raised = notice.event.type === hardCallRaised.type ? hardCallRaised.payload.safeParse(notice.event.payload) : undefined;
  if (raised?.success !== true) return;
  const { call } = raised.data;
  const expiresAt = timeoutOf(call);
  await terminal.writeError(`${noticeLine({ kind: 'hard_call_pending', run_id: notice.run_id, hard_call_id: call.hard_call_id, prompt: call.prompt_text, ...(expiresAt !== undefined && { expires_at: expiresAt }) })}\n`);
}

/** True when the words were sent. */
async function steerWith(surface: Surface, runId: RunId | undefined, line: string): Promise<boolean> {
  const text = line.trim();
  if (text === '') return false;
  if (runId === undefined) {
    await surface.terminal.writeError('The run has not begun yet; say it again in a moment.\n');
    return false;
  }
  const sent = await surface.client.call(runSteer, { run_id: runId, text }, { idempotencyKey: newKey() });
  if (!sent.ok) await showFailure(surface, sent.error, false);
  return sent.ok;
}

async function tellNothingBegan({ terminal }: Surface): Promise<EndedTask> {
  await terminal.writeError('\nStopped before the run began; nothing was done.\n');
  return { exitCode: EXIT.interrupted };
}

/** True when the run was told to stop; whatever comes of it is then told by the run itself. */
async function stopRun({ client, terminal }: Surface, runId: RunId | undefined, asJson: boolean): Promise<boolean> {
  if (runId === undefined) return false;
  if (!asJson) await terminal.writeError('\nStopping…\n');
  const cancelled = await client.call(runCancel, { run_id: runId }, { idempotencyKey: `cancel:${runId}` });
  if (cancelled.ok && !asJson) await terminal.writeError(renderReceipt(cancelled.value.receipt));
  return cancelled.ok;
}

/** The result goes where output goes, and everything about it where a person reads: a pipe gets the result alone. */
async function tellEnd(surface: Surface, ended: RunStartReport, { asJson, isQuiet, isTold }: { readonly asJson: boolean; readonly isQuiet: boolean; readonly isTold: boolean }): Promise<void> {
  const { terminal } = surface;
  if (asJson) return terminal.writeOut(`${JSON.stringify({ type: 'run.report', ...ended })}\n`);
  // What came of Ctrl-C was told when it was pressed; only what was reached by then is still handed over.
  const hasOutput = ended.report === undefined || (ended.report.result !== null && resultText(ended.report.result.output).trim() !== '');
  if (!isTold || hasOutput) await terminal.writeOut(renderAnswer(ended, terminal.isInteractive));
  if (isTold) return;
  if (isQuiet) return ended.termination.reason === 'success' ? undefined : terminal.writeError(`${quietEnd(ended.termination)}\n`);
  const sheet = { width: terminal.columns, paint: style(terminal.colour) };
  const { report, termination, run_id: runId } = ended;
  const lines = report === undefined ? [...reasonLines(termination, sheet), runId] : endLines(report, termination, await takenBackBy(surface, runId), sheet);
  const views = report === undefined ? [] : await resultViews(surface, report);
  await terminal.writeError(`\n${[...views.map((view) => `${view}\n`), ...lines].join('\n')}\n`);
}

/** Of a run that ended before, the same is told as at its end; where nothing was handed over, the words about it are. */
export async function tellEnded(surface: Surface, report: RunReport, termination: TerminationRecord, { json, quiet }: TaskOptions): Promise<ExitCode> {
  const { run_id: runId, result, prompts } = report;
  const answer = result === null ? '' : resultText(result.output) || result.summary;
  await tellEnd(surface, { run_id: runId, answer, prompts, termination, report }, { asJson: json === true, isQuiet: quiet === true, isTold: false });
  return EXIT_BY_REASON[termination.reason];
}

function renderAnswer({ answer }: RunStartReport, isInteractive: boolean): string {
  const shown = isInteractive ? printableLines(answer) : answer;
  return shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`;
}

/** What taking back would come to; nothing when there is nothing. */
export async function takenBackBy({ client }: Surface, runId: RunId): Promise<Undoable> {
  const preview = await client.call(runPreviewUndo, { run_id: runId });
  if (preview.ok) return preview.value;
  return preview.error.code === 'tool.nothing_to_undo' ? undefined : { changes: [], is_incomplete: true };
}
