/**
 * Finds, for every place of a text, which instructions can still reach the end of the match from there.
 *
 * The text is read once, against the direction of matching: what can succeed at a place follows from what can succeed
 * at the place after it and the character between them. Sets of instructions that were met before are numbered, and
 * steps between them remembered, so most characters cost one look-up; the worst case is characters × instructions.
 */
import { KeelsonError } from '../errors.ts';
import { PATTERN_TABLE_WORDS_MAX } from '../limits.ts';
import type { Alphabet } from './alphabet.ts';
import type { Program } from './program.ts';

export class Sweep {
  private readonly program: Program;
  private readonly alphabet: Alphabet;
  /** Bit sets of instructions, one row of words after another. */
  private rows: Int32Array;
  private readonly wordsPerRow: number;
  /** Row 0 is empty: nothing can succeed at a place inside a character. */
  private rowCount = 1;
  private readonly rowByKey = new Map<string, number>();
  /** By row, then context, then class of character. */
  private readonly steps: number[][][] = [];
  /** By instruction: those that lead to it without taking a character. */
  private readonly sources: readonly (readonly number[])[];

  constructor(program: Program, alphabet: Alphabet) {
    this.program = program;
    this.alphabet = alphabet;
    this.wordsPerRow = Math.ceil(program.instructions.length / 32);
    this.rows = new Int32Array(this.wordsPerRow * 16);
    this.sources = sourcesOf(program);
  }

  /** The row of each place. `contexts` says which assertions hold there; matching runs to the right when `ahead`. */
  run(text: string, contexts: Uint16Array, ahead: boolean): Uint32Array {
    const result = new Uint32Array(text.length + 1);
    let place = ahead ? text.length : 0;
    let row = this.close([], contexts[place] ?? 0);
    result[place] = row;
    while (ahead ? place > 0 : place < text.length) {
      const codePoint = ahead ? codePointBefore(text, place) : (text.codePointAt(place) ?? 0);
      const width = codePoint > 0xffff ? 2 : 1;
      place += ahead ? -width : width;
      row = this.step(row, contexts[place] ?? 0, this.alphabet.classOf(codePoint));
      result[place] = row;
    }
    return result;
  }

  /** Whether `instruction` can reach the end of the match from a place with this row. */
  canSucceed(row: number, instruction: number): boolean {
    const word = this.rows[row * this.wordsPerRow + (instruction >> 5)] ?? 0;
    return (word & (1 << (instruction & 31))) !== 0;
  }

  private step(row: number, context: number, characterClass: number): number {
    const byContext = (this.steps[row] ??= []);
    const byClass = (byContext[context] ??= []);
    return (byClass[characterClass] ??= this.computeStep(row, context, characterClass));
  }

  private computeStep(row: number, context: number, characterClass: number): number {
    const members = this.alphabet.classes[characterClass] ?? [];
    const taking: number[] = [];
    this.program.instructions.forEach((instruction, index) => {
      if (instruction.op !== 'take' || members[instruction.set] !== true) return;
      if (this.canSucceed(row, instruction.next)) taking.push(index);
    });
    return this.close(taking, context);
  }

  /** The row of everything that reaches the match or one of `taking` through assertions that hold here. */
  private close(taking: readonly number[], context: number): number {
    const words = new Int32Array(this.wordsPerRow);
    const pending = [...taking, this.program.instructions.findIndex(({ op }) => op === 'match')];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const word = index >> 5;
      const bit = 1 << (index & 31);
      const instruction = this.program.instructions[index];
      if (((words[word] ?? 0) & bit) !== 0) continue;
      if (instruction?.op === 'assert' && ((context >> instruction.bit) & 1) !== Number(instruction.wanted)) continue;
      words[word] = (words[word] ?? 0) | bit;
      pending.push(...(this.sources[index] ?? []));
    }
    return this.intern(words);
  }

  private intern(words: Int32Array): number {
    const key = words.join();
    const known = this.rowByKey.get(key);
    if (known !== undefined) return known;
    const row = this.rowCount;
    this.rowCount += 1;
    const end = this.rowCount * this.wordsPerRow;
    if (end > PATTERN_TABLE_WORDS_MAX) throw tooCostly();
    if (end > this.rows.length) {
      const wider = new Int32Array(this.rows.length * 2);
      wider.set(this.rows);
      this.rows = wider;
    }
    this.rows.set(words, row * this.wordsPerRow);
    this.rowByKey.set(key, row);
    return row;
  }
}

function sourcesOf(program: Program): number[][] {
  const sources = program.instructions.map((): number[] => []);
  program.instructions.forEach((instruction, index) => {
    if (instruction.op === 'choose') {
      sources[instruction.first]?.push(index);
      sources[instruction.second]?.push(index);
    } else if (instruction.op === 'assert' || instruction.op === 'mark') {
      sources[instruction.next]?.push(index);
    }
  });
  return sources;
}

function codePointBefore(text: string, place: number): number {
  const before = text.codePointAt(place - 2);
  return before !== undefined && before > 0xffff ? before : text.charCodeAt(place - 1);
}

function tooCostly(): KeelsonError {
  return new KeelsonError('pattern.too_costly', {
    message: 'The pattern has to tell too many places of this text apart.',
    nextStep: 'Lower its counted repeats, or search the text in pieces.',
    data: { limit: PATTERN_TABLE_WORDS_MAX },
  });
}
