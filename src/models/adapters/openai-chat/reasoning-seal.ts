import type { AssistantPart, JsonObject, ProviderSettings, ReasoningPart, ToolCallPart } from '../../../contracts/index.ts';
import { isOpenAiHost } from '../openai-shared/openai-hosts.ts';
import { sealMakerOf, storableSeal } from '../seals.ts';
import { listOf, objectOf, textOf, type WireObject } from '../wire-values.ts';

/** Kimi and DeepSeek refuse a conversation in which the reasoning before a call is missing under this name. */
const NAMED_TEXT = 'reasoning_content';
/** OpenRouter hands out the signatures of all makers in these. */
const DETAILS = 'reasoning_details';
/** The text of a detail that may come in pieces, by its type; all other details come whole. */
const GROWING_TEXTS: ReadonlyMap<unknown, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
]);

/** Gathers what a server wants back with the reasoning of an answer. */
export interface ReasoningSeal {
  /** True when the message holds anything sealed. */
  read(message: WireObject): boolean;
  /** Undefined where the server gave nothing that has to come back. */
  readonly providerData: JsonObject | undefined;
}

export function createReasoningSeal(): ReasoningSeal {
  const details: Record<string, unknown>[] = [];
  let isNamedText = false;

  const add = (piece: WireObject): void => {
    const last = details.at(-1);
    const text = GROWING_TEXTS.get(piece['type']);
    const given = Object.entries(piece).filter(([, value]) => value !== null);
    if (last === undefined || text === undefined || last['type'] !== piece['type'] || last['index'] !== piece['index']) details.push(Object.fromEntries(given));
    else Object.assign(last, Object.fromEntries(given), { [text]: textOf(last[text]) + textOf(piece[text]) });
  };

  return {
    read(message) {
      isNamedText ||= textOf(message[NAMED_TEXT]) !== '';
      const pieces = listOf(message[DETAILS]).map(objectOf).filter((piece) => piece !== undefined);
      for (const piece of pieces) add(piece);
      return pieces.length > 0;
    },
    get providerData() {
      if (!isNamedText && details.length === 0) return undefined;
      // The text itself is the part's and need not be stored twice.
      return storableSeal({ ...(isNamedText && { text_field: NAMED_TEXT }), ...(details.length > 0 && { [DETAILS]: details }) });
    },
  };
}

/** What the provider itself gave with this part and wants back; nothing for anybody else, and never for OpenAI. */
export function dataFor(provider: ProviderSettings, { made_by: madeBy, provider_data: data }: ReasoningPart | ToolCallPart): JsonObject {
  return madeBy === sealMakerOf(provider) && !isOpenAiHost(provider) ? (data ?? {}) : {};
}

/** The members of a message that carry its reasoning back. Plain text is wanted with calls only; R1 refuses it elsewhere. */
export function reasoningMembers(parts: readonly AssistantPart[], provider: ProviderSettings): WireObject {
  const sealed = parts.flatMap((part) => (part.type === 'reasoning' ? { text: part.text, data: dataFor(provider, part) } : []));
  const hasCalls = parts.some(({ type }) => type === 'tool_call');
  const text = sealed.map((part) => (part.data['text_field'] === NAMED_TEXT ? part.text : '')).join('');
  const details = sealed.flatMap(({ data }) => listOf(data[DETAILS]));
  return { ...(hasCalls && text !== '' && { [NAMED_TEXT]: text }), ...(details.length > 0 && { [DETAILS]: details }) };
}
