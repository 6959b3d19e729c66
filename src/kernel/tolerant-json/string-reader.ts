/**
 * Reads one string, from after its opening quote, in pieces of any size.
 *
 * Models forget to escape quotes, so a quote closes a string only when what follows fits: punctuation, another quote,
 * a new line, or a whole literal or name. In valid JSON it always does. Until that is clear the quote is held back.
 */
import { closersOf, isHexDigit, isSpace, isWordCharacter } from './characters.ts';
import type { RepairLog } from './repairs.ts';
import { decodeWord } from './words.ts';
import type { WorkMeter } from './work-meter.ts';

export interface StringOptions {
  readonly closers: string;
  /** At the root the first quote closes: nothing can follow. */
  readonly atRoot: boolean;
  /** Only a name is followed by a colon. */
  readonly isName: boolean;
  readonly repairs: RepairLog;
  readonly work: WorkMeter;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t',
};
/** How many hexadecimal digits follow each escape. */
const HEX_ESCAPES: Readonly<Record<string, number>> = { u: 4, x: 2 };
/** The longest word after a quote that is worth holding back. */
const HELD_CHARS_MAX = 48;

export class StringReader {
  /** What has been read for certain. */
  text = '';
  closed = false;
  /** After closing: what was read beyond the closing quote and must be read again as tokens. */
  beyond = '';
  private readonly options: StringOptions;
  /** An unfinished escape, from its backslash on. */
  private escape = '';
  /** A quote that may close the string, and what followed it so far. */
  private held = '';
  private heldWord = '';

  constructor(options: StringOptions) {
    this.options = options;
  }

  /** Reads from `index` on; gives the index of the first character that is not part of the string. */
  read(chunk: string, index: number, chunkOffset: number): number {
    let next = index;
    while (next < chunk.length && !this.closed) {
      const character = chunk.charAt(next);
      this.options.work.characters += 1;
      if (this.held !== '') next += this.judge(character, chunkOffset + next);
      else if (this.escape !== '') next += this.readEscape(character, chunkOffset + next);
      else next = this.readPlain(chunk, next, chunkOffset);
    }
    return next;
  }

  private readPlain(chunk: string, start: number, chunkOffset: number): number {
    let end = start;
    while (end < chunk.length && this.isPlain(chunk.charAt(end))) end += 1;
    this.options.work.characters += end - start;
    if (end > start) {
      this.text += chunk.slice(start, end);
      return end;
    }
    const character = chunk.charAt(start);
    if (character === '\\') {
      this.escape = character;
    } else if (this.options.closers.includes(character)) {
      if (this.options.atRoot) this.closed = true;
      else this.held = character;
    } else {
      this.options.repairs.add('raw_control_character', chunkOffset + start);
      this.text += character;
    }
    return start + 1;
  }

  private isPlain(character: string): boolean {
    return character !== '\\' && character >= ' ' && !this.options.closers.includes(character);
  }

  /** Takes one more character after a quote; gives 1 if it was used, 0 if it must be looked at again. */
  private judge(character: string, offset: number): 0 | 1 {
    if (this.heldWord !== '') return this.judgeWord(character, offset);
    if (isSpace(character)) {
      this.held += character;
      return 1;
    }
    const spaced = this.held.length > 1;
    if (this.followsString(character) || this.held.includes('\n')) {
      this.close('');
    } else if (spaced && isWordCharacter(character)) {
      this.heldWord = character;
      return 1;
    } else {
      this.reopen(offset);
    }
    return 0;
  }

  private judgeWord(character: string, offset: number): 0 | 1 {
    if (isWordCharacter(character) && this.heldWord.length < HELD_CHARS_MAX) {
      this.heldWord += character;
      return 1;
    }
    if (character === ':' || decodeWord(this.heldWord) !== undefined) this.close(this.heldWord);
    else this.reopen(offset);
    return 0;
  }

  private followsString(character: string): boolean {
    if (character === ':') return this.options.isName;
    return ',}]{[/#`'.includes(character) || closersOf(character) !== undefined;
  }

  private close(beyond: string): void {
    this.closed = true;
    this.beyond = beyond;
    this.held = '';
  }

  private reopen(offset: number): void {
    const held = this.held + this.heldWord;
    this.options.repairs.add('unescaped_quote', offset - held.length);
    this.text += held;
    this.held = '';
    this.heldWord = '';
  }

  private readEscape(character: string, offset: number): 0 | 1 {
    const letter = this.escape.charAt(1);
    return letter === '' ? this.startEscape(character, offset) : this.readHexEscape(letter, character, offset);
  }

  private startEscape(character: string, offset: number): 1 {
    const simple = SIMPLE_ESCAPES[character];
    if (HEX_ESCAPES[character] !== undefined) {
      this.escape += character;
      return 1;
    }
    this.escape = '';
    if (simple !== undefined) {
      this.text += simple;
      return 1;
    }
    this.options.repairs.add('invalid_escape', offset - 1);
    // A backslash before a quote or a line end hides it; before anything else it was meant as itself.
    if (closersOf(character) !== undefined) this.text += character;
    else if (character !== '\n') this.text += `\\${character}`;
    return 1;
  }

  private readHexEscape(letter: string, character: string, offset: number): 0 | 1 {
    if (!isHexDigit(character)) {
      this.options.repairs.add('invalid_escape', offset - this.escape.length);
      this.text += this.escape;
      this.escape = '';
      return 0;
    }
    this.escape += character;
    if (this.escape.length < (HEX_ESCAPES[letter] ?? 0) + 2) return 1;
    if (letter === 'x') this.options.repairs.add('invalid_escape', offset - this.escape.length + 1);
    this.text += String.fromCharCode(Number.parseInt(this.escape.slice(2), 16));
    this.escape = '';
    return 1;
  }
}
