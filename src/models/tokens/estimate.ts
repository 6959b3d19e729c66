import type { AssistantPart, ImagePart, ModelId, ModelMessage, ModelRequest, TextPart, TokenCalibration, ToolResultPart } from '../../contracts/index.ts';
import type { TextCounter } from './exact-count.ts';
import { FACTOR_BY_FAMILY, familyOf, type TokenFamily } from './families.ts';
import { imageTokens } from './image-tokens.ts';
import { roughCount } from './rough-count.ts';

/** Tokens of a request before it is sent. */
export interface RequestEstimate {
  /** Messages as counted here, pictures and framing among them. */
  readonly raw: number;
  /** Tools and the output schema as counted here, before any correction. */
  readonly schemaRaw: number;
  /** The same after what earlier answers taught about this model's schemas. */
  readonly schemaOverhead: number;
  /** What the provider will probably bill as input. */
  readonly calibrated: number;
}

/** Role, markers and separators around each message. */
const MESSAGE_TOKENS = 4;
/** What opens the answer. */
const ANSWER_TOKENS = 3;
/** The frame around a call or its result: id, name, markers. */
const CALL_TOKENS = 12;
/** The frame around each offered tool. */
const TOOL_TOKENS = 8;
/** What a provider puts before tools of its own accord; only one documents it. */
const TOOL_PROMPT_TOKENS: Partial<Record<TokenFamily, number>> = { anthropic: 346 };

/** Tokens of a text for a family of models. Rough unless an exact counter is given; a part of a token counts as one. */
export function estimateTokens(text: string, family: TokenFamily, counter: TextCounter = roughCount): number {
  return Math.ceil(counter(text) * FACTOR_BY_FAMILY[family]);
}

export interface EstimateOptions {
  readonly calibration?: TokenCalibration | undefined;
  readonly counter?: TextCounter;
}

/** What a request will take of a model's context and budget. */
export function estimateRequest(request: ModelRequest, modelId: ModelId, { calibration, counter = roughCount }: EstimateOptions = {}): RequestEstimate {
  const { raw, schemaRaw } = counter === roughCount ? countedRoughly(request, modelId) : countRequest(request, modelId, counter);
  const schemaOverhead = Math.ceil(schemaRaw * (calibration?.schema_overhead ?? 1));
  return { raw, schemaRaw, schemaOverhead, calibrated: Math.ceil((raw + schemaOverhead) * (calibration?.ratio ?? 1)) };
}

type Counted = Pick<RequestEstimate, 'raw' | 'schemaRaw'>;
const requests = new WeakMap<ModelRequest, { readonly modelId: ModelId; readonly counted: Counted }>();

/** One request is estimated several times on its way, nearly always for one model: for its route, its price and its end. */
function countedRoughly(request: ModelRequest, modelId: ModelId): Counted {
  const before = requests.get(request);
  if (before?.modelId === modelId) return before.counted;
  const counted = countRequest(request, modelId, roughCount);
  requests.set(request, { modelId, counted });
  return counted;
}

function countRequest(request: ModelRequest, modelId: ModelId, counter: TextCounter): Counted {
  const family = familyOf(modelId);
  const count = (text: string): number => estimateTokens(text, family, counter);
  const image = (part: ImagePart): number => imageTokens(part, family, modelId);
  // Pictures are measured by the model and texts by whoever counts; what is counted roughly depends on the family alone.
  const counted = counter === roughCount ? family : undefined;
  const raw = request.messages.reduce((sum, message) => sum + remembered(hasImages(message) ? undefined : counted, message, () => messageTokens(message, count, image)), ANSWER_TOKENS);
  return { raw, schemaRaw: schemaTokens(request, count, TOOL_PROMPT_TOKENS[family] ?? 0, counted) };
}

const known = new WeakMap<object, Map<TokenFamily, number>>();

/**
 * Messages and tools are handed on as they are from turn to turn and never changed, so each is counted once. Without that
 * every turn would count the whole conversation again, several times.
 */
function remembered(family: TokenFamily | undefined, part: object, count: () => number): number {
  if (family === undefined) return count();
  const counts = known.get(part) ?? new Map<TokenFamily, number>();
  known.set(part, counts);
  const tokens = counts.get(family) ?? count();
  counts.set(family, tokens);
  return tokens;
}

function hasImages(message: ModelMessage): boolean {
  if (message.role === 'user') return message.content.some(({ type }) => type === 'image');
  return message.role === 'tool' && message.content.some(({ content }) => content.some(({ type }) => type === 'image'));
}

type ImageCounter = (part: ImagePart) => number;

function messageTokens(message: ModelMessage, count: TextCounter, image: ImageCounter): number {
  switch (message.role) {
    case 'system':
      return MESSAGE_TOKENS + count(message.text);
    case 'user':
      return message.content.reduce((sum, part) => sum + shownTokens(part, count, image), MESSAGE_TOKENS);
    case 'assistant':
      return message.content.reduce((sum, part) => sum + saidTokens(part, count), MESSAGE_TOKENS);
    case 'tool':
      return message.content.reduce((sum, part) => sum + resultTokens(part, count, image), 0);
  }
}

function shownTokens(part: TextPart | ImagePart, count: TextCounter, image: ImageCounter): number {
  return part.type === 'text' ? count(part.text) : image(part);
}

function saidTokens(part: AssistantPart, count: TextCounter): number {
  if (part.type === 'tool_call') return CALL_TOKENS + count(part.name) + count(part.arguments_text);
  // Sealed reasoning is billed as what it hides, of which its length is the only sign.
  return count(part.text) + (part.type === 'reasoning' ? count(part.redacted ?? '') : 0);
}

/** Each result is a message of its own on most wires. */
function resultTokens({ name, content }: ToolResultPart, count: TextCounter, image: ImageCounter): number {
  return content.reduce((sum, part) => sum + shownTokens(part, count, image), MESSAGE_TOKENS + CALL_TOKENS + count(name));
}

function schemaTokens({ tools, output }: ModelRequest, count: TextCounter, promptTokens: number, counted: TokenFamily | undefined): number {
  const offered = tools.map((tool) => remembered(counted, tool, () => TOOL_TOKENS + count(tool.name) + count(tool.description) + count(JSON.stringify(tool.parameters))));
  const asked = output === null ? 0 : TOOL_TOKENS + count(output.name) + count(JSON.stringify(output.schema));
  return offered.reduce((sum, each) => sum + each, tools.length > 0 ? promptTokens : 0) + asked;
}
