import { ToolCallId } from '../../../contracts/index.ts';
import { CallFault } from '../../failure/faults.ts';
import type { AnswerBuilder } from '../answer-builder.ts';
import { argumentsTextOf } from '../call-arguments.ts';
import { objectOf, textOf, type WireObject } from '../wire-values.ts';
import { stopReasonOf } from './stop-reasons.ts';
import { mergeUsage, usageOf } from './usage.ts';

interface OpenBlock {
  readonly type: string;
  isOpen: boolean;
  hasDeltas: boolean;
  /** The arguments of a call that came whole with its beginning. */
  readonly input: WireObject | undefined;
}

/** Below every block the provider numbers, so that it never meets one of them. */
const EXPLANATION_SLOT = -1;

/** Puts a message together, block by block; the same for one in pieces and for a whole one. */
export interface MessageBuilder {
  start(message: WireObject): void;
  startBlock(index: unknown, block: unknown): void;
  addDelta(index: unknown, delta: unknown): void;
  stopBlock(index: unknown): void;
  /** Why it stopped, and the totals so far. */
  update(change: WireObject, usage: unknown): void;
  finish(): void;
  /** Everything is there but the end marker. */
  readonly isComplete: boolean;
}

export function createMessageBuilder(answer: AnswerBuilder): MessageBuilder {
  const blocks = new Map<number, OpenBlock>();
  let usage: WireObject = {};
  let hasStarted = false;
  let stop: WireObject = {};

  const indexOf = (index: unknown): number => {
    if (!hasStarted) throw garbage('a block came before the message began');
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) throw garbage('a block has no number');
    return index;
  };
  const beginCall = (index: number, block: WireObject): void => {
    const given = ToolCallId.safeParse(block['id']);
    if (!given.success) answer.repair('call_id_made');
    answer.beginCall(index, given.success ? given.data : `call_${index}`, textOf(block['name']));
  };

  return {
    start(message) {
      if (hasStarted) throw garbage('a second message began');
      hasStarted = true;
      // The count of what was written is a guess until the message ends.
      usage = { ...mergeUsage({}, message['usage']), output_tokens: undefined };
      answer.start(textOf(message['id']));
    },
    startBlock(number, value) {
      const index = indexOf(number);
      const block = objectOf(value);
      if (block === undefined) throw garbage(`block ${index} is empty`);
      if (blocks.has(index)) throw garbage(`block ${index} began twice`);
      const type = textOf(block['type']);
      blocks.set(index, { type, isOpen: true, hasDeltas: false, input: objectOf(block['input']) });
      if (type === 'text') answer.text(index, textOf(block['text']));
      else if (type === 'thinking') {
        answer.reasoning(index, textOf(block['thinking']));
        answer.sealReasoning(index, { signature: textOf(block['signature']) });
      } else if (type === 'redacted_thinking') answer.sealReasoning(index, { redacted: textOf(block['data']) });
      else if (type === 'tool_use') beginCall(index, block);
      else answer.repair('unknown_part_ignored');
    },
    addDelta(number, value) {
      const index = indexOf(number);
      const block = openBlockAt(blocks, index);
      const delta = objectOf(value) ?? {};
      const kind = `${block.type} ${textOf(delta['type'])}`;
      if (kind === 'text text_delta') answer.text(index, textOf(delta['text']));
      else if (kind === 'thinking thinking_delta') answer.reasoning(index, textOf(delta['thinking']));
      else if (kind === 'thinking signature_delta') answer.sealReasoning(index, { signature: textOf(delta['signature']) });
      else if (kind === 'tool_use input_json_delta') {
        const text = textOf(delta['partial_json']);
        block.hasDeltas ||= text !== '';
        answer.callArguments(index, text);
      } else if (kind !== 'text citations_delta') answer.repair('unknown_part_ignored');
    },
    stopBlock(number) {
      const index = indexOf(number);
      const block = openBlockAt(blocks, index);
      block.isOpen = false;
      // A call without arguments comes without deltas.
      if (block.type === 'tool_use' && !block.hasDeltas) answer.callArguments(index, argumentsTextOf(block.input));
    },
    update(change, reported) {
      if (!hasStarted) throw garbage('a message ends that has not begun');
      const given = Object.entries(change).filter(([, value]) => value !== null);
      stop = { ...stop, ...Object.fromEntries(given) };
      usage = mergeUsage(usage, reported);
    },
    finish() {
      if (!hasStarted) throw garbage('a message ends that has not begun');
      for (const [index, block] of blocks) {
        if (block.isOpen && block.type === 'tool_use') throw new CallFault('truncated', `the message ended within the call in block ${index}`);
      }
      answer.refusal(EXPLANATION_SLOT, textOf(objectOf(stop['stop_details'])?.['explanation']));
      answer.usage(usageOf(usage));
      answer.finish(stopReasonOf(stop['stop_reason']));
    },
    get isComplete() {
      return stop['stop_reason'] !== undefined && [...blocks.values()].every((block) => !block.isOpen);
    },
  };
}

function openBlockAt(blocks: ReadonlyMap<number, OpenBlock>, index: number): OpenBlock {
  const block = blocks.get(index);
  if (block === undefined) throw garbage(`block ${index} goes on without having begun`);
  if (!block.isOpen) throw garbage(`block ${index} goes on after its end`);
  return block;
}

export function garbage(detail: string): CallFault {
  return new CallFault('garbage', `The answer is no message: ${detail}.`);
}
