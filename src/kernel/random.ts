import { getRandomValues } from 'node:crypto';

/** The only source of chance. */
export interface Random {
  /** Fresh bytes that the caller may keep and change. */
  bytes(count: number): Uint8Array;
}

/** Asking the system takes the same time for a few bytes as for this many. */
const POOL_BYTES = 1_024;
const POOLED_BYTES_MAX = 64;

/** Bytes of the system, each given once; what was given is not kept. */
function pooledRandom(): Random {
  const pool = new Uint8Array(POOL_BYTES);
  let given = POOL_BYTES;
  return {
    bytes(count) {
      if (count > POOLED_BYTES_MAX) return getRandomValues(new Uint8Array(count));
      if (given + count > POOL_BYTES) {
        getRandomValues(pool);
        given = 0;
      }
      const bytes = pool.slice(given, given + count);
      pool.fill(0, given, given + count);
      given += count;
      return bytes;
    },
  };
}

export const systemRandom: Random = pooledRandom();

const SPLITMIX_INCREMENT = 0x9e3779b97f4a7c15n;
const BYTES_PER_DRAW = 8;

/**
 * The same seed gives the same bytes for ever (SplitMix64, little-endian draws), so a run can be repeated exactly.
 * Predictable by design: never for secrets.
 */
export function seededRandom(seed: number | bigint): Random {
  let state = BigInt(seed);
  const draw = new DataView(new ArrayBuffer(BYTES_PER_DRAW));
  let spentBytes = BYTES_PER_DRAW;
  const nextByte = (): number => {
    if (spentBytes === BYTES_PER_DRAW) {
      state = BigInt.asUintN(64, state + SPLITMIX_INCREMENT);
      draw.setBigUint64(0, mix(state), true);
      spentBytes = 0;
    }
    spentBytes += 1;
    return draw.getUint8(spentBytes - 1);
  };
  return { bytes: (count) => Uint8Array.from({ length: count }, nextByte) };
}

function mix(state: bigint): bigint {
  const first = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}
