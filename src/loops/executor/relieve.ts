import type { ModelMessage, TaintClass } from '../../contracts/index.ts';
import { compactView, highestTaint, isPressing, type CompactedBefore, type KeptSection } from '../../context/index.ts';
import { estimateListTokens, estimateTokens } from '../../models/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { ExecutorPorts } from '../engine.ts';
import type { TurnRequest } from './turn-request.ts';

/** What of an attempt decides how its conversation is relieved. */
export interface ToRelieve {
  readonly turn: number;
  readonly head: Pick<TurnRequest, 'messages' | 'tools'>;
  readonly conversation: readonly ModelMessage[];
  readonly focus: string;
  /** What the person said while it worked, and what was approved and refused: it stays word for word. */
  readonly kept: readonly KeptSection[];
  readonly made: readonly ToolCallResult[];
  readonly compacted?: CompactedBefore | undefined;
}

export interface Relieved {
  readonly conversation: readonly ModelMessage[];
  readonly compacted?: CompactedBefore | undefined;
}

type Ports = Pick<ExecutorPorts, 'compaction' | 'contextTokens' | 'isReadOnly'>;

/** A file of the person's own folder, which is the least that anybody who works has been told from. */
const TOLD: { readonly taintClass: TaintClass } = { taintClass: 'user_trusted_bounded' };

/** The conversation that the next turn is asked with. It is another one only when its record is written. */
export async function relieve({ turn, head, conversation, focus, kept, made, compacted }: ToRelieve, { compaction, contextTokens, isReadOnly }: Ports): Promise<Relieved> {
  const headTokens = estimateListTokens(head.messages, 'other') + estimateListTokens(head.tools, 'other');
  const before = { conversation, compacted };
  if (compaction === undefined || !isPressing({ messages: conversation, headTokens, contextTokens }, tokensOf)) return before;
  const taintClass = highestTaint([TOLD, ...made.map(({ outcome }) => ({ taintClass: outcome.taint_class }))]);
  const write = compaction.write?.bind(compaction, turn);
  const beside = await compaction.standing(turn);
  const view = await compactView(
    { messages: conversation, headTokens, contextTokens, kept: [...kept, ...beside.kept], held: beside.held, focus, taintClass, ...(compacted !== undefined && { before: compacted }) },
    { tokensOf, countTokens, isReadOnly, ...(write !== undefined && { write }) },
  );
  if (view === undefined) return before;
  await compaction.commit(turn, view.record, view.block);
  return { conversation: view.messages, compacted: view.state };
}

function countTokens(text: string): number {
  return estimateTokens(text, 'other');
}

const counted = new WeakMap<ModelMessage, number>();

/** As it is written; messages are never changed, so each is counted once. */
function tokensOf(message: ModelMessage): number {
  const tokens = counted.get(message) ?? countTokens(JSON.stringify(message));
  counted.set(message, tokens);
  return tokens;
}
