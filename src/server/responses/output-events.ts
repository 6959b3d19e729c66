import type { FunctionCallItem, OutputItem, OutputMessage, ReasoningItem, ReasoningPart, ResponseResource, ResponseStreamEvent, UrlCitation } from '../../contracts/index.ts';
import { invariant } from '../../kernel/index.ts';
import { seal } from './sealed-text.ts';

type Unnumbered<Event> = Event extends { readonly sequence_number: number } ? Omit<Event, 'sequence_number'> : never;
type Kind = 'text' | 'refusal' | 'reasoning' | 'call';

/** One thing that is being said. It is added when it begins and done once. */
interface Open {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
  text: string;
  readonly call?: { readonly callId: string; readonly name: string };
}

export interface OutputEvents {
  /** What was said so far; things that are not done yet are left out. */
  readonly output: readonly OutputItem[];
  tell(type: 'response.created' | 'response.queued' | 'response.in_progress' | 'response.completed' | 'response.incomplete' | 'response.failed', response: ResponseResource): void;
  /** Says more of a thing by its number, which is begun when it is new. */
  say(part: number, kind: Exclude<Kind, 'call'>, delta: string): void;
  call(part: number, callId: string, name: string): void;
  callMore(part: number, delta: string): void;
  /** Everything that was begun is done; what is sealed for its maker goes along with what was thought. */
  finish(how?: { readonly isWhole?: boolean; readonly citations?: readonly UrlCitation[]; readonly sealed?: ReadonlyMap<number, ReasoningPart>; readonly phase?: OutputMessage['phase'] }): void;
}

const PREFIX: Readonly<Record<Kind, string>> = { text: 'msg', refusal: 'msg', reasoning: 'rs', call: 'fc' };

/**
 * An answer as the events of the Responses format. Ids of items follow from the id of the response, so that an item can be found
 * again by its own. Words and thoughts are done when something else begins; calls, which may come side by side, at the end.
 */
export function createOutputEvents(responseId: string, emit: (event: ResponseStreamEvent) => void): OutputEvents {
  const items: (OutputItem | undefined)[] = [];
  const open = new Map<number, Open>();
  let number = 0;
  const send = (event: Unnumbered<ResponseStreamEvent>): void => {
    emit({ ...event, sequence_number: number } as ResponseStreamEvent);
    number += 1;
  };
  const begin = (part: number, kind: Kind, call?: Open['call']): Open => {
    for (const [other, { kind: its }] of open) if (its !== 'call') done(other, { isWhole: true });
    const at = items.push(undefined) - 1;
    const thing: Open = { kind, at, text: '', id: itemId(responseId, kind, at), ...(call && { call }) };
    open.set(part, thing);
    send({ type: 'response.output_item.added', output_index: at, item: itemOf(thing, 'in_progress') });
    const place = { item_id: thing.id, output_index: at };
    if (kind === 'reasoning') send({ type: 'response.reasoning_summary_part.added', ...place, summary_index: 0, part: { type: 'summary_text', text: '' } });
    else if (kind !== 'call') send({ type: 'response.content_part.added', ...place, content_index: 0, part: kind === 'text' ? { type: 'output_text', text: '', annotations: [], logprobs: [] } : { type: 'refusal', refusal: '' } });
    return thing;
  };
  const done = (part: number, { isWhole = true, citations = [], sealed, phase }: Parameters<OutputEvents['finish']>[0] & {}): void => {
    const thing = open.get(part);
    invariant(thing !== undefined, 'only what was begun is done');
    open.delete(part);
    const { id: item_id, at: output_index, text, kind } = thing;
    const place = { item_id, output_index };
    const item = itemOf(thing, isWhole ? 'completed' : 'incomplete', kind === 'text' ? citations : [], sealed?.get(part), phase);
    if (kind === 'call') send({ type: 'response.function_call_arguments.done', ...place, name: thing.call?.name ?? '', arguments: text });
    else if (kind === 'reasoning') {
      send({ type: 'response.reasoning_summary_text.done', ...place, summary_index: 0, text });
      send({ type: 'response.reasoning_summary_part.done', ...place, summary_index: 0, part: { type: 'summary_text', text } });
    } else if (kind === 'refusal') {
      send({ type: 'response.refusal.done', ...place, content_index: 0, refusal: text });
      send({ type: 'response.content_part.done', ...place, content_index: 0, part: { type: 'refusal', refusal: text } });
    } else {
      citations.forEach((annotation, nth) => send({ type: 'response.output_text.annotation.added', ...place, content_index: 0, annotation_index: nth, annotation }));
      send({ type: 'response.output_text.done', ...place, content_index: 0, text, logprobs: [] });
      send({ type: 'response.content_part.done', ...place, content_index: 0, part: { type: 'output_text', text, annotations: [...citations], logprobs: [] } });
    }
    items[output_index] = item;
    send({ type: 'response.output_item.done', output_index, item });
  };
  return {
    get output() {
      return items.filter((item) => item !== undefined);
    },
    tell: (type, response) => send({ type, response }),
    say(part, kind, delta) {
      if (delta === '') return;
      const thing = open.get(part) ?? begin(part, kind);
      thing.text += delta;
      const place = { item_id: thing.id, output_index: thing.at };
      if (kind === 'text') send({ type: 'response.output_text.delta', ...place, content_index: 0, delta, logprobs: [] });
      else if (kind === 'refusal') send({ type: 'response.refusal.delta', ...place, content_index: 0, delta });
      else send({ type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta });
    },
    call: (part, callId, name) => void begin(part, 'call', { callId, name }),
    callMore(part, delta) {
      const thing = open.get(part);
      if (delta === '' || thing === undefined) return;
      thing.text += delta;
      send({ type: 'response.function_call_arguments.delta', item_id: thing.id, output_index: thing.at, delta });
    },
    finish(how = {}) {
      for (const part of open.keys()) done(part, how);
    },
  };
}

function itemId(responseId: string, kind: Kind, at: number): string {
  return `${PREFIX[kind]}_${responseId.slice(responseId.indexOf('_') + 1)}_${at}`;
}

/** The response that an item belongs to, by the item's id; undefined for items of elsewhere. */
export function responseOfItem(id: string): string | undefined {
  const [prefix = '', response, at] = id.split('_');
  return Object.values(PREFIX).includes(prefix) && response !== undefined && at !== undefined ? `resp_${response}` : undefined;
}

function itemOf({ kind, id, text, call }: Open, status: OutputMessage['status'], citations: readonly UrlCitation[] = [], sealed?: ReasoningPart, phase?: OutputMessage['phase']): OutputItem {
  const isBegun = status === 'in_progress';
  switch (kind) {
    case 'call':
      return { type: 'function_call', id, call_id: call?.callId ?? '', name: call?.name ?? '', arguments: text, status } satisfies FunctionCallItem;
    case 'reasoning':
      return { type: 'reasoning', id, summary: isBegun ? [] : [{ type: 'summary_text', text }], ...(sealed && { encrypted_content: seal(sealed) }) } satisfies ReasoningItem;
    case 'refusal':
      return { type: 'message', id, status, role: 'assistant', content: isBegun ? [] : [{ type: 'refusal', refusal: text }] } satisfies OutputMessage;
    case 'text':
      return { type: 'message', id, status, role: 'assistant', content: isBegun ? [] : [{ type: 'output_text', text, annotations: [...citations], logprobs: [] }], ...(phase && !isBegun && { phase }) } satisfies OutputMessage;
  }
}
