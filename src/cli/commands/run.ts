import { runCancel, runStart, runSteer, type ApprovalMode, type AttentionNotice, type ErrorBody, type RunId, type RunStartReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { noticeLine } from './attention-notices.ts';
import { renderReceipt } from './cancel.ts';
import { newKey } from './new-key.ts';
import { printable, printableLines } from './printable.ts';
import { typedLines } from './watch-run-lines.ts';
import { askedHere } from './watch-run-questions.ts';
import { watchRun } from './watch-run.ts';

export interface RunOptions {
  readonly mode?: ApprovalMode;
  readonly unattended?: boolean;
  readonly workspace?: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** Lets a model work on a task. What it does is told as it happens, and what needs a person is asked right here. */
export async function run(surface: Surface, words: readonly string[], options: RunOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const request = words.join(' ').trim();
  if (request === '') return showFailure(surface, nothingAsked(), asJson);
  const key = options.key ?? newKey();
  // Ctrl-C does not cut the work off: it asks the run to stop, and the run says what it had done.
  const cutOff = new AbortController();
  const begun: { runId?: RunId } = {};
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    if (!(await stopRun(surface, begun.runId, asJson))) cutOff.abort();
  };
  const onInterrupt = (): void => {
    if (begun.runId === undefined) cutOff.abort();
    else stopping ??= stop();
  };
  surface.signal.addEventListener('abort', onInterrupt, { once: true });
  const watcher = watcherFor(surface, begun, options);
  try {
    const outcome = await watchRun(surface, {
      key,
      start: () => surface.client.call(runStart, { request, attendance: options.unattended === true ? 'unattended' : 'attended', ...(options.mode !== undefined && { mode: options.mode }), ...(options.workspace !== undefined && { workspace: options.workspace }) }, { signal: cutOff.signal, idempotencyKey: key }),
      async onStarted(runId) {
        begun.runId = runId;
        if (surface.signal.aborted) onInterrupt();
        if (!asJson) await surface.terminal.writeError(`${style(surface.terminal.colour).dim(`${runId} · Ctrl-C cancels it${surface.terminal.isInteractive ? '; what you type reaches the model before its next step' : ''}`)}\n`);
      },
      // How it ended is told by what it gives back.
      onNotice: async (notice) => (notice.kind === 'run_ended' ? undefined : watcher.onNotice(notice)),
    });
    await stopping;
    if (!outcome.ok) {
      const exitCode = await showFailure(surface, outcome.error, asJson);
      return surface.signal.aborted ? EXIT.interrupted : exitCode;
    }
    await surface.terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderAnswer(outcome.value, surface.terminal.isInteractive));
    if (!asJson) await surface.terminal.writeError(renderEnd(outcome.value, style(surface.terminal.colour)));
    return surface.signal.aborted ? EXIT.interrupted : ANSWERED.has(outcome.value.termination.reason) ? EXIT.ok : EXIT.failed;
  } finally {
    surface.signal.removeEventListener('abort', onInterrupt);
    watcher.stop();
  }
}

interface Watcher {
  onNotice(notice: AttentionNotice): Promise<void>;
  stop(): void;
}

/** At a terminal questions are asked and lines are steering; elsewhere it is only told what happens. */
function watcherFor(surface: Surface, begun: { readonly runId?: RunId }, { json, unattended }: RunOptions): Watcher {
  const { terminal } = surface;
  if (json === true) return { onNotice: async (notice) => void (notice.kind === 'approval_pending' && (await terminal.writeOut(`${JSON.stringify(notice.notification)}\n`))), stop() {} };
  if (!terminal.isInteractive || unattended === true) return { onNotice: (notice) => terminal.writeError(`${noticeLine(notice)}\n`), stop() {} };
  const lines = typedLines(surface, (line) => void steerWith(surface, begun.runId, line));
  const questions = askedHere(surface, lines);
  return {
    onNotice: questions.onNotice,
    stop() {
      questions.stop();
      lines.stop();
    },
  };
}

async function steerWith(surface: Surface, runId: RunId | undefined, line: string): Promise<void> {
  const text = line.trim();
  if (text === '') return;
  if (runId === undefined) return surface.terminal.writeError('The run has not begun yet; say it again in a moment.\n');
  const sent = await surface.client.call(runSteer, { run_id: runId, text }, { idempotencyKey: newKey() });
  if (!sent.ok) await showFailure(surface, sent.error, false);
}

/** True when the run was told to stop; whatever comes of it is then told by the run itself. */
async function stopRun({ client, terminal }: Surface, runId: RunId | undefined, asJson: boolean): Promise<boolean> {
  if (runId === undefined) return false;
  if (!asJson) await terminal.writeError('\nStopping…\n');
  const cancelled = await client.call(runCancel, { run_id: runId }, { idempotencyKey: `cancel:${runId}` });
  if (cancelled.ok && !asJson) await terminal.writeError(renderReceipt(cancelled.value.receipt));
  return cancelled.ok;
}

/** The model said what it had to say. */
const ANSWERED: ReadonlySet<string> = new Set(['success', 'insufficient_evidence']);

function renderAnswer({ answer }: RunStartReport, isInteractive: boolean): string {
  const shown = isInteractive ? printableLines(answer) : answer;
  return shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`;
}

function renderEnd({ run_id: runId, answer, prompts, termination }: RunStartReport, paint: Style): string {
  const hasAnswer = ANSWERED.has(termination.reason);
  const lines = [
    ...(hasAnswer ? [answer === '' ? 'The model said nothing.' : 'Nothing has checked this answer yet.'] : [`${termination.reason}: ${printable(termination.details)}`]),
    paint.dim(`${runId} · you were asked ${prompts} ${prompts === 1 ? 'time' : 'times'} · keelson undo ${runId} takes back what its tools changed`),
  ];
  return `${lines.join('\n')}\n`;
}

function nothingAsked(): ErrorBody {
  return { code: 'input.invalid', message: 'No task is given.', next_step: 'Say in plain words what is to be done, such as: keelson run "find the failing test and say why it fails"', data: {} };
}
