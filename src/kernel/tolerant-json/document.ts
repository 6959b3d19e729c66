/**
 * Finds the JSON in a text: the whole of it, a fenced block, or an object or array amid prose.
 *
 * Every character is read once. Where several values stand in prose, a fenced one is preferred, then an object or an
 * array of them, then a plain array (which may be a citation such as [1]); of equals, the first.
 */
import type { JsonValue } from '../../contracts/index.ts';
import { isSpace, isWordCharacter } from './characters.ts';
import { Candidate, type CandidateKind } from './candidate.ts';
import type { WorkMeter } from './work-meter.ts';

const FENCE_BACKTICKS = 3;

/** From least to most trusted to be the value that was meant. */
type Rank = 0 | 1 | 2 | 3;

export class JsonDocument {
  readonly work: WorkMeter = { characters: 0 };
  /** Where the first thing that looked like JSON turned out not to be. */
  failedAt: number | undefined;
  /** Where something was first seen that is neither the chosen value, nor its fence, nor white space. */
  otherTextAt: number | undefined;
  readonly depthMax: number;
  private offset = 0;
  private current: Candidate | undefined;
  private best: Candidate | undefined;
  private mode: 'candidate' | 'prose' | 'language' = 'candidate';
  private backticks = 0;
  private inFence = false;
  /** A value broke off amid its members: its rest must not be taken for another value. */
  private onlyFences = false;

  constructor(depthMax: number) {
    this.depthMax = depthMax;
    this.current = new Candidate('bare', 0, this);
  }

  read(chunk: string): void {
    let index = 0;
    while (index < chunk.length) {
      if (this.current !== undefined) index = this.readCandidate(this.current, chunk, index);
      else if (this.mode === 'language') index = this.skipLanguage(chunk, index);
      else index = this.readProse(chunk, index);
    }
    this.offset += chunk.length;
    this.current?.showPartial();
  }

  /** The value so far. */
  get progress(): { readonly value: JsonValue | undefined; readonly complete: boolean } {
    const candidate = this.current?.value === undefined ? this.best : this.current;
    return { value: candidate?.value, complete: candidate?.complete ?? false };
  }

  /** The text ends here: the best candidate, if any. */
  finish(): Candidate | undefined {
    if (this.current !== undefined) {
      this.current.finish(this.offset);
      this.endCandidate(this.current);
    }
    return this.best !== undefined && this.isMeant(this.best) ? this.best : undefined;
  }

  private readCandidate(candidate: Candidate, chunk: string, index: number): number {
    const next = candidate.read(chunk, index, this.offset);
    if (candidate.status !== 'reading') this.endCandidate(candidate);
    return next;
  }

  private endCandidate(candidate: Candidate): void {
    this.current = undefined;
    this.mode = 'prose';
    if (candidate.status === 'failed') {
      this.failedAt ??= candidate.stoppedAt;
      this.otherTextAt ??= candidate.offset;
      this.onlyFences ||= candidate.hasContent;
    } else if (!candidate.isEmpty) {
      this.consider(candidate);
    }
    if (candidate.status === 'fence') this.turnFence();
  }

  private consider(candidate: Candidate): void {
    if (this.best === undefined) {
      this.best = candidate;
      return;
    }
    const isFinal = this.best.kind === 'bare' && rankOf(this.best) > 0;
    const isBetter = !isFinal && rankOf(candidate) > rankOf(this.best);
    this.otherTextAt ??= (isBetter ? this.best : candidate).offset;
    if (isBetter) this.best = candidate;
  }

  /** A number, word or string amid other text is prose, unless it has a fence for itself. */
  private isMeant(candidate: Candidate): boolean {
    if (rankOf(candidate) > 0 || this.otherTextAt === undefined) return true;
    return candidate.kind === 'fenced' && candidate.status !== 'other_text';
  }

  private turnFence(): void {
    this.inFence = !this.inFence;
    this.mode = this.inFence ? 'language' : 'prose';
  }

  private skipLanguage(chunk: string, index: number): number {
    if (isWordCharacter(chunk.charAt(index))) return index + 1;
    this.begin('fenced', index);
    return index;
  }

  private readProse(chunk: string, index: number): number {
    const character = chunk.charAt(index);
    this.work.characters += 1;
    this.backticks = character === '`' ? this.backticks + 1 : 0;
    if (this.backticks === FENCE_BACKTICKS) {
      this.backticks = 0;
      this.turnFence();
    } else if ((character === '{' || character === '[') && !this.onlyFences) {
      this.begin('prose', index);
      return index;
    } else if (!isSpace(character) && character !== '`') {
      this.otherTextAt ??= this.offset + index;
    }
    return index + 1;
  }

  private begin(kind: CandidateKind, index: number): void {
    this.current = new Candidate(kind, this.offset + index, this);
    this.mode = 'candidate';
  }
}

function rankOf({ kind, value }: Candidate): Rank {
  if (typeof value !== 'object' || value === null) return 0;
  if (kind === 'fenced') return 3;
  const isContainer = (item: JsonValue): boolean => typeof item === 'object' && item !== null;
  const holdsMembers = Array.isArray(value) ? value.some(isContainer) : Object.keys(value).length > 0;
  return holdsMembers ? 2 : 1;
}
