import { actionWords, approvalAnswer, type ApprovalRecord, type ApprovalStatement, type ErrorBody, type RememberScope } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { approvalLines, findApproval, settledBefore } from './approve-shown.ts';
import { printable } from './printable.ts';
import { saysYes } from './says-yes.ts';

export interface ApproveOptions {
  readonly remember?: RememberScope;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface DenyOptions {
  readonly reason?: string;
  readonly json?: boolean;
}

/** Shows every question whole, one after the other, and says yes to all of them after one yes. */
export async function approve(surface: Surface, ids: readonly string[], options: ApproveOptions): Promise<ExitCode> {
  const { terminal } = surface;
  const asJson = options.json === true;
  const found = await openApprovals(surface, ids);
  if ('fault' in found) return showFailure(surface, found.fault, asJson);
  const paint = style(terminal.colour);
  if (!asJson) await terminal.writeError(`${found.open.map(({ record, asOf }) => approvalLines(record, asOf, paint).join('\n')).join('\n\n')}\n`);
  if (options.yes !== true) {
    if (!terminal.isInteractive) return showFailure(surface, needsYes(found.open.map(({ record }) => record)), asJson);
    await terminal.writeError(`${found.open.length === 1 ? 'Let it be done?' : `Let all ${found.open.length} be done?`} Type yes to go on: `);
    if (!(await saysYes(surface))) {
      await terminal.writeError('Nothing was answered; it still waits.\n');
      return EXIT.failed;
    }
  }
  return answerAll(surface, found.open.map(({ record }) => record), { answer: 'approved', remember: options.remember ?? 'once', reason: '' }, asJson);
}

/** A no needs no second thought: it is given at once. */
export async function deny(surface: Surface, ids: readonly string[], options: DenyOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const found = await openApprovals(surface, ids);
  if ('fault' in found) return showFailure(surface, found.fault, asJson);
  return answerAll(surface, found.open.map(({ record }) => record), { answer: 'denied', remember: 'once', reason: options.reason ?? '' }, asJson);
}

interface OpenApproval {
  readonly record: ApprovalRecord;
  readonly asOf: string;
}

/** All of them or none: what was typed wrong is told before anything is answered. */
async function openApprovals(surface: Surface, ids: readonly string[]): Promise<{ readonly open: readonly OpenApproval[] } | { readonly fault: ErrorBody }> {
  const open = new Map<string, OpenApproval>();
  for (const id of ids) {
    const found = await findApproval(surface, id);
    if ('fault' in found) return found;
    const settled = settledBefore(found.detail);
    if (settled !== undefined) return { fault: settled };
    const { record, as_of: asOf } = found.detail;
    open.set(record.approval_id, { record, asOf });
  }
  return { open: [...open.values()] };
}

interface Answer {
  readonly answer: 'approved' | 'denied';
  readonly remember: RememberScope;
  readonly reason: string;
}

/** One that somebody else answered first does not keep the others from their answer. */
async function answerAll(surface: Surface, records: readonly ApprovalRecord[], answer: Answer, asJson: boolean): Promise<ExitCode> {
  const { terminal } = surface;
  const answers: ({ statement: ApprovalStatement } | { error: ErrorBody })[] = [];
  let exitCode: ExitCode = EXIT.ok;
  for (const record of records) {
    const given = await giveAnswer(surface, record, answer);
    answers.push(given.ok ? given.value : { error: given.error });
    if (!given.ok) exitCode = asJson ? EXIT.failed : await showFailure(surface, given.error, false);
    else if (!asJson) await terminal.writeOut(`${answer.answer === 'approved' ? 'Approved' : 'Denied'}: ${actionText(record)}${rememberedText(answer.remember, given.value.statement.remember)}\n`);
  }
  if (asJson) await terminal.writeOut(`${JSON.stringify({ answers })}\n`);
  return exitCode;
}

/** The answer is bound to the action that was shown; the same answer again is the same answer. */
export function giveAnswer({ client, signal }: Surface, record: ApprovalRecord, { answer, remember, reason }: Answer) {
  const { approval_id: id, question } = record;
  const { action_hash: hash } = question.decision;
  return client.call(approvalAnswer, { approval_id: id, answer, action_hash: hash, remember, reason }, { signal, idempotencyKey: `${id}:${answer}:${remember}:${reason}` });
}

const REMEMBERED: Readonly<Record<RememberScope, string>> = {
  once: '',
  run: '; the same again in this run is not asked about',
  workspace: '; the same again in this folder is not asked about',
};

/** Said by what was signed: some actions are asked about each time, whatever was wished. */
function rememberedText(wished: RememberScope, signed: RememberScope): string {
  return wished === signed ? REMEMBERED[signed] : '; this once, for it is asked about each time';
}

/** The action in one line, to recognise it by. */
export function actionText({ question: { decision } }: ApprovalRecord): string {
  const words = printable(actionWords(decision, ACTION_CHARS_MAX));
  return words === '' ? decision.tool_id : `${decision.tool_id}, ${words}`;
}

const ACTION_CHARS_MAX = 120;

function needsYes(records: readonly ApprovalRecord[]): ErrorBody {
  return {
    code: 'operation.not_confirmed',
    message: `Nobody is here to say yes to ${records.length === 1 ? 'it' : 'them'}, so nothing was answered.`,
    next_step: `Read what it is (\`keelson attention ${records[0]?.approval_id ?? 'ID'}\`), then run the same again with --yes.`,
    data: { operation: 'approval.answer' },
  };
}
