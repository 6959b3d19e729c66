import { z } from 'zod';
import { PositiveCount, TaintClass } from '../../contracts/index.ts';
import type { Exchange } from '../../loops/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { TaskWork } from './task-ports.ts';

const Exchanges = z.array(z.strictObject({ input: z.string(), summary: z.string(), taint_class: TaintClass.optional(), stands_for: PositiveCount.optional() }));
type Exchanges = z.infer<typeof Exchanges>;
const Nothing = z.strictObject({});

/** What was said before in the same conversation, as it was known at this place of the run. */
export async function sessionHistory({ wish: { sessionId }, journal, ports }: TaskWork, key: string, signal: AbortSignal): Promise<readonly Exchange[]> {
  if (sessionId === undefined) return [];
  const read = async (): Promise<Exchanges> => (await ports.exchangesOf(sessionId)).map(({ input, summary, taintClass, standsFor }) => ({ input, summary, ...(taintClass !== undefined && { taint_class: taintClass }), ...(standsFor !== undefined && { stands_for: standsFor }) }));
  const effect: EffectDefinition<z.infer<typeof Nothing>, Exchanges> = { name: 'session.history', sideEffect: 'read_only', request: Nothing, result: Exchanges, perform: read };
  const known = await journal.step(key, effect, {}, { signal });
  return known.map(({ input, summary, taint_class: taintClass, stands_for: standsFor }) => ({ input, summary, ...(taintClass !== undefined && { taintClass }), ...(standsFor !== undefined && { standsFor }) }));
}
