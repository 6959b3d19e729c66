import { approvalAnswer, toolsList, toolsPreview, type ErrorBody, type JsonObject, type JsonValue } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { approvalLines, findApproval, settledBefore } from './approve-shown.ts';
import { printableLines } from './printable.ts';
import { saysYes } from './says-yes.ts';
import { readToolArguments } from './tool-arguments.ts';

export interface EditOptions {
  readonly args?: string;
  readonly reason?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Puts other arguments in the place of those asked about: single ones as name=value, all of them after --args. */
export async function edit(surface: Surface, id: string, words: readonly string[], options: EditOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const found = await findApproval(surface, id);
  if ('fault' in found) return showFailure(surface, found.fault, asJson);
  const settled = settledBefore(found.detail);
  if (settled !== undefined) return showFailure(surface, settled, asJson);
  const { record, as_of: asOf } = found.detail;
  const { decision } = record.question;
  const paint = style(terminal.colour);
  if (!asJson) await terminal.writeError(`${approvalLines(record, asOf, paint).join('\n')}\n`);
  const listed = await client.call(toolsList, { tool_id: decision.tool_id }, { signal });
  const schema = listed.ok ? (listed.value.tools[0]?.definition.input_schema ?? {}) : {};
  // What is left out stays as it was, so nothing is filled in.
  const given = readToolArguments(words, options.args, { ...schema, required: [] });
  if ('fault' in given) return showFailure(surface, given.fault, asJson);
  const edited = options.args === undefined ? { ...decision.arguments, ...given.arguments } : given.arguments;
  const changes = changedLines(decision.arguments, edited);
  if (changes.length === 0) return showFailure(surface, nothingChanged(record.approval_id), asJson);
  const preview = await client.call(toolsPreview, { tool_id: decision.tool_id, arguments: edited, workspace: decision.workspace }, { signal });
  // What the policy says of it is for the run to say; what fits no contract would only be refused there.
  if (!preview.ok && preview.error.code === 'tool.arguments_invalid') return showFailure(surface, preview.error, asJson);
  if (!asJson) await terminal.writeError(`Instead:\n${changes.join('\n')}\n`);
  if (options.yes !== true) {
    if (!terminal.isInteractive) return showFailure(surface, needsYes(), asJson);
    await terminal.writeError('Let it be done like this? It is judged again first. Type yes to go on: ');
    if (!(await saysYes(surface))) {
      await terminal.writeError('Nothing was answered; it still waits.\n');
      return EXIT.failed;
    }
  }
  const request = { approval_id: record.approval_id, answer: 'edited' as const, action_hash: decision.action_hash, arguments: edited, reason: options.reason ?? '' };
  const outcome = await client.call(approvalAnswer, request, { signal, idempotencyKey: `${record.approval_id}:edited:${JSON.stringify(edited)}` });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : `Edited: ${decision.tool_id} goes on with what you wrote.\n`);
  return EXIT.ok;
}

/** What was and what would be, for each argument that differs. */
function changedLines(before: JsonObject, after: JsonObject): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [textOf(before[name]), textOf(after[name])];
    return was === is ? [] : [`  - ${name}: ${was}`, `  + ${name}: ${is}`];
  });
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '(left out)';
  return printableLines(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', '\n      ');
}

function nothingChanged(id: string): ErrorBody {
  return { code: 'input.invalid', message: 'What you gave changes no argument.', next_step: `Write what is to be different as name=value, or everything as one JSON object after --args; \`keelson approve ${id}\` lets it be done as it is.`, data: {} };
}

function needsYes(): ErrorBody {
  return { code: 'operation.not_confirmed', message: 'Nobody is here to say yes to it, so nothing was answered.', next_step: 'Look at what would be done instead, then run the same again with --yes.', data: { operation: 'approval.answer' } };
}
