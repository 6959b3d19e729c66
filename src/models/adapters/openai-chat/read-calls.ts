import { CallFault } from '../../failure/faults.ts';
import type { AnswerBuilder } from '../answer-builder.ts';
import { argumentsTextOf } from '../call-arguments.ts';
import { namelessCall } from '../openai-shared/answer-faults.ts';
import { callIdOf } from '../openai-shared/made-call-id.ts';
import { countOf } from '../openai-shared/wire-piece.ts';
import { storableSeal } from '../seals.ts';
import { objectOf, parseObject, textOf, type WireObject } from '../wire-values.ts';

/** More calls than any model makes at once. */
const CALLS_MAX = 1_000;

/** A call while it comes. It begins once its name is known. */
interface Call {
  readonly slot: string;
  id: string;
  name: string;
  argumentsText: string;
  /** What the server wants back with the call. */
  extra: WireObject | undefined;
  /** The name was said again, without arguments: what follows whole ones belongs to another call. */
  isSaidAgain: boolean;
}

export interface CallsReader {
  toolCall(piece: WireObject): void;
  /** The form that came before tool calls: one call, without an id. */
  functionCall(piece: WireObject): void;
  /** How many calls have begun. */
  readonly begun: number;
  /** Throws when a call never got a name. An answer that was cut by its length may end within one. */
  end(isCut: boolean): void;
}

/** Puts tool calls together from their pieces, as servers number them or not. */
export function createCallsReader(answer: AnswerBuilder, responseId: () => string): CallsReader {
  const calls: Call[] = [];
  const callByIndex = new Map<number, Call>();
  let functionCall: Call | undefined;
  let begun = 0;

  const addCall = (): Call => {
    if (calls.length >= CALLS_MAX) throw new CallFault('garbage', `the answer holds more than ${CALLS_MAX} tool calls`);
    const call: Call = { slot: `call ${calls.length}`, id: '', name: '', argumentsText: '', extra: undefined, isSaidAgain: false };
    calls.push(call);
    return call;
  };
  /** By number; without one a piece that names an id or a tool begins a call, and any other goes on with the last. */
  const callFor = (index: number | undefined, id: string, name: string, text: string): Call => {
    const known = index === undefined ? knownWithoutIndex(id, name) : callByIndex.get(index);
    const call = known === undefined || isOther(known, id, name, text) ? addCall() : known;
    if (index !== undefined) callByIndex.set(index, call);
    return call;
  };
  const knownWithoutIndex = (id: string, name: string): Call | undefined => {
    if (id !== '') return calls.find((call) => call.id === id);
    return name === '' ? calls.at(-1) : undefined;
  };
  const nameSaidAgain = (index: number | undefined, text: string): string => {
    const known = index === undefined ? undefined : callByIndex.get(index);
    return known?.isSaidAgain === true && text.trim() !== '' ? known.name : '';
  };
  const add = (call: Call, id: string, name: string, text: string): void => {
    if (call.id === '') call.id = id;
    if (call.name === '' && name !== '') {
      call.name = name;
      call.id = callIdOf(answer, call.id, responseId(), call.slot);
      begun += 1;
      answer.beginCall(call.slot, call.id, name);
      answer.callArguments(call.slot, call.argumentsText);
    } else if (name !== '' && text === '') {
      call.isSaidAgain = true;
    } else if (name !== '' && isRepeat(call.argumentsText, text)) {
      answer.repair('repeated_call_dropped');
      return;
    }
    call.argumentsText += text;
    if (call.name !== '') answer.callArguments(call.slot, text);
  };

  return {
    toolCall(piece) {
      const named = objectOf(piece['function']);
      if (named === undefined && piece['custom'] !== undefined) return answer.repair('unknown_part_ignored');
      const id = textOf(piece['id']);
      const index = countOf(piece['index']);
      const text = argumentsText(named?.['arguments']);
      const name = textOf(named?.['name']) || nameSaidAgain(index, text);
      const call = callFor(index, id, name, text);
      add(call, id, name, text);
      call.extra = objectOf(piece['extra_content']) ?? call.extra;
      return undefined;
    },
    functionCall(piece) {
      functionCall ??= addCall();
      add(functionCall, '', textOf(piece['name']), argumentsText(piece['arguments']));
    },
    get begun() {
      return begun;
    },
    end(isCut) {
      if (!isCut && calls.some((call) => call.name === '')) throw namelessCall();
      for (const { slot, extra } of calls) {
        const seal = extra === undefined ? undefined : storableSeal({ extra_content: extra });
        if (seal !== undefined) answer.sealCall(slot, seal);
      }
    },
  };
}

/**
 * Whether a piece that the server numbered like a known call belongs to another one. Some servers number every call 0.
 * Others make up a new id for each piece, but name the tool only once. Nothing can be added to arguments that are whole.
 */
function isOther(known: Call, id: string, name: string, text: string): boolean {
  if (known.name === '' || name === '') return false;
  if (id !== '' && id !== known.id) return true;
  return isWhole(known) && (name !== known.name || (text.trim() !== '' && text !== known.argumentsText));
}

function isWhole({ argumentsText: text }: Call): boolean {
  return parseObject(text) !== undefined;
}

/** Some servers send the arguments as the object they are. */
function argumentsText(value: unknown): string {
  return objectOf(value) === undefined ? textOf(value) : argumentsTextOf(value);
}

/** A whole object after the same whole object: the server said the call again, which no arguments do. */
function isRepeat(before: string, text: string): boolean {
  return text !== '' && text === before && parseObject(text) !== undefined;
}
