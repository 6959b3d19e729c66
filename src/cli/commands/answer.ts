import { attentionShow, attentionSkip, hardCallAnswer, type AttentionDetail, type ErrorBody, type HardRevisionCall } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printable, printableLines } from './printable.ts';
import { waitingText } from './waiting-text.ts';

export interface AnswerOptions {
  readonly json?: boolean;
}

/** Shows a question and its options; with an answer, gives it. */
export async function answer(surface: Surface, id: string, words: readonly string[], options: AnswerOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const shown = await client.call(attentionShow, { id }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, asJson);
  if (shown.value.kind === 'approval') return showFailure(surface, isApproval(shown.value.record.approval_id), asJson);
  if (shown.value.kind === 'function_call') return showFailure(surface, isFunction(shown.value.call.call_id), asJson);
  const { call } = shown.value;
  const said = words.join(' ').trim();
  if (said === '') {
    await terminal.writeOut(asJson ? `${JSON.stringify(shown.value)}\n` : `${shownCall(shown.value, style(terminal.colour)).join('\n')}\n`);
    return EXIT.ok;
  }
  const given = await giveCallAnswer(surface, call, said);
  if (!given.ok) return showFailure(surface, given.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(given.value)}\n` : `${isOption(call, given.value.answer) ? 'Answered' : 'Answered in your own words'}: ${printable(given.value.answer)}\n`);
  return EXIT.ok;
}

/** A mistyped number is taken for words: whoever answers sees which of the two it was. */
function isOption({ options }: HardRevisionCall, answer: string): boolean {
  return options.length === 0 || options.some(({ label }) => label === answer);
}

/** Not asked any more when nobody answered: a cancellation and the end of its time settle a question too. */
export function settledCallText({ options }: HardRevisionCall, { answer: given, by }: NonNullable<CallDetail['settled']>): string {
  const label = options.find(({ option_id: optionId }) => optionId === given)?.label ?? given;
  return by === NOBODY ? 'nobody answered, and it is not asked any more' : `answered by ${printable(by)}: ${printable(label)}`;
}

/** Who settles what no person settled. */
const NOBODY = 'nobody';

export interface SkipOptions {
  readonly json?: boolean;
}

/** Leaves an approval or a question out; a receipt says so, and nothing that waited for it is done. */
export async function skip(surface: Surface, id: string, options: SkipOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const shown = await client.call(attentionShow, { id }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, asJson);
  const whole = idOf(shown.value);
  const skipped = await client.call(attentionSkip, { id: whole }, { signal, idempotencyKey: `skip:${whole}` });
  if (!skipped.ok) return showFailure(surface, skipped.error, asJson);
  const { receipt } = skipped.value;
  await terminal.writeOut(asJson ? `${JSON.stringify(skipped.value)}\n` : `Left out: ${printable(receipt.target_ref)} (${receipt.skip_id}).\n`);
  return EXIT.ok;
}

function idOf(detail: AttentionDetail): string {
  if (detail.kind === 'approval') return detail.record.approval_id;
  return detail.kind === 'hard_call' ? detail.call.hard_call_id : detail.call.call_id;
}

type CallDetail = Extract<AttentionDetail, { kind: 'hard_call' }>;

/** A question as it stands: with how long it waits, or what was answered. */
export function shownCall({ call, settled, as_of: asOf }: CallDetail, paint: Style): string[] {
  const state = settled === null ? waitingText(asOf, timeoutOf(call)) : settledCallText(call, settled);
  return [...callLines(call, paint), `  ${call.hard_call_id} of ${call.run_id} · ${state}`];
}

/** A call that a client is to make, as it stands: nobody else answers it. */
export function shownFunction({ call, settled, as_of: asOf }: Extract<AttentionDetail, { kind: 'function_call' }>, paint: Style): string[] {
  const state = settled === null ? waitingText(asOf, call.expires_at) : `${printable(settled.answer)}, by ${printable(settled.by)}`;
  return [paint.bold(`Its client is to call ${printable(call.name)}`), `  ${printable(JSON.stringify(call.arguments))}`, `  ${call.call_id} of ${call.run_id} · ${state}`];
}

/** The question with its options numbered, and what each leads to. */
export function callLines({ prompt_text: prompt, options, response_mode: mode }: HardRevisionCall, paint: Style): string[] {
  const own = mode === 'closed_choice' ? [] : [options.length === 0 ? '  Answer in your own words.' : '  Or answer in your own words.'];
  return [
    paint.bold(printableLines(prompt)),
    ...options.flatMap(({ option_id: optionId, label, consequence, causes_side_effect: acts }, at) => [
      `  ${at + 1}. ${printable(label)} (${optionId})${acts ? paint.yellow(' — acts on the world') : ''}`,
      ...(consequence === label ? [] : [`     ${printable(consequence)}`]),
    ]),
    ...own,
  ];
}

/** Whoever asked tells an option, by its number, name or label, from an answer in the person's own words. */
export function giveCallAnswer({ client, signal }: Surface, { hard_call_id: callId }: HardRevisionCall, said: string) {
  return client.call(hardCallAnswer, { hard_call_id: callId, words: said }, { signal, idempotencyKey: `${callId}:${said}` });
}

/** When it is not waited for any longer; undefined when it always is. */
export function timeoutOf({ created_at: createdAt, pending_policy: { timeout_ms: timeoutMs } }: HardRevisionCall): string | undefined {
  return timeoutMs === undefined ? undefined : new Date(Date.parse(createdAt) + timeoutMs).toISOString();
}

function isFunction(id: string): ErrorBody {
  return { code: 'input.invalid', message: `${id} is a call of a function that the client of the run answers.`, next_step: `To go on without it, use \`keelson skip ${id}\`.`, data: {} };
}

function isApproval(id: string): ErrorBody {
  return { code: 'input.invalid', message: `${id} is something to say yes or no to.`, next_step: `Use \`keelson approve ${id}\`, \`keelson deny ${id}\` or \`keelson edit ${id} name=value\`.`, data: {} };
}
