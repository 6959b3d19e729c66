import { ApprovalId, FunctionCallId, HardCallId, type AttentionDetail, type AttentionLedgerItem, type FunctionCallSettlement } from '../contracts/index.ts';
import { KeelsonError, timestamp, type Clock } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';

/** Shorter ends are too easily mistyped into another one. */
const END_CHARS_MIN = 4;

/** What a person means by an id: the whole of it, or as much of its end as no other that waits has. */
export async function findWaiting(typed: string, documents: Pick<Documents, 'get' | 'list'>, clock: Clock): Promise<AttentionDetail> {
  const { listAttention, readApproval, readFunctionCall, readHardCall } = await import('../oversight/index.ts');
  const now = timestamp(clock);
  const open = (await listAttention(documents, { now })).map(idOf);
  const id = await wholeId(typed.trim(), open, documents);
  const [approvalId, callId, functionCallId] = [ApprovalId.safeParse(id), HardCallId.safeParse(id), FunctionCallId.safeParse(id)];
  if (approvalId.success) {
    const approval = await readApproval(approvalId.data, documents);
    if (approval !== undefined) return { kind: 'approval', ...approval, as_of: now };
  }
  if (callId.success) {
    const call = await readHardCall(callId.data, documents);
    if (call !== undefined) return { kind: 'hard_call', ...call, as_of: now };
  }
  if (functionCallId.success) {
    const known = await readFunctionCall(functionCallId.data, documents);
    if (known !== undefined) return { kind: 'function_call', call: known.call, settled: settledFunction(known.settlement), as_of: now };
  }
  throw nothingWaits(typed, open);
}

/** What a client answered is told to the run alone; a person sees that it did. */
function settledFunction(settlement: FunctionCallSettlement | null): AttentionDetail['settled'] {
  if (settlement === null) return null;
  return settlement.by === 'client' ? { answer: 'answered', by: settlement.answered_by, at: settlement.settled_at } : { answer: settlement.reason, by: 'nobody', at: settlement.settled_at };
}

export function idOfDetail(detail: AttentionDetail): ApprovalId | HardCallId | FunctionCallId {
  if (detail.kind === 'approval') return detail.record.approval_id;
  return detail.kind === 'hard_call' ? detail.call.hard_call_id : detail.call.call_id;
}

function idOf({ item_id: id }: Pick<AttentionLedgerItem, 'item_id'>): string {
  return id;
}

/** The letters of an id are the same in both cases, and people type small ones. */
async function wholeId(typed: string, open: readonly string[], documents: Pick<Documents, 'list'>): Promise<string> {
  const [prefix = '', ...rest] = typed.split('_');
  const whole = rest.length === 0 ? typed.toUpperCase() : `${prefix.toLowerCase()}_${rest.join('_').toUpperCase()}`;
  if ([ApprovalId, HardCallId, FunctionCallId].some((kind) => kind.safeParse(whole).success)) return whole;
  if (typed.length < END_CHARS_MIN) throw tooShort(typed);
  const waiting = open.filter((id) => id.endsWith(whole));
  // Whoever comes second names what waits no more, and is told who was first.
  const alike = waiting.length > 0 ? waiting : await settledAlike(whole, documents);
  if (alike.length > 1) throw ambiguous(typed, alike);
  return alike[0] ?? whole;
}

const PAGE = 500;
/** How the keys of everything that was ever asked begin; the id follows. */
const ASKED_PREFIXES = ['approval:', 'hard_call:', 'function_call:'];

async function settledAlike(end: string, documents: Pick<Documents, 'list'>): Promise<string[]> {
  const alike: string[] = [];
  for (const prefix of ASKED_PREFIXES) {
    for (let after: string | undefined; ; ) {
      const page = await documents.list(prefix, { limit: PAGE, ...(after !== undefined && { after }) });
      alike.push(...page.map(({ key }) => key.slice(prefix.length)).filter((id) => id.endsWith(end)));
      after = page.at(-1)?.key;
      if (page.length < PAGE) break;
    }
  }
  return alike;
}

export function nothingWaits(typed: string, open: readonly string[]): KeelsonError<'approval.unknown'> {
  return new KeelsonError('approval.unknown', {
    message: `Nothing is known as ${typed}.`,
    nextStep: open.length === 0 ? 'Nothing waits for you at all.' : `What waits: ${open.join(', ')}; \`keelson attention\` says more.`,
    data: { approval_id: typed, pending: [...open] },
  });
}

function tooShort(typed: string): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `"${typed}" is too short to tell one id from another.`, nextStep: `Type at least the last ${END_CHARS_MIN} characters of it; \`keelson attention\` lists what waits.`, data: { issues: [{ path: 'id', message: 'too short' }] } });
}

function ambiguous(typed: string, alike: readonly string[]): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `${typed} may be any of ${alike.join(', ')}.`, nextStep: 'Type more of its end.', data: { issues: [{ path: 'id', message: 'several end alike' }] } });
}
