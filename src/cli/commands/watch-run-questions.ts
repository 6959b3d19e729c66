import { attentionShow, type AttentionNotice, type HardCallId } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { callLines, giveCallAnswer, settledCallText } from './answer.ts';
import { actionText, giveAnswer } from './approve.ts';
import { approvalLines, findApproval } from './approve-shown.ts';
import { noticeLine } from './attention-notices.ts';
import type { TypedLines } from './watch-run-lines.ts';

/** Asks a person what a run waits for, one question after the other, unless somebody answers elsewhere first. */
export interface Questions {
  onNotice(notice: AttentionNotice): Promise<void>;
  /** Leaves what is still open to be answered elsewhere. */
  stop(): void;
}

/** Takes words typed at a question that answer nothing. */
export type TakeWords = (words: string) => Promise<void>;

/** One question at the terminal. */
interface Asking {
  readonly surface: Surface;
  readonly lines: TypedLines;
  readonly id: string;
  readonly takeWords: TakeWords;
  /** Raised when it need not be answered here any more. */
  readonly withdrawn: AbortSignal;
  /** Said before an answer is given, since news of it may come sooner than its receipt. */
  answering(): void;
}

export function askedHere(surface: Surface, lines: TypedLines, takeWords: TakeWords): Questions {
  const open = new Map<string, AbortController>();
  const answeredHere = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  const inTurn = async (before: Promise<void>, withdrawn: AbortSignal, id: string, work: (asking: Asking) => Promise<void>): Promise<void> => {
    await before;
    if (!withdrawn.aborted) await work({ surface, lines, id, takeWords, withdrawn, answering: () => void answeredHere.add(id) });
    open.delete(id);
  };
  const ask = (id: string, work: (asking: Asking) => Promise<void>): void => {
    const withdrawn = new AbortController();
    open.set(id, withdrawn);
    last = inTurn(last, withdrawn.signal, id, work);
  };
  const settled = async (id: string, told: () => Promise<string>): Promise<void> => {
    const withdrawn = open.get(id);
    // The one who answers here hears of it here.
    if (answeredHere.has(id)) return;
    await surface.terminal.writeError(`${withdrawn === undefined ? '' : '\n'}${await told()}\n`);
    withdrawn?.abort();
  };
  return {
    async onNotice(notice) {
      if (notice.kind === 'approval_pending') {
        const { approval_id: id } = notice.notification.params;
        ask(id, askApproval);
      } else if (notice.kind === 'hard_call_pending') ask(notice.hard_call_id, askCall);
      else if (notice.kind === 'approval_settled') await settled(notice.approval_id, async () => noticeLine(notice));
      else if (notice.kind === 'hard_call_settled') await settled(notice.hard_call_id, () => settledCallLine(surface, notice.hard_call_id));
      else await surface.terminal.writeError(`${noticeLine(notice)}\n`);
    },
    stop() {
      for (const withdrawn of open.values()) withdrawn.abort();
    },
  };
}

async function askApproval({ surface, lines, id, takeWords, withdrawn, answering }: Asking): Promise<void> {
  const { terminal } = surface;
  const found = await findApproval(surface, id);
  if ('fault' in found || found.detail.settled !== null) return;
  const { record, as_of: asOf } = found.detail;
  await terminal.writeError(`${approvalLines(record, asOf, style(terminal.colour)).join('\n')}\n`);
  for (;;) {
    await terminal.writeError('Let it be done? Type yes, or no and why: ');
    const line = await lines.next(withdrawn);
    if (line === undefined) return tellInputEnded(surface, withdrawn, `keelson approve ${id}`);
    const reply = replyOf(line);
    if (reply === undefined) {
      if (line.trim() !== '') await takeWords(line);
      continue;
    }
    answering();
    const given = await giveAnswer(surface, record, { ...reply, remember: 'once' });
    if (!given.ok) await showFailure(surface, given.error, false);
    else await terminal.writeError(`${reply.answer === 'approved' ? 'Approved' : 'Denied'}: ${actionText(record)}\n`);
    return;
  }
}

/** Only a whole yes is one, and only what begins with no is a no: words meant for the model are neither. */
function replyOf(line: string): { readonly answer: 'approved' | 'denied'; readonly reason: string } | undefined {
  const said = line.trim();
  if (['y', 'yes'].includes(said.toLowerCase())) return { answer: 'approved', reason: '' };
  const [first = '', ...rest] = said.split(/[ ,:;]/);
  return ['n', 'no'].includes(first.toLowerCase()) ? { answer: 'denied', reason: rest.join(' ').trim() } : undefined;
}

async function askCall({ surface, lines, id, withdrawn, answering }: Asking): Promise<void> {
  const { terminal, client } = surface;
  const shown = await client.call(attentionShow, { id }, { signal: withdrawn });
  if (!shown.ok || shown.value.kind !== 'hard_call' || shown.value.settled !== null) return;
  const { call } = shown.value;
  await terminal.writeError(`${callLines(call, style(terminal.colour)).join('\n')}\n`);
  for (;;) {
    await terminal.writeError('Your answer: ');
    const line = await lines.next(withdrawn);
    if (line === undefined) return tellInputEnded(surface, withdrawn, `keelson answer ${id}`);
    if (line.trim() === '') continue;
    answering();
    const given = await giveCallAnswer(surface, call, line.trim());
    if (!given.ok) await showFailure(surface, given.error, false);
    if (given.ok || given.error.code !== 'hard_call.answer_invalid') return;
  }
}

/** After Ctrl-D nothing that is typed arrives any more: whoever goes on typing would type to the shell. */
async function tellInputEnded({ terminal, signal }: Surface, withdrawn: AbortSignal, command: string): Promise<void> {
  if (!signal.aborted && !withdrawn.aborted) await terminal.writeError(`\nNothing more can be typed here. In another terminal: ${command}\n`);
}

/** What was answered elsewhere; a question that nobody answered is not called answered. */
async function settledCallLine({ client }: Surface, id: HardCallId): Promise<string> {
  const shown = await client.call(attentionShow, { id });
  if (!shown.ok || shown.value.kind !== 'hard_call' || shown.value.settled === null) return noticeLine({ kind: 'hard_call_settled', hard_call_id: id });
  const { call, settled } = shown.value;
  return `${id}: ${settledCallText(call, settled)}`;
}
