import type { Outcome } from '../../client/index.ts';
import { denialWords, toolsList, toolsPreview, toolsRun, type ApprovalMode, type AttentionNotice, type ErrorBody, type ToolsPreview, type ToolsRunReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printable, printableLines } from './printable.ts';
import { saysYes } from './says-yes.ts';
import { readToolArguments } from './tool-arguments.ts';
import { noticeLine, tellProgram } from './attention-notices.ts';
import { renderQuestion } from './tools-question.ts';
import { typedLines } from './watch-run-lines.ts';
import { askedHere } from './watch-run-questions.ts';
import { watchRun, type WatchedWork } from './watch-run.ts';

export interface ToolsRunOptions {
  readonly args?: string;
  readonly role?: string;
  readonly workspace?: string;
  readonly approve?: string;
  /** Leaves the question open until somebody answers it, here or elsewhere. */
  readonly wait?: boolean;
  readonly mode?: ApprovalMode;
  /** Goes on with what was asked for under this key. */
  readonly key?: string;
  /** The words that chose this call. */
  readonly routedFrom?: string;
  readonly json?: boolean;
}

/** Shows what would be done, asks when the policy asks, and does exactly that. */
export async function runTool(surface: Surface, toolId: string, words: readonly string[], options: ToolsRunOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const listed = await client.call(toolsList, { tool_id: toolId }, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, asJson);
  const given = readToolArguments(words, options.args, listed.value.tools[0]?.definition.input_schema ?? {});
  if ('fault' in given) return showFailure(surface, given.fault, asJson);
  const wish = { tool_id: toolId, arguments: given.arguments, ...(options.role !== undefined && { role_id: options.role }), ...(options.workspace !== undefined && { workspace: options.workspace }) };
  const preview = await client.call(toolsPreview, wish, { signal });
  if (!preview.ok) return showFailure(surface, preview.error, asJson);
  const paint = style(terminal.colour);
  let approved = options.approve;
  if (approved !== undefined && approved !== preview.value.decision.action_hash) return showFailure(surface, anotherAction(toolId, preview.value), asJson);
  // Who names a mode leaves it to the mode whether anybody is asked.
  const waits = options.wait === true || options.mode !== undefined;
  if (preview.value.reasons.length > 0 && approved === undefined && !waits) {
    if (!terminal.isInteractive) return showFailure(surface, needsYes(toolId, preview.value), asJson);
    await terminal.writeError(renderQuestion(preview.value, paint));
    if (!(await saysYes(surface))) {
      await terminal.writeError('Nothing was done.\n');
      return EXIT.failed;
    }
    approved = preview.value.decision.action_hash;
  }
  const request = { ...wish, ...(approved !== undefined && { approved_action: approved }), ...(options.routedFrom !== undefined && { routed_from: options.routedFrom }), ...(options.mode !== undefined && { mode: options.mode }), wait: waits };
  const key = options.key ?? preview.value.confirmation;
  const start = (): Promise<Outcome<ToolsRunReport>> => client.call(toolsRun, request, { signal, idempotencyKey: key });
  const outcome = await (waits ? waitForAnswer(surface, { key, start }, asJson) : start());
  if (!outcome.ok) return showFailure(surface, waits && !asJson && outcome.error.code === 'tool.approval_denied' ? { ...outcome.error, message: `Not allowed: ${denialWords(outcome.error)}`, next_step: 'Nothing was done.' } : outcome.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : renderRun(outcome.value, terminal.isInteractive));
  if (!asJson) await terminal.writeError(renderNotes(outcome.value, paint));
  return outcome.value.outcome.error === null ? EXIT.ok : EXIT.failed;
}

/** While it waits, the question can be answered here, when a person is here, or anywhere else; the first answer counts. */
async function waitForAnswer(surface: Surface, { key, start }: Pick<WatchedWork<ToolsRunReport>, 'key' | 'start'>, asJson: boolean): Promise<Outcome<ToolsRunReport>> {
  const { terminal, signal } = surface;
  const isAsked = terminal.isInteractive && !asJson;
  const lines = isAsked ? typedLines(surface, () => {}) : undefined;
  const questions = lines === undefined ? undefined : askedHere(surface, lines, () => terminal.writeError('That is neither yes nor no.\n'));
  let isPending = false;
  try {
    return await watchRun(surface, {
      key,
      start,
      async onNotice(notice) {
        if (notice.kind === 'approval_pending') isPending = true;
        if (notice.kind === 'approval_settled') isPending = false;
        if (!WORTH_TELLING.has(notice.kind)) return;
        if (questions !== undefined) await questions.onNotice(notice);
        else if (!asJson) await terminal.writeError(`${noticeLine(notice)}\n`);
        else await tellProgram(surface, notice);
      },
    });
  } finally {
    questions?.stop();
    lines?.stop();
    if (isPending && signal.aborted && !asJson) await terminal.writeError(`\nThe question stays open. To go on once it is answered, run the same again with --key ${key}.\n`);
  }
}

/** The call itself is told by its result. */
const WORTH_TELLING: ReadonlySet<AttentionNotice['kind']> = new Set<AttentionNotice['kind']>(['approval_pending', 'approval_settled', 'hard_call_pending', 'hard_call_settled']);

function needsYes(toolId: string, { reasons, decision }: ToolsPreview): ErrorBody {
  return {
    code: 'tool.approval_denied',
    message: `${toolId} needs a yes: ${reasons.join(' ')}`,
    next_step: `If that is what you want, run the same again with --approve ${decision.action_hash}.`,
    data: { tool_id: toolId, reason: 'nobody was asked', action_hash: decision.action_hash },
  };
}

/** A yes is to one action: the same tool with other arguments, in another folder or of another version is another. */
function anotherAction(toolId: string, { reasons, decision }: ToolsPreview): ErrorBody {
  return {
    code: 'tool.approval_denied',
    message: 'What follows --approve is not the hash of this action, so nothing was done.',
    next_step: reasons.length === 0 ? 'This action needs no yes: leave --approve out.' : `If this is what you want, run it with --approve ${decision.action_hash}.`,
    data: { tool_id: toolId, reason: 'what was said yes to is not what would be done now', action_hash: decision.action_hash },
  };
}

/** A file or a program can hold anything: to a person's terminal go only characters that print, to a pipe what there is. */
function renderRun({ outcome }: ToolsRunReport, isInteractive: boolean): string {
  const text = outcome.error === null ? outcome.shown.text : '';
  const shown = isInteractive ? printableLines(text) : text;
  return shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`;
}

/** What a person may not expect of tools that live on what a longer run keeps: each command is a run of its own. */
const ALONE: Readonly<Record<string, { readonly when: 'done' | 'failed'; readonly note: string }>> = {
  start_process: { when: 'done', note: 'The process was stopped when this command ended: each `keelson tools run` is a run of its own, and processes end with their run.' },
  process_output: { when: 'failed', note: 'Processes end with the run that started them, and each `keelson tools run` is a run of its own: there is none to look at.' },
  stop_process: { when: 'failed', note: 'Processes end with the run that started them, and each `keelson tools run` is a run of its own: there is none to stop.' },
  ask_user: { when: 'failed', note: 'With --wait the question is put to you, here or in any other terminal (`keelson attention`).' },
};

function aloneNote({ decision, outcome }: ToolsRunReport): string[] {
  const alone = ALONE[decision.tool_id];
  return alone !== undefined && alone.when === (outcome.error === null ? 'done' : 'failed') ? [alone.note] : [];
}

function renderNotes(report: ToolsRunReport, paint: Style): string {
  const { run_id: runId, outcome } = report;
  const lines = [
    ...(outcome.error === null ? [] : [`keelson: ${outcome.error.message}\n         ${outcome.error.next_step}\n         [${outcome.error.code}]`]),
    ...aloneNote(report),
    ...outcome.changes.map(({ path, kind }) => `${kind} ${printable(path)}`),
    paint.dim(`${runId}${outcome.changes.length === 0 ? '' : outcome.is_undoable ? ` · keelson undo ${runId} takes it back` : ' · not all of it can be taken back'}`),
  ];
  return `${lines.join('\n')}\n`;
}
