import { runCancel, runPreviewUndo, runStart, runSteer, type ApprovalMode, type AttentionNotice, type ErrorBody, type RunId, type RunStartReport, type TerminationReason } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { noticeLine, tellProgram } from './attention-notices.ts';
import { renderReceipt } from './cancel.ts';
import { newKey, shortKey } from './new-key.ts';
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
  const key = options.key ?? shortKey();
  // Ctrl-C does not cut the work off: it asks the run to stop, and the run says what it had done.
  const cutOff = new AbortController();
  const begun: { runId?: RunId } = {};
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
  surface.signal.addEventListener('abort', onInterrupt, { once: true });
  const watcher = watcherFor(surface, begun, options);
  try {
    const outcome = await watchRun(surface, {
      key,
      start: () => surface.client.call(runStart, { request, attendance: options.unattended === true ? 'unattended' : 'attended', ...(options.mode !== undefined && { mode: options.mode }), ...(options.workspace !== undefined && { workspace: options.workspace }) }, { signal: cutOff.signal, idempotencyKey: key }),
      async onStarted(runId) {
        begun.runId = runId;
        if (surface.signal.aborted) onInterrupt();
        if (!asJson) await surface.terminal.writeError(renderStart(runId, surface.terminal, options.key === undefined ? key : undefined));
      },
      // How it ended is told by what it gives back.
      onNotice: async (notice) => (notice.kind === 'run_ended' ? undefined : watcher.onNotice(notice)),
    });
    const isTold = await stopping;
    if (!outcome.ok) {
      // What stops before it has begun fails somewhere on the way, and has nothing to tell.
      if (surface.signal.aborted && begun.runId === undefined && !asJson) return tellNothingBegan(surface);
      const exitCode = await showFailure(surface, outcome.error, asJson);
      return surface.signal.aborted ? EXIT.interrupted : exitCode;
    }
    await surface.terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderAnswer(outcome.value, surface.terminal.isInteractive));
    if (!asJson && isTold !== true) await surface.terminal.writeError(renderEnd(outcome.value, await takenBackBy(surface, outcome.value.run_id), style(surface.terminal.colour)));
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
  if (json === true) return { onNotice: (notice) => tellProgram(surface, notice), stop() {} };
  if (!terminal.isInteractive || unattended === true) return { onNotice: (notice) => terminal.writeError(`${noticeLine(notice)}\n`), stop() {} };
  const lines = typedLines(surface, (line) => void steerWith(surface, begun.runId, line));
  const questions = askedHere(surface, lines, async (words) => {
    if (await steerWith(surface, begun.runId, words)) await terminal.writeError('Sent to the model. The question still waits.\n');
  });
  return {
    onNotice: questions.onNotice,
    stop() {
      questions.stop();
      lines.stop();
    },
  };
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

async function tellNothingBegan({ terminal }: Surface): Promise<ExitCode> {
  await terminal.writeError('\nStopped before the run began; nothing was done.\n');
  return EXIT.interrupted;
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

/** What is lost with this terminal can be gone on with by whoever knows the key; one that was given is known. */
function renderStart(runId: RunId, { colour, isInteractive }: Surface['terminal'], key: string | undefined): string {
  const lines = [`${runId} · Ctrl-C cancels it${isInteractive ? '; what you type reaches the model before its next step' : ''}`, ...(key === undefined ? [] : [`If it is cut off, the same again with --key ${key} goes on where it was.`])];
  return `${lines.map((line) => style(colour).dim(line)).join('\n')}\n`;
}

/** The command that takes back what the tools of the run changed; none when they changed nothing that is still so. */
async function takenBackBy({ client }: Surface, runId: RunId): Promise<string | undefined> {
  const preview = await client.call(runPreviewUndo, { run_id: runId });
  if (!preview.ok && preview.error.code === 'tool.nothing_to_undo') return undefined;
  const isLeft = !preview.ok || preview.value.is_incomplete || preview.value.changes.some(({ outcome }) => outcome !== 'already_so');
  return isLeft ? `keelson undo ${runId} takes back what its tools changed` : undefined;
}

/** What a person can do about an end that is no answer. */
const NEXT_STEPS: Partial<Readonly<Record<TerminationReason, string>>> = {
  context_budget_exceeded: 'Use a model that holds more. When yours does, say so: `context_tokens` of its entry under `models` in keelson.config.json.',
  retries_exhausted: '`keelson models --check` says which models answer; then run it again.',
  blocked: '`keelson models --check` says what is wrong with the model, and what to do.',
  budget_exhausted: 'Run it again with a smaller task; what is done is there.',
};

/** The record says what kind of answer it is: a refusal or one that was cut off is none to rely on, and no other is either. */
function renderEnd({ run_id: runId, prompts, termination: { reason, details } }: RunStartReport, takenBack: string | undefined, paint: Style): string {
  const next = NEXT_STEPS[reason];
  const lines = [
    ANSWERED.has(reason) ? printable(details) : `${reason}: ${printable(details)}`,
    ...(next === undefined ? [] : [next]),
    paint.dim([runId, ...(prompts === 0 ? [] : [`you were asked ${prompts} ${prompts === 1 ? 'time' : 'times'}`]), ...(takenBack === undefined ? [] : [takenBack])].join(' · ')),
  ];
  return `${lines.join('\n')}\n`;
}

function nothingAsked(): ErrorBody {
  return { code: 'input.invalid', message: 'No task is given.', next_step: 'Say in plain words what is to be done, such as: keelson run "find the failing test and say why it fails"', data: {} };
}
