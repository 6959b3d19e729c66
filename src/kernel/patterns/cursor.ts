import type { KeelsonError } from '../errors.ts';
import { rejection } from './rejection.ts';

/** A place in the source of a pattern. Characters are whole code points; past the end they are the empty text. */
export class PatternCursor {
  readonly source: string;
  private offset = 0;

  constructor(source: string) {
    this.source = source;
  }

  get atEnd(): boolean {
    return this.offset >= this.source.length;
  }

  peek(): string {
    const codePoint = this.source.codePointAt(this.offset);
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
  }

  take(): string {
    const character = this.peek();
    this.offset += character.length;
    return character;
  }

  /** Steps over `text` if it comes next. */
  accept(text: string): boolean {
    if (!this.source.startsWith(text, this.offset)) return false;
    this.offset += text.length;
    return true;
  }

  /** Takes what comes before `end` and steps over `end`; undefined, and no step, when `end` does not come. */
  takeUntil(end: string): string | undefined {
    const at = this.source.indexOf(end, this.offset);
    if (at < 0) return undefined;
    const taken = this.source.slice(this.offset, at);
    this.offset = at + end.length;
    return taken;
  }

  takeWhile(allowed: string): string {
    const start = this.offset;
    while (!this.atEnd && allowed.includes(this.source.charAt(this.offset))) this.offset += 1;
    return this.source.slice(start, this.offset);
  }

  /** Runs `attempt`; when it gives undefined, the cursor is where it was. */
  attempt<Result>(attempt: () => Result | undefined): Result | undefined {
    const start = this.offset;
    const result = attempt();
    if (result === undefined) this.offset = start;
    return result;
  }

  rejected(reason: string, instead: string): KeelsonError {
    return rejection(this.source, `${reason} (at character ${this.offset})`, instead);
  }
}
