import type { ApprovalId, HardCallId, RunId, WaitingForPerson } from '../../src/contracts/index.ts';
import { createIds, KeelsonError, seededRandom } from '../../src/kernel/index.ts';
import { answerApproval, answerHardCall, readApproval, readHardCall, requestCancel, steerRun, waitingForPerson, type ApprovalKey } from '../../src/oversight/index.ts';
import { BUILTIN_SETUP, openLedger, type LedgerStore } from '../../src/ledger/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import type { Chance } from './chance.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How one person of the world is. */
export interface Character {
  /** How often they look whether something waits for them. */
  readonly looksEveryMs: number;
  readonly answers: 'soon' | 'late' | 'never';
  readonly saysYes: number;
  /** How often they answer once more, and otherwise. */
  readonly repeats: number;
  readonly steersAtMs: number | undefined;
  readonly cancelsAtMs: number | undefined;
  /** What they find when they look whether the last effect happened; without it they guess. */
  readonly looksWhatHappened?: () => 'did_happen' | 'did_not_happen';
}

const MINUTE_MS = 60_000;
const LATE_MS = 3 * 60 * MINUTE_MS;

export function drawCharacter(chance: Chance): Character {
  const some = (probability: number, withinMs: number): number | undefined => (chance.happens(probability) ? 500 + chance.below(withinMs) : undefined);
  return { looksEveryMs: MINUTE_MS, answers: chance.weighed({ soon: 8, late: 2, never: 2 }), saysYes: chance.pick([1, 0.9, 0.3]), repeats: chance.pick([0, 0.5]), steersAtMs: some(0.2, MINUTE_MS), cancelsAtMs: some(0.12, 2 * MINUTE_MS) };
}

/** Answers soon and truly, says yes to everything, and interferes with nothing. */
export const AGREEABLE: Character = { looksEveryMs: MINUTE_MS, answers: 'soon', saysYes: 1, repeats: 0, steersAtMs: undefined, cancelsAtMs: undefined };

export interface PersonPorts {
  readonly store: LedgerStore;
  readonly key: ApprovalKey;
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** The run, once there is one. */
  runId(): RunId | undefined;
}

/** A person at a terminal of their own, for as long as the signal is not raised. Their refusals are no faults of the world. */
export async function livePerson(character: Character, ports: PersonPorts, done: AbortSignal): Promise<void> {
  const { store, key, time, chance } = ports;
  const { clock } = time;
  const ids = createIds({ clock, random: seededRandom(chance.below(1_000_000_000)) });
  const { log: reader, documents } = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const log = reader.writerFor({ ...AUTHOR, actor: 'owner' });
  let said = 0;
  const nextKey = (): string => `said-${(said += 1)}`;
  const approve = async (id: ApprovalId): Promise<void> => {
    const known = await readApproval(id, documents);
    if (known === undefined) return;
    const answer = chance.happens(character.saysYes) ? 'approved' : 'denied';
    await answerApproval({ approvalId: id, answer, actionHash: known.record.question.decision.action_hash, remember: 'once', reason: 'simulated', answeredBy: 'owner', idempotencyKey: nextKey() }, { log, reader, documents, key: async () => key, approvers: { owner: ['owner'], admin: ['owner'], security: ['owner'] } as never, clock });
  };
  const decide = async (id: HardCallId): Promise<void> => {
    const call = (await readHardCall(id, documents))?.call;
    const options = call?.options ?? [];
    const option = (call?.call_kind === 'effect_outcome_unknown' ? character.looksWhatHappened?.() : undefined) ?? options[chance.below(Math.max(1, options.length))]?.option_id;
    await answerHardCall({ hardCallId: id, answeredBy: 'owner', idempotencyKey: nextKey(), ...(option === undefined ? { words: 'The first one.' } : { option }) }, { log, reader, documents, clock, ids });
  };
  const answer = (one: WaitingForPerson): Promise<void> => (one.attention_kind === 'approval_required' ? approve(one.id as ApprovalId) : decide(one.id as HardCallId));
  const once = async (atMs: number | undefined, act: (runId: RunId) => Promise<unknown>): Promise<void> => {
    if (atMs === undefined) return;
    await time.wait(atMs, done);
    const runId = ports.runId();
    if (!done.aborted && runId !== undefined) await heard(() => act(runId));
  };
  const looking = async (): Promise<void> => {
    if (character.answers === 'never') return;
    const seen = new Set<string>();
    while (!done.aborted) {
      await time.wait(character.looksEveryMs, done);
      for (const one of done.aborted ? [] : await waitingForPerson(documents)) {
        if (seen.has(one.id)) continue;
        seen.add(one.id);
        if (character.answers === 'late') await time.wait(LATE_MS, done);
        if (done.aborted) return;
        await heard(() => answer(one));
        if (chance.happens(character.repeats)) await heard(() => answer(one));
      }
    }
  };
  await Promise.all([
    looking(),
    once(character.steersAtMs, (runId) => steerRun({ runId, text: 'Please be brief.', sentBy: 'owner', idempotencyKey: nextKey() }, { log, reader, documents, ids })),
    once(character.cancelsAtMs, (runId) => requestCancel({ runId, requestedBy: 'owner', idempotencyKey: nextKey() }, { log, reader, documents, clock, ids })),
  ]);
}

/** A person may come too late or say what is no answer; they are told so, and that is all. */
async function heard(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
  }
}
