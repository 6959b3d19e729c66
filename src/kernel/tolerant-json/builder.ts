/**
 * Builds the value from tokens, forgiving what can be understood in one way only.
 * Each method gives false when the token cannot stand where it came; the text is then no JSON.
 */
import type { JsonObject, JsonValue } from '../../contracts/index.ts';
import { KeelsonError } from '../errors.ts';
import type { RepairLog } from './repairs.ts';

/** An open object or array and what may come next in it. */
interface Frame {
  readonly container: JsonObject | JsonValue[];
  expects: 'key' | 'colon' | 'value' | 'separator';
  /** The name of the member being read. */
  key: string;
  /** How many members are whole; in an array, the index of the next. */
  members: number;
  afterComma: boolean;
}

export class JsonBuilder {
  /** Grows in place as tokens come. */
  root: JsonValue | undefined;
  /** True once the root value is whole. */
  done = false;
  /** A member or the root has been read at least as far as its colon. */
  hasContent = false;
  private readonly frames: Frame[] = [];
  private readonly repairs: RepairLog;
  private readonly depthMax: number;

  constructor(repairs: RepairLog, depthMax: number) {
    this.repairs = repairs;
    this.depthMax = depthMax;
  }

  get isEmpty(): boolean {
    return this.root === undefined && !this.done;
  }

  get atRoot(): boolean {
    return this.frames.length === 0;
  }

  /** Whether a string or word that comes next is the name of a member. */
  get expectsName(): boolean {
    const frame = this.frames.at(-1);
    if (frame === undefined || Array.isArray(frame.container)) return false;
    return frame.expects === 'key' || frame.expects === 'separator';
  }

  open(kind: 'object' | 'array', offset: number): boolean {
    if (!this.readyForValue(offset)) return false;
    if (this.frames.length >= this.depthMax) throw tooDeep(this.depthMax);
    const container: JsonObject | JsonValue[] = kind === 'array' ? [] : {};
    this.show(container);
    this.frames.push({ container, expects: kind === 'array' ? 'value' : 'key', key: '', members: 0, afterComma: false });
    return true;
  }

  close(kind: 'object' | 'array', offset: number): boolean {
    const matches = (frame: Frame): boolean => Array.isArray(frame.container) === (kind === 'array');
    if (!this.frames.some(matches)) return false;
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (!this.settle(frame, offset)) return false;
      this.frames.pop();
      this.finishValue();
      if (matches(frame)) return true;
      this.repairs.add('mismatched_bracket', offset);
    }
    return true;
  }

  colon(): boolean {
    const frame = this.frames.at(-1);
    if (frame?.expects !== 'colon') return false;
    frame.expects = 'value';
    this.hasContent = true;
    return true;
  }

  comma(offset: number): boolean {
    const frame = this.frames.at(-1);
    if (frame === undefined || frame.expects === 'colon') return false;
    const lacksValue = frame.expects === 'value' && !Array.isArray(frame.container);
    if (lacksValue) this.placeMissing(offset);
    else if (frame.expects !== 'separator') this.repairs.add('extra_comma', offset);
    frame.expects = Array.isArray(frame.container) ? 'value' : 'key';
    frame.afterComma = true;
    return true;
  }

  name(key: string, offset: number): boolean {
    const frame = this.frames.at(-1);
    if (frame === undefined) return false;
    if (frame.expects === 'separator') this.repairs.add('missing_comma', offset);
    if (Object.hasOwn(frame.container, key)) this.repairs.add('duplicate_key', offset);
    frame.key = key;
    frame.expects = 'colon';
    frame.afterComma = false;
    return true;
  }

  scalar(value: null | boolean | number | string, offset: number): boolean {
    if (!this.readyForValue(offset)) return false;
    this.show(value);
    this.finishValue();
    return true;
  }

  /** Whether a value may come now; what should have come before it is supplied. */
  readyForValue(offset: number): boolean {
    const frame = this.frames.at(-1);
    if (frame === undefined) return !this.done;
    if (frame.expects === 'value') return true;
    if (frame.expects === 'colon') this.repairs.add('missing_colon', offset);
    else if (frame.expects === 'separator' && Array.isArray(frame.container)) this.repairs.add('missing_comma', offset);
    else return false;
    frame.expects = 'value';
    return true;
  }

  /** Writes a value where the next one belongs, over an earlier partial one. */
  show(value: JsonValue): void {
    const frame = this.frames.at(-1);
    if (frame === undefined) this.root = value;
    else if (Array.isArray(frame.container)) frame.container[frame.members] = value;
    else setMember(frame.container, frame.key, value);
  }

  private finishValue(): void {
    this.hasContent = true;
    const frame = this.frames.at(-1);
    if (frame === undefined) {
      this.done = true;
      return;
    }
    frame.members += 1;
    frame.expects = 'separator';
    frame.afterComma = false;
  }

  /** Whether an open container may end now. */
  private settle(frame: Frame, offset: number): boolean {
    if (frame.expects === 'colon') return false;
    if (frame.afterComma) this.repairs.add('trailing_comma', offset);
    else if (frame.expects === 'value' && !Array.isArray(frame.container)) this.placeMissing(offset);
    return true;
  }

  private placeMissing(offset: number): void {
    this.repairs.add('missing_value', offset);
    this.show(null);
    this.finishValue();
  }
}

/** Defined, not assigned: a member named `__proto__` must be a member like any other. */
function setMember(container: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    container[key] = value;
  }
}

function tooDeep(limit: number): KeelsonError {
  return new KeelsonError('json.too_deep', {
    message: `The JSON nests deeper than ${limit} levels.`,
    nextStep: 'Ask for a flatter value.',
    data: { limit },
  });
}
