import { rejection } from './rejection.ts';
import type { CharacterSet } from './syntax.ts';

const LATIN_1_SIZE = 256;
const UNKNOWN = -1;

/**
 * Sorts characters into as few classes as a pattern can tell apart: two characters in the same sets are one class.
 * Learned as characters are met, because a set may be any Unicode property.
 */
export class Alphabet {
  /** For each class, whether it lies in each set. */
  readonly classes: (readonly boolean[])[] = [];
  private readonly tests: readonly RegExp[];
  private readonly classBySignature = new Map<string, number>();
  private readonly latin1 = new Int32Array(LATIN_1_SIZE).fill(UNKNOWN);
  private readonly others = new Map<number, number>();

  constructor(pattern: string, sets: readonly CharacterSet[]) {
    this.tests = sets.map((set) => compileSet(pattern, set));
  }

  classOf(codePoint: number): number {
    if (codePoint < LATIN_1_SIZE) {
      const known = this.latin1[codePoint] ?? UNKNOWN;
      return known === UNKNOWN ? (this.latin1[codePoint] = this.learn(codePoint)) : known;
    }
    const known = this.others.get(codePoint);
    if (known !== undefined) return known;
    const learned = this.learn(codePoint);
    this.others.set(codePoint, learned);
    return learned;
  }

  private learn(codePoint: number): number {
    const character = String.fromCodePoint(codePoint);
    const members = this.tests.map((test) => test.test(character));
    const signature = members.map(Number).join('');
    const known = this.classBySignature.get(signature);
    if (known !== undefined) return known;
    this.classBySignature.set(signature, this.classes.length);
    return this.classes.push(members) - 1;
  }
}

/** The platform's engine judges one character against one class, which it does in constant time. */
function compileSet(pattern: string, set: CharacterSet): RegExp {
  try {
    return new RegExp(`^${set.platformClass}$`, set.ignoreCase ? 'iu' : 'u');
  } catch {
    throw rejection(
      pattern,
      `the class ${set.platformClass} names a property that does not exist`,
      'Use a Unicode property such as \\p{L}, \\p{Lu} or \\p{Script=Greek}.',
    );
  }
}
