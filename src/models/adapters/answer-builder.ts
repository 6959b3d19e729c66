import { invariant } from '../../kernel/index.ts';
import type { AnswerRepair, AssistantPart, JsonObject, ModelId, ModelResponse, ModelStreamEvent, ModelUsage, ReasoningPart, StopReason, TextPart, ToolCallPart } from '../../contracts/index.ts';
import { NO_USAGE, withoutNothing } from './read-usage.ts';

/** What the provider calls a part while it comes: its number, or whatever tells parts apart. */
export type Slot = string | number;

/**
 * Puts an answer together from its pieces, the same way for every wire format: parts in the order they began, the text of
 * each, and the events that tell of them. Empty pieces begin no part.
 */
export interface AnswerBuilder {
  /** Once; a later one is ignored. */
  start(providerResponseId: string | null): void;
  text(slot: Slot, text: string): void;
  refusal(slot: Slot, text: string): void;
  reasoning(slot: Slot, text: string): void;
  /** Adds what proves or seals a piece of reasoning; begins it when it had no text. */
  sealReasoning(slot: Slot, seal: Pick<ReasoningPart, 'signature' | 'redacted' | 'id' | 'provider_data'>): void;
  /** False when a call of that id has already begun elsewhere: then it and what follows in its slot are left out. */
  beginCall(slot: Slot, callId: string, name: string): boolean;
  hasBegun(slot: Slot): boolean;
  callArguments(slot: Slot, text: string): void;
  /** Adds what the provider wants back with a call. */
  sealCall(slot: Slot, providerData: JsonObject): void;
  /** For formats that give the arguments whole at the end: they replace what came in pieces. */
  replaceArguments(slot: Slot, text: string): void;
  repair(kind: AnswerRepair): void;
  usage(usage: ModelUsage): void;
  readonly hasCalls: boolean;
  readonly isEmpty: boolean;
  /** The last event. Nothing may be added after it. */
  finish(stopReason: StopReason): void;
  /** The events since this was last asked. */
  take(): readonly ModelStreamEvent[];
}

/** `sealMaker` names the host that answers; every seal is kept under that name. */
export function createAnswerBuilder(modelId: ModelId, sealMaker?: string): AnswerBuilder {
  const parts: AssistantPart[] = [];
  const indexBySlot: Readonly<Record<AssistantPart['type'], Map<Slot, number>>> = { text: new Map(), refusal: new Map(), reasoning: new Map(), tool_call: new Map() };
  const callIds = new Set<string>();
  const leftOut = new Set<Slot>();
  const repairs = new Set<AnswerRepair>();
  let events: ModelStreamEvent[] = [];
  let responseId: string | null = null;
  let usage = NO_USAGE;
  let hasStarted = false;
  let isFinished = false;

  const start = (id: string | null): void => {
    if (hasStarted) return;
    hasStarted = true;
    responseId = id === '' ? null : id;
    events.push({ type: 'started', provider_response_id: responseId });
  };
  /** A slot holds at most one part of each kind: some formats number text and calls alike. */
  const indexOf = (type: AssistantPart['type'], slot: Slot): number | undefined => indexBySlot[type].get(slot);
  const begin = (part: AssistantPart, slot: Slot): number => {
    start(null);
    const index = parts.push(part) - 1;
    indexBySlot[part.type].set(slot, index);
    return index;
  };
  const callAt = (slot: Slot): { part: ToolCallPart; index: number } | undefined => {
    const index = indexOf('tool_call', slot);
    return index === undefined ? undefined : { part: parts[index] as ToolCallPart, index };
  };
  const grow = (slot: Slot, type: 'text' | 'refusal' | 'reasoning', delta: `${typeof type}_delta`, text: string): void => {
    if (text === '') return;
    invariant(!isFinished, 'an answer that has ended does not go on');
    const index = indexOf(type, slot) ?? begin({ type, text: '' }, slot);
    (parts[index] as TextPart).text += text;
    events.push({ type: delta, index, text });
  };

  return {
    start,
    text: (slot, text) => grow(slot, 'text', 'text_delta', text),
    refusal: (slot, text) => grow(slot, 'refusal', 'refusal_delta', text),
    reasoning: (slot, text) => grow(slot, 'reasoning', 'reasoning_delta', text),
    sealReasoning(slot, { signature, redacted, id, provider_data: providerData }) {
      const part = parts[indexOf('reasoning', slot) ?? begin({ type: 'reasoning', text: '' }, slot)] as ReasoningPart;
      // Signatures may come in pieces.
      if (signature !== undefined && signature !== '') part.signature = (part.signature ?? '') + signature;
      if (redacted !== undefined && redacted !== '') part.redacted = redacted;
      if (id !== undefined && id !== '') part.id = id;
      if (providerData !== undefined) part.provider_data = providerData;
      const isSealed = (part.signature ?? part.redacted ?? part.provider_data) !== undefined;
      if (sealMaker !== undefined && isSealed) part.made_by = sealMaker;
    },
    beginCall(slot, callId, name) {
      if (callIds.has(callId)) {
        repairs.add('repeated_call_dropped');
        leftOut.add(slot);
        return false;
      }
      callIds.add(callId);
      invariant(!isFinished, 'an answer that has ended does not go on');
      const index = begin({ type: 'tool_call', call_id: callId, name, arguments_text: '' }, slot);
      events.push({ type: 'tool_call_started', index, call_id: callId, name });
      return true;
    },
    hasBegun: (slot) => leftOut.has(slot) || callAt(slot) !== undefined,
    callArguments(slot, text) {
      const call = callAt(slot);
      if (call === undefined || text === '' || leftOut.has(slot)) return;
      call.part.arguments_text += text;
      events.push({ type: 'tool_call_delta', index: call.index, arguments_text: text });
    },
    sealCall(slot, providerData) {
      const call = callAt(slot);
      if (call === undefined) return;
      call.part.provider_data = providerData;
      if (sealMaker !== undefined) call.part.made_by = sealMaker;
    },
    replaceArguments(slot, text) {
      const call = callAt(slot);
      if (call !== undefined && !leftOut.has(slot)) call.part.arguments_text = text;
    },
    repair: (kind) => void repairs.add(kind),
    usage: (reported) => void (usage = reported),
    get hasCalls() {
      return callIds.size > 0;
    },
    get isEmpty() {
      return parts.length === 0;
    },
    finish(stopReason) {
      invariant(!isFinished, 'an answer ends once');
      start(null);
      isFinished = true;
      const response: ModelResponse = {
        model_id: modelId,
        provider_response_id: responseId,
        message: { role: 'assistant', content: parts },
        stop_reason: stopReason,
        usage: parts.length > 0 ? withoutNothing(usage) : usage,
        repairs: [...repairs],
      };
      events.push({ type: 'finished', response });
    },
    take() {
      const taken = events;
      events = [];
      return taken;
    },
  };
}
