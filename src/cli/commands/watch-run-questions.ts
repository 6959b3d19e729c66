import { attentionShow, type AttentionNotice } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { callLines, giveCallAnswer } from './answer.ts';
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

export function askedHere(surface: Surface, lines: TypedLines): Questions {
  const open = new Map<string, AbortController>();
  const answeredHere = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  const inTurn = async (before: Promise<void>, withdrawn: AbortSignal, id: string, work: (signal: AbortSignal) => Promise<boolean>): Promise<void> => {
    await before;
    if (!withdrawn.aborted && (await work(withdrawn))) answeredHere.add(id);
    open.delete(id);
  };
  const ask = (id: string, work: (signal: AbortSignal) => Promise<boolean>): void => {
    const withdrawn = new AbortController();
    open.set(id, withdrawn);
    last = inTurn(last, withdrawn.signal, id, work);
  };
  const settled = async (id: string, notice: AttentionNotice): Promise<void> => {
    const withdrawn = open.get(id);
    // The one who answers here hears of it here.
    if (answeredHere.has(id)) return;
    await surface.terminal.writeError(`${withdrawn === undefined ? '' : '\n'}${noticeLine(notice)}\n`);
    withdrawn?.abort();
  };
  return {
    async onNotice(notice) {
      if (notice.kind === 'approval_pending') {
        const { approval_id: id } = notice.notification.params;
        ask(id, (signal) => askApproval(surface, lines, id, signal));
      } else if (notice.kind === 'hard_call_pending') ask(notice.hard_call_id, (signal) => askCall(surface, lines, notice.hard_call_id, signal));
      else if (notice.kind === 'approval_settled') await settled(notice.approval_id, notice);
      else if (notice.kind === 'hard_call_settled') await settled(notice.hard_call_id, notice);
      else await surface.terminal.writeError(`${noticeLine(notice)}\n`);
    },
    stop() {
      for (const withdrawn of open.values()) withdrawn.abort();
    },
  };
}

/** Answers true when the person answered here. */
async function askApproval(surface: Surface, lines: TypedLines, id: string, signal: AbortSignal): Promise<boolean> {
  const { terminal } = surface;
  const found = await findApproval(surface, id);
  if ('fault' in found || found.detail.settled !== null) return false;
  const { record, as_of: asOf } = found.detail;
  await terminal.writeError(`${approvalLines(record, asOf, style(terminal.colour)).join('\n')}\n`);
  for (;;) {
    await terminal.writeError('Let it be done? Type yes, or no and why: ');
    const line = await lines.next(signal);
    if (line === undefined) return false;
    const reply = replyOf(line);
    if (reply === undefined) continue;
    const given = await giveAnswer(surface, record, { ...reply, remember: 'once' });
    if (!given.ok) await showFailure(surface, given.error, false);
    else await terminal.writeError(`${reply.answer === 'approved' ? 'Approved' : 'Denied'}: ${actionText(record)}\n`);
    return true;
  }
}

/** Only a whole yes is one, and only what begins with no is a no: words meant for the model are neither. */
function replyOf(line: string): { readonly answer: 'approved' | 'denied'; readonly reason: string } | undefined {
  const said = line.trim();
  if (['y', 'yes'].includes(said.toLowerCase())) return { answer: 'approved', reason: '' };
  const [first = '', ...rest] = said.split(/[ ,:;]/);
  return ['n', 'no'].includes(first.toLowerCase()) ? { answer: 'denied', reason: rest.join(' ').trim() } : undefined;
}

async function askCall(surface: Surface, lines: TypedLines, id: string, signal: AbortSignal): Promise<boolean> {
  const { terminal, client } = surface;
  const shown = await client.call(attentionShow, { id }, { signal });
  if (!shown.ok || shown.value.kind !== 'hard_call' || shown.value.settled !== null) return false;
  const { call } = shown.value;
  await terminal.writeError(`${callLines(call, style(terminal.colour)).join('\n')}\n`);
  for (;;) {
    await terminal.writeError('Your answer: ');
    const line = await lines.next(signal);
    if (line === undefined) return false;
    if (line.trim() === '') continue;
    const given = await giveCallAnswer(surface, call, line.trim());
    if (given.ok) return true;
    await showFailure(surface, given.error, false);
    if (given.error.code !== 'hard_call.answer_invalid') return true;
  }
}
