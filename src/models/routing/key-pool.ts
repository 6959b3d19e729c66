import type { KeyLimits } from '../../contracts/index.ts';
import { invariant, type Clock } from '../../kernel/index.ts';

const WINDOW_MS = 60_000;
/** How long a key rests that was refused without being told when to come back. */
export const KEY_REST_MS = 10_000;

/** A key that may be used now. */
export interface KeyGrant<Key> {
  readonly kind: 'granted';
  readonly key: Key;
  /** Tells what was really used, when it is known and believed; until then the whole of what was asked counts. */
  settle(usedTokens: number): void;
  /** The provider refused the key for having been used too much: it rests. */
  rest(restMs?: number): void;
}

/** No key has room now; one will in so many milliseconds, if nobody takes it before. */
export interface KeyWait {
  readonly kind: 'wait';
  readonly waitMs: number;
}

/** More than any key may be used for in a whole minute: waiting does not help. */
export interface KeyTooSmall {
  readonly kind: 'too_small';
  readonly tokensPerMinute: number;
}

/** Shares out the keys of one provider. Each call takes effect at once, so calls side by side cannot share one's room. */
export interface KeyPool<Key> {
  take(tokens: number): KeyGrant<Key> | KeyWait | KeyTooSmall;
  /** Whether there is a key with room now; it is not taken. */
  isFree(tokens: number): boolean;
}

interface Use {
  readonly atMs: number;
  tokens: number;
}

interface PooledKey<Key> {
  readonly key: Key;
  /** Of the last minute, the oldest first. */
  uses: Use[];
  restsUntilMs: number;
}

/** What a key may be used for in a minute; infinite where nobody limits it. */
interface Room {
  readonly requestsMax: number;
  readonly tokensMax: number;
}

/**
 * Keys that are each used within their limits over every minute, however it is cut: what was taken counts until a full
 * minute later. Of the keys with room the one that has waited longest has its turn.
 */
export function createKeyPool<Key>(keys: readonly Key[], limits: KeyLimits, clock: Pick<Clock, 'monotonicMs'>): KeyPool<Key> {
  invariant(keys.length > 0, 'a pool holds at least one key, be it none at all');
  const room: Room = { requestsMax: limits.requests_per_minute ?? Number.POSITIVE_INFINITY, tokensMax: limits.tokens_per_minute ?? Number.POSITIVE_INFINITY };
  const isLimited = Number.isFinite(room.requestsMax) || Number.isFinite(room.tokensMax);
  /** In the order of their turns. */
  const pooled = keys.map((key): PooledKey<Key> => ({ key, uses: [], restsUntilMs: Number.NEGATIVE_INFINITY }));

  const grant = (chosen: PooledKey<Key>, tokens: number, nowMs: number): KeyGrant<Key> => {
    const use: Use = { atMs: nowMs, tokens };
    pooled.splice(pooled.indexOf(chosen), 1);
    pooled.push(chosen);
    // Nothing is remembered of a key that has no limits.
    if (isLimited) chosen.uses.push(use);
    return {
      kind: 'granted',
      key: chosen.key,
      settle: (usedTokens) => void (use.tokens = usedTokens),
      rest: (restMs = KEY_REST_MS) => void (chosen.restsUntilMs = Math.max(chosen.restsUntilMs, clock.monotonicMs() + restMs)),
    };
  };

  return {
    isFree(tokens) {
      const nowMs = clock.monotonicMs();
      return tokens <= room.tokensMax && pooled.some((each) => freeAtMs(each, room, tokens, nowMs) <= nowMs);
    },
    take(tokens) {
      if (tokens > room.tokensMax) return { kind: 'too_small', tokensPerMinute: room.tokensMax };
      const nowMs = clock.monotonicMs();
      for (const each of pooled) each.uses = each.uses.filter(({ atMs }) => atMs + WINDOW_MS > nowMs);
      const free = pooled.map((each) => ({ each, atMs: freeAtMs(each, room, tokens, nowMs) }));
      const chosen = free.find(({ atMs }) => atMs <= nowMs);
      if (chosen !== undefined) return grant(chosen.each, tokens, nowMs);
      return { kind: 'wait', waitMs: Math.ceil(Math.min(...free.map(({ atMs }) => atMs)) - nowMs) };
    },
  };
}

/** When a key has room: after its oldest uses have left the window, as many of them as must. */
function freeAtMs({ uses, restsUntilMs }: PooledKey<unknown>, { requestsMax, tokensMax }: Room, tokens: number, nowMs: number): number {
  let sum = uses.reduce((total, use) => total + use.tokens, tokens);
  let atMs = Math.max(nowMs, restsUntilMs);
  for (const [gone, use] of uses.entries()) {
    if (uses.length - gone < requestsMax && sum <= tokensMax) break;
    sum -= use.tokens;
    atMs = Math.max(atMs, use.atMs + WINDOW_MS);
  }
  return atMs;
}
