/** A pattern as a graph of small instructions, each naming those that may come next. */
import { invariant, KeelsonError } from '../errors.ts';
import { PATTERN_ASSERTIONS_MAX, PATTERN_INSTRUCTIONS_MAX } from '../limits.ts';
import { type CharacterSet, type PatternNode, type Place, reversed } from './syntax.ts';

export type Instruction =
  | { readonly op: 'match' }
  /** Takes one character of the set. */
  | { readonly op: 'take'; readonly set: number; readonly next: number }
  /** Goes to `first` if that can succeed, else to `second`. */
  | { readonly op: 'choose'; first: number; second: number }
  | { readonly op: 'assert'; readonly bit: number; readonly wanted: boolean; readonly next: number }
  | { readonly op: 'mark'; readonly slot: number; readonly next: number };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** What can be true of a place in a text, by bit: first the fixed places, then the lookarounds from inside out. */
export interface PatternPrograms {
  readonly main: Program;
  readonly looks: readonly { readonly bit: number; readonly ahead: boolean; readonly program: Program }[];
  readonly places: readonly { readonly bit: number; readonly place: Place }[];
  readonly sets: readonly CharacterSet[];
  readonly names: readonly string[];
}

export function compilePrograms(root: PatternNode, names: readonly string[]): PatternPrograms {
  const compiler = new ProgramCompiler(names);
  const main = compiler.compile(root);
  return { main, looks: compiler.looks, places: compiler.places, sets: compiler.sets, names };
}

class ProgramCompiler {
  readonly looks: { bit: number; ahead: boolean; program: Program }[] = [];
  readonly places: { bit: number; place: Place }[] = [];
  readonly sets: CharacterSet[] = [];
  private readonly names: readonly string[];
  private readonly setIndexes = new Map<string, number>();
  /** A lookaround inside a counted repeat is met once for each copy, and is still one question. */
  private readonly lookBits = new Map<PatternNode, number>();
  private instructions: Instruction[] = [];
  /** Counts nodes as well as instructions, so that a huge repeat of nothing ends too. */
  private steps = 0;

  constructor(names: readonly string[]) {
    this.names = names;
  }

  compile(root: PatternNode): Program {
    const outer = this.instructions;
    this.instructions = [];
    const start = this.emit(root, this.add({ op: 'match' }));
    const program = { instructions: this.instructions, start };
    this.instructions = outer;
    return program;
  }

  /** Writes `node` so that it goes on to `next`; gives its entry. */
  private emit(node: PatternNode, next: number): number {
    this.count();
    switch (node.kind) {
      case 'set':
        return this.add({ op: 'take', set: this.setIndex(node), next });
      case 'assertion':
        return this.add({ op: 'assert', bit: this.placeBit(node.place), wanted: node.wanted, next });
      case 'look':
        return this.add({ op: 'assert', bit: this.lookBit(node), wanted: node.wanted, next });
      case 'sequence':
        return node.items.reduceRight((following, item) => this.emit(item, following), next);
      case 'alternation':
        return node.branches
          .map((branch) => this.emit(branch, next))
          .reduceRight((second, first) => this.add({ op: 'choose', first, second }));
      case 'capture': {
        if (node.name === undefined) return this.emit(node.body, next);
        const slot = this.names.indexOf(node.name) * 2;
        const body = this.emit(node.body, this.add({ op: 'mark', slot: slot + 1, next }));
        return this.add({ op: 'mark', slot, next: body });
      }
      case 'repeat':
        return this.emitRepeat(node, next);
      case 'reference':
        invariant(false, 'references are resolved before a program is written');
    }
  }

  private emitRepeat(node: Extract<PatternNode, { kind: 'repeat' }>, next: number): number {
    let entry = next;
    let required = node.min;
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop: Extract<Instruction, { op: 'choose' }> = { op: 'choose', first: next, second: next };
      const loopIndex = this.add(loop);
      const body = this.emit(node.body, loopIndex);
      if (node.lazy) loop.second = body;
      else loop.first = body;
      // The last required round can be the loop's own body.
      entry = required > 0 ? body : loopIndex;
      required -= 1;
    } else {
      for (let round = node.min; round < node.max; round += 1) {
        const body = this.emit(node.body, entry);
        entry = this.add(node.lazy ? { op: 'choose', first: next, second: body } : { op: 'choose', first: body, second: next });
      }
    }
    for (let round = 0; round < required; round += 1) entry = this.emit(node.body, entry);
    return entry;
  }

  private lookBit(node: Extract<PatternNode, { kind: 'look' }>): number {
    const known = this.lookBits.get(node);
    if (known !== undefined) return known;
    // The inside is compiled first, so that a lookaround's own lookarounds stand before it in the list.
    const program = this.compile(node.ahead ? node.body : reversed(node.body));
    const bit = this.nextBit();
    this.looks.push({ bit, ahead: node.ahead, program });
    this.lookBits.set(node, bit);
    return bit;
  }

  private placeBit(place: Place): number {
    const known = this.places.find((entry) => entry.place === place);
    if (known !== undefined) return known.bit;
    const bit = this.nextBit();
    this.places.push({ bit, place });
    return bit;
  }

  private nextBit(): number {
    const bit = this.places.length + this.looks.length;
    if (bit >= PATTERN_ASSERTIONS_MAX) {
      throw new KeelsonError('pattern.too_large', {
        message: `The pattern has more than ${PATTERN_ASSERTIONS_MAX} different assertions.`,
        nextStep: 'Split it into several patterns and combine their answers.',
        data: { limit: PATTERN_ASSERTIONS_MAX, size: bit + 1 },
      });
    }
    return bit;
  }

  private setIndex(set: CharacterSet): number {
    const key = `${set.ignoreCase ? 'i' : ''}${set.platformClass}`;
    const index = this.setIndexes.get(key) ?? this.sets.length;
    if (index === this.sets.length) this.sets.push(set);
    this.setIndexes.set(key, index);
    return index;
  }

  private add(instruction: Instruction): number {
    this.count();
    return this.instructions.push(instruction) - 1;
  }

  private count(): void {
    this.steps += 1;
    if (this.steps <= PATTERN_INSTRUCTIONS_MAX) return;
    throw new KeelsonError('pattern.too_large', {
      message: `The pattern unfolds to more than ${PATTERN_INSTRUCTIONS_MAX} steps.`,
      nextStep: 'Lower its counted repeats, or replace them by * and check the length in code.',
      data: { limit: PATTERN_INSTRUCTIONS_MAX, size: this.steps },
    });
  }
}
