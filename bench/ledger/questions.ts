import { canonicalJson, seededRandom } from '../../src/kernel/index.ts';
import { rounded, type BenchGoal, type BenchRow } from '../benchmark.ts';
import { openTemporaryLedger, RUN } from './temporary-ledger.ts';

const TURN_BYTES = 2_000;
/** What the file may grow by for each byte that a turn adds: a piece at the end is written anew, and each question names its pieces. */
const WRITTEN_FOR_A_NEW_BYTE_MAX = 20;

interface Kept {
  readonly fileBytes: number;
  readonly msPerTurn: number;
  readonly cpuMsPerTurn: number;
}

/** A conversation as the journal keeps it: each question holds all that was said before. */
async function converse(turns: number, comesAgain: boolean): Promise<Kept> {
  const { ledger, writer, close } = await openTemporaryLedger();
  const random = seededRandom(3);
  const messages: { readonly content: string; readonly role: string }[] = [];
  const [started, before] = [performance.now(), process.cpuUsage()];
  for (let turn = 1; turn <= turns; turn += 1) {
    messages.push({ content: Buffer.from(random.bytes((TURN_BYTES * 3) / 4)).toString('base64'), role: turn % 2 === 0 ? 'assistant' : 'user' });
    const { ref, operations } = await ledger.blobs.prepare(Buffer.from(canonicalJson({ messages, model: 'bench-model', tools: [] })), { comesAgain });
    const intent = { key: `turn-${turn}`, effect: 'model.call', side_effect: 'read_only', request_hash: ref.sha256, request: { ref: { ...ref } }, idempotency_key: 'b'.repeat(64), execution: 'c'.repeat(32), started_at: '2026-11-15T09:00:00.000Z' };
    await writer.append({ key: `turn:${turn}`, events: [{ type: 'run.step_intended', streamId: RUN, payload: { run_id: RUN, intent } }], operations });
  }
  const { user, system } = process.cpuUsage(before);
  const ms = performance.now() - started;
  return { fileBytes: await close(), msPerTurn: ms / turns, cpuMsPerTurn: (user + system) / 1000 / turns };
}

/** What the questions of one long conversation leave on disk, whole and in pieces, against what its turns added. */
export async function questions(quick: boolean): Promise<{ rows: BenchRow[]; goals: BenchGoal[] }> {
  const turns = quick ? 100 : 400;
  const [whole, pieces] = [await converse(turns, false), await converse(turns, true)];
  const added = turns * TURN_BYTES;
  const row = (label: string, { fileBytes, msPerTurn, cpuMsPerTurn }: Kept): BenchRow => ({ label, figures: { MB: rounded(fileBytes / 1e6, 1), 'bytes for a new one': rounded(fileBytes / added, 1), 'ms/turn': rounded(msPerTurn), 'CPU ms/turn': rounded(cpuMsPerTurn) } });
  const written = pieces.fileBytes / added;
  return {
    rows: [row(`${turns} questions of one conversation, whole`, whole), row('the same, in pieces', pieces)],
    goals: [{ name: 'bytes on disk for a new byte of a conversation', actual: rounded(written, 1), limit: `≤ ${WRITTEN_FOR_A_NEW_BYTE_MAX}`, ok: written <= WRITTEN_FOR_A_NEW_BYTE_MAX }],
  };
}
