/** One place in a text where JSON seems to begin, read token by token for as long as it is JSON. */
import type { JsonValue } from '../../contracts/index.ts';
import { JsonBuilder } from './builder.ts';
import { closersOf, isIrregularSpace, isSpace, isWordCharacter } from './characters.ts';
import { RepairLog } from './repairs.ts';
import { StringReader } from './string-reader.ts';
import { decodeCutWord, decodeWord, isBareSign } from './words.ts';
import type { WorkMeter } from './work-meter.ts';

/** Where it was found: the text begins with it, a fence encloses it, or prose surrounds it. */
export type CandidateKind = 'bare' | 'fenced' | 'prose';

/** `other_text`: the value is whole and something else follows. `fence`: three backticks came. `failed`: no JSON. */
export type CandidateStatus = 'reading' | 'other_text' | 'fence' | 'failed';

const FENCE_BACKTICKS = 3;

export class Candidate {
  readonly kind: CandidateKind;
  readonly repairs = new RepairLog();
  readonly offset: number;
  status: CandidateStatus = 'reading';
  /** Where reading stopped. */
  stoppedAt = 0;
  private readonly work: WorkMeter;
  private readonly builder: JsonBuilder;
  private string: StringReader | undefined;
  private word = '';
  /** Where the string or word being read began. */
  private tokenOffset = 0;
  private comment: 'none' | 'slash' | 'line' | 'block' | 'block_star' = 'none';
  private backticks = 0;

  constructor(kind: CandidateKind, offset: number, { depthMax, work }: { depthMax: number; work: WorkMeter }) {
    this.kind = kind;
    this.offset = offset;
    this.work = work;
    this.builder = new JsonBuilder(this.repairs, depthMax);
  }

  get value(): JsonValue | undefined {
    return this.builder.root;
  }

  get complete(): boolean {
    return this.builder.done;
  }

  /** Nothing of the value has been read yet. */
  get isEmpty(): boolean {
    return this.builder.isEmpty && this.string === undefined && this.word === '';
  }

  /** So much was read that what comes later is its rest, and not another beginning. */
  get hasContent(): boolean {
    return this.builder.hasContent;
  }

  /** Reads from `index` on; gives the index at which it stopped, the end of the chunk unless the status changed. */
  read(chunk: string, index: number, chunkOffset: number): number {
    let next = index;
    while (next < chunk.length && this.status === 'reading') {
      this.work.characters += 1;
      if (this.string !== undefined) next = this.readString(this.string, chunk, next, chunkOffset);
      else if (this.comment === 'none') next = this.readToken(chunk, next, chunkOffset);
      else next += this.readComment(chunk.charAt(next), chunkOffset + next);
    }
    return next;
  }

  /** Puts the string that is being read where it belongs, as far as it goes. */
  showPartial(): void {
    if (this.string !== undefined && !this.builder.expectsName) this.builder.show(this.string.text);
  }

  /** The text ends here: what is open stays as it was last shown. */
  finish(offset: number): void {
    if (this.word !== '' && (this.builder.atRoot || !isBareSign(this.word))) {
      this.endWord(this.builder.atRoot ? decodeWord : decodeCutWord);
    }
    if (!this.complete) this.repairs.add('truncated', offset);
  }

  private readString(string: StringReader, chunk: string, index: number, chunkOffset: number): number {
    const next = string.read(chunk, index, chunkOffset);
    if (!string.closed) return next;
    this.endString(string);
    // What the string had to look at beyond its end is now read as tokens.
    if (this.status === 'reading') this.read(string.beyond, 0, chunkOffset + next - string.beyond.length);
    return next;
  }

  private endString(string: StringReader): void {
    const offset = this.tokenOffset;
    this.string = undefined;
    if (this.builder.expectsName) this.expect(this.builder.name(string.text, offset), offset);
    else this.expect(this.builder.scalar(string.text, offset), offset);
  }

  /** Reads one character outside strings and comments; stays at it when it ends a word. */
  private readToken(chunk: string, index: number, chunkOffset: number): number {
    const character = chunk.charAt(index);
    const offset = chunkOffset + index;
    if (this.backticks > 0 && character !== '`') return this.stop('failed', offset, index);
    if (isWordCharacter(character)) return this.readWord(chunk, index, chunkOffset);
    if (this.word !== '') {
      this.endWord(decodeWord);
      return index;
    }
    if (isSpace(character)) {
      if (isIrregularSpace(character)) this.repairs.add('irregular_space', offset);
    } else if (character === '/') {
      this.comment = 'slash';
    } else if (character === '#') {
      this.comment = 'line';
      this.repairs.add('comment', offset);
    } else if (character === '`') {
      this.backticks += 1;
      if (this.backticks === FENCE_BACKTICKS) this.stop('fence', offset, index);
    } else if (this.builder.done) {
      return this.stop('other_text', offset, index);
    } else {
      this.readPunctuation(character, offset);
    }
    return index + 1;
  }

  private readPunctuation(character: string, offset: number): void {
    const closers = closersOf(character);
    if (closers !== undefined) {
      this.startString(character, closers, offset);
      return;
    }
    switch (character) {
      case '{':
        return this.expect(this.builder.open('object', offset), offset);
      case '[':
        return this.expect(this.builder.open('array', offset), offset);
      case '}':
        return this.expect(this.builder.close('object', offset), offset);
      case ']':
        return this.expect(this.builder.close('array', offset), offset);
      case ':':
        return this.expect(this.builder.colon(), offset);
      case ',':
        return this.expect(this.builder.comma(offset), offset);
      default:
        return this.expect(false, offset);
    }
  }

  private startString(quote: string, closers: string, offset: number): void {
    // Prose may begin with an apostrophe or a typographic quote; JSON as a whole text begins with none of them.
    if (quote !== '"' && this.builder.atRoot && this.kind === 'bare') return this.expect(false, offset);
    if (!this.builder.expectsName && !this.builder.readyForValue(offset)) return this.expect(false, offset);
    if (quote !== '"') this.repairs.add('quote_style', offset);
    this.tokenOffset = offset;
    this.string = new StringReader({
      closers,
      atRoot: this.builder.atRoot,
      isName: this.builder.expectsName,
      repairs: this.repairs,
      work: this.work,
    });
  }

  private readWord(chunk: string, start: number, chunkOffset: number): number {
    if (this.builder.done) return this.stop('other_text', chunkOffset + start, start);
    if (this.word === '') this.tokenOffset = chunkOffset + start;
    let end = start;
    while (end < chunk.length && isWordCharacter(chunk.charAt(end))) end += 1;
    this.work.characters += end - start;
    this.word += chunk.slice(start, end);
    return end;
  }

  private endWord(decode: typeof decodeWord): void {
    const { word, tokenOffset: offset } = this;
    this.word = '';
    if (this.builder.expectsName) {
      this.repairs.add('unquoted_key', offset);
      this.expect(this.builder.name(word, offset), offset);
      return;
    }
    const decoded = decode(word);
    if (decoded?.repair !== undefined) this.repairs.add(decoded.repair, offset);
    this.expect(decoded !== undefined && this.builder.scalar(decoded.value, offset), offset);
  }

  private readComment(character: string, offset: number): 0 | 1 {
    switch (this.comment) {
      case 'slash':
        this.comment = character === '/' ? 'line' : character === '*' ? 'block' : 'none';
        if (this.comment === 'none') this.stop('failed', offset, 0);
        else this.repairs.add('comment', offset - 1);
        return this.comment === 'none' ? 0 : 1;
      case 'line':
        if (character === '\n') this.comment = 'none';
        return 1;
      case 'block':
        if (character === '*') this.comment = 'block_star';
        return 1;
      default:
        if (character !== '*') this.comment = character === '/' ? 'none' : 'block';
        return 1;
    }
  }

  private expect(accepted: boolean, offset: number): void {
    if (!accepted) this.stop('failed', offset, 0);
  }

  private stop<Index>(status: CandidateStatus, offset: number, index: Index): Index {
    this.status = status;
    this.stoppedAt = offset;
    return index;
  }
}
