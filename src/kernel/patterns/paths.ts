import { invariant } from '../errors.ts';
import type { Program } from './program.ts';
import type { Sweep } from './sweep.ts';

/** The way through the instructions at one place: the marks it passes, then where it goes on after the next character. */
export interface Path {
  readonly slots: readonly number[];
  /** Undefined when the way ends in the match. */
  readonly next: number | undefined;
}

/** Remembers the way for each row and entry: a text has many places and few kinds of place. */
export class Paths {
  private readonly program: Program;
  private readonly sweep: Sweep;
  private readonly known = new Map<number, Path>();

  constructor(program: Program, sweep: Sweep) {
    this.program = program;
    this.sweep = sweep;
  }

  first(row: number): Path {
    return this.from(row, this.program.start);
  }

  from(row: number, entry: number): Path {
    const key = row * this.program.instructions.length + entry;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const path = this.preferred(row, entry);
    this.known.set(key, path);
    return path;
  }

  /**
   * The first way in order of preference that can succeed. An instruction is tried once at a place: a loop whose body
   * took nothing is left.
   */
  private preferred(row: number, entry: number): Path {
    const tried = new Set<number>();
    const pending: { index: number; slots: readonly number[] }[] = [{ index: entry, slots: [] }];
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      const { index, slots } = step;
      if (tried.has(index) || !this.sweep.canSucceed(row, index)) continue;
      tried.add(index);
      const instruction = this.program.instructions[index];
      switch (instruction?.op) {
        case 'match':
          return { slots, next: undefined };
        case 'take':
          return { slots, next: instruction.next };
        case 'choose':
          pending.push({ index: instruction.second, slots }, { index: instruction.first, slots });
          break;
        case 'assert':
          pending.push({ index: instruction.next, slots });
          break;
        case 'mark':
          pending.push({ index: instruction.next, slots: [...slots, instruction.slot] });
          break;
        default:
      }
    }
    invariant(false, 'a place that can succeed leads to a match');
  }
}
