import { z } from 'zod';
import type { Exchange } from '../../loops/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import type { TaskWork } from './task-ports.ts';

const Exchanges = z.array(z.strictObject({ input: z.string(), summary: z.string() }));
const Nothing = z.strictObject({});

/** What was said before in the same conversation, as it was known at this place of the run. */
export async function sessionHistory({ wish: { sessionId }, journal, ports }: TaskWork, key: string, signal: AbortSignal): Promise<readonly Exchange[]> {
  if (sessionId === undefined) return [];
  const effect: EffectDefinition<z.infer<typeof Nothing>, Exchange[]> = { name: 'session.history', sideEffect: 'read_only', request: Nothing, result: Exchanges, perform: async () => [...(await ports.exchangesOf(sessionId))] };
  return journal.step(key, effect, {}, { signal });
}
