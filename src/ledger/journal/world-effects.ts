import { z } from 'zod';
import { ID_PREFIXES, type IdPrefix } from '../../contracts/index.ts';
import type { Clock, Ids, Random } from '../../kernel/index.ts';
import { RANDOM_BYTES_MAX } from '../limits.ts';
import type { EffectDefinition } from './journal.ts';

export interface WorldPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

export interface WorldEffects {
  readonly now: EffectDefinition<Record<string, never>, number>;
  readonly mint: EffectDefinition<{ prefix: IdPrefix }, string>;
  readonly randomBytes: EffectDefinition<{ count: number }, string>;
}

// Made once and not for each run: making a schema costs more than parsing with it.
const Nothing = z.strictObject({});
const Milliseconds = z.number();
const MintRequest = z.strictObject({ prefix: z.enum(Object.keys(ID_PREFIXES) as [IdPrefix, ...IdPrefix[]]) });
const MintedId = z.string();
const BytesRequest = z.strictObject({ count: z.int().min(1).max(RANDOM_BYTES_MAX) });
const HexBytes = z.string().regex(/^([0-9a-f]{2})+$/, 'expected hexadecimal digits');

/** Time, fresh ids and chance as effects: a resumed run meets the same ones again. */
export function worldEffects({ clock, ids, random }: WorldPorts): WorldEffects {
  return {
    now: {
      name: 'clock.now',
      sideEffect: 'read_only',
      request: Nothing,
      result: Milliseconds,
      perform: async () => clock.nowMs(),
    },
    mint: {
      name: 'id.mint',
      sideEffect: 'read_only',
      request: MintRequest,
      result: MintedId,
      perform: async ({ prefix }) => ids.mint(prefix),
    },
    randomBytes: {
      name: 'random.bytes',
      sideEffect: 'read_only',
      request: BytesRequest,
      result: HexBytes,
      perform: async ({ count }) => Buffer.from(random.bytes(count)).toString('hex'),
    },
  };
}
