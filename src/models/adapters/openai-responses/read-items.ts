import type { AnswerBuilder } from '../answer-builder.ts';
import { namelessCall } from '../openai-shared/answer-faults.ts';
import { callIdOf } from '../openai-shared/made-call-id.ts';
import { listOf, objectOf, textOf, type WireObject } from '../wire-values.ts';

/** Between the parts of a piece of reasoning, each of which is a paragraph of its own. */
const REASONING_JOINT = '\n\n';

type Words = 'text' | 'refusal';

/** Reads the items of an answer, from their pieces as they come and from the whole ones at the end. */
export interface ItemsReader {
  beginItem(index: unknown, item: WireObject): void;
  /** An item whole: what its pieces already told is not read again. */
  wholeItem(index: unknown, item: WireObject): void;
  /** An item of the whole answer. Servers may leave items out of it, so those with an id are known by that. */
  lastItem(index: number, item: WireObject): void;
  words(kind: Words, index: unknown, contentIndex: unknown, text: string): void;
  reasoning(index: unknown, part: string, text: string): void;
  callArguments(index: unknown, text: string): void;
  wholeArguments(index: unknown, text: string): void;
  readonly hasRefusal: boolean;
}

export function createItemsReader(answer: AnswerBuilder, responseId: () => string): ItemsReader {
  const wholeItems = new Set<string>();
  const indexById = new Map<string, unknown>();
  const toldWords = new Set<string>();
  /** The part of each item's reasoning that was told last. */
  const reasoningParts = new Map<string, string>();
  const argumentsBySlot = new Map<string, string>();
  let hasRefusal = false;

  const slotOf = (index: unknown): string => `item ${String(index)}`;
  const words = (kind: Words, index: unknown, contentIndex: unknown, text: string): void => {
    if (text === '') return;
    const slot = `${slotOf(index)} ${String(contentIndex)}`;
    toldWords.add(slot);
    hasRefusal ||= kind === 'refusal';
    answer[kind](slot, text);
  };
  const reasoning = (index: unknown, part: string, text: string): void => {
    if (text === '') return;
    const slot = slotOf(index);
    const before = reasoningParts.get(slot);
    reasoningParts.set(slot, part);
    answer.reasoning(slot, before === undefined || before === part ? text : REASONING_JOINT + text);
  };
  const callArguments = (index: unknown, text: string): void => {
    const slot = slotOf(index);
    if (!answer.hasBegun(slot)) return;
    argumentsBySlot.set(slot, (argumentsBySlot.get(slot) ?? '') + text);
    answer.callArguments(slot, text);
  };
  const wholeArguments = (index: unknown, text: string): void => {
    const told = argumentsBySlot.get(slotOf(index)) ?? '';
    if (text === '' || text === told) return;
    if (text.startsWith(told)) return callArguments(index, text.slice(told.length));
    argumentsBySlot.set(slotOf(index), text);
    return answer.replaceArguments(slotOf(index), text);
  };

  const readMessage = (index: unknown, item: WireObject): void => {
    for (const [contentIndex, value] of listOf(item['content']).entries()) {
      if (toldWords.has(`${slotOf(index)} ${contentIndex}`)) continue;
      const part = objectOf(value);
      if (part?.['type'] === 'output_text') words('text', index, contentIndex, textOf(part['text']));
      else if (part?.['type'] === 'refusal') words('refusal', index, contentIndex, textOf(part['refusal']));
      else answer.repair('unknown_part_ignored');
    }
  };
  const readReasoning = (index: unknown, item: WireObject): void => {
    if (!reasoningParts.has(slotOf(index))) {
      const parts = [...listOf(item['summary']), ...listOf(item['content'])];
      for (const [number, part] of parts.entries()) reasoning(index, `whole ${number}`, textOf(objectOf(part)?.['text']));
    }
    const sealed = textOf(item['encrypted_content']);
    if (sealed !== '') answer.sealReasoning(slotOf(index), { redacted: sealed, id: textOf(item['id']) });
  };
  const beginCall = (index: unknown, item: WireObject): void => {
    const slot = slotOf(index);
    const name = textOf(item['name']);
    if (name === '') throw namelessCall();
    if (!answer.hasBegun(slot)) answer.beginCall(slot, callIdOf(answer, textOf(item['call_id']), responseId(), slot), name);
  };
  const note = (index: unknown, item: WireObject): void => {
    const id = textOf(item['id']);
    if (id !== '' && !indexById.has(id)) indexById.set(id, index);
  };
  const wholeItem = (index: unknown, item: WireObject): void => {
    note(index, item);
    if (wholeItems.has(slotOf(index))) return;
    wholeItems.add(slotOf(index));
    switch (item['type']) {
      case 'message':
        return readMessage(index, item);
      case 'reasoning':
        return readReasoning(index, item);
      case 'function_call':
        beginCall(index, item);
        return wholeArguments(index, textOf(item['arguments']));
      default:
        return answer.repair('unknown_part_ignored');
    }
  };

  return {
    beginItem(index, item) {
      note(index, item);
      if (item['type'] === 'function_call') beginCall(index, item);
    },
    wholeItem,
    lastItem: (index, item) => wholeItem(indexById.get(textOf(item['id'])) ?? index, item),
    words,
    reasoning,
    callArguments,
    wholeArguments,
    get hasRefusal() {
      return hasRefusal;
    },
  };
}
