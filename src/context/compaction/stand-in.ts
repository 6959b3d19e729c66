import type { HeldResult, ModelMessage, ToldFact, ToolResultPart } from '../../contracts/index.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { frameMaterial } from '../frame.ts';

type Turns = readonly (readonly ModelMessage[])[];

export interface ToStandIn {
  /** The turns that are dropped, as they stood and with their results masked. */
  readonly real: Turns;
  readonly masked: Turns;
  readonly held: readonly HeldResult[];
  /** Results that were given up for their facts before, as `nameOf` calls them. */
  readonly before: readonly string[];
  readonly tokensMax: number;
}

export interface StoodIn {
  readonly turns: Turns;
  /** Undefined when no result is held. */
  readonly text: string | undefined;
  /** Every result that facts stand for now. */
  readonly results: readonly string[];
  readonly counts: { readonly results: number; readonly facts: number; readonly tokens_before: number; readonly tokens_after: number } | undefined;
  readonly lost: readonly string[];
}

const SAYS = 'What you read in those turns, as facts with where each stands; they hold now. Read a file again where its exact words matter.';

/**
 * Gives up results for what the graph holds of them. Facts are taken as they stand now, so that what was read again since is told
 * as it was read last. The latest come first; what does not fit, or would be longer than the text, is left to whoever writes the block.
 */
export function standIn({ real, masked, held, before, tokensMax }: ToStandIn, countTokens: (text: string) => number): StoodIn {
  const none: StoodIn = { turns: masked, text: undefined, results: [], counts: undefined, lost: [] };
  if (held.length === 0) return none;
  const dropped = new Map(real.flatMap((turn) => resultsOf(turn).flatMap(({ call, result }) => heldBy(call, held).map((one) => [nameOf(one), result] as const))));
  const wanted = held.filter((one) => before.includes(nameOf(one)) || (dropped.has(nameOf(one)) && linesOf(one).join('\n').length < one.chars)).toReversed();
  const chosen: HeldResult[] = [];
  for (const one of wanted) if (countTokens(textOf([...chosen, one])) <= tokensMax) chosen.push(one);
  if (chosen.length === 0) return none;
  const names = chosen.map(nameOf);
  const text = textOf(chosen);
  const tokensBefore = chosen.reduce((sum, one) => sum + countTokens(wordsOf(dropped.get(nameOf(one)))), 0);
  return {
    turns: masked.map((turn) => pointed(turn, chosen)),
    text,
    results: names,
    counts: { results: chosen.length, facts: chosen.reduce((sum, { facts }) => sum + facts.length, 0), tokens_before: tokensBefore, tokens_after: countTokens(text) },
    lost: chosen.filter((one) => dropped.has(nameOf(one))).map(({ label, facts }) => `${label}: its words; ${facts.length === 1 ? 'one fact' : `${facts.length} facts`} of it stand in their place`),
  };
}

function nameOf({ tool_id: tool, arguments: given }: Pick<HeldResult, 'tool_id' | 'arguments'>): string {
  return `${tool} ${canonicalJson(given)}`;
}

interface Call {
  readonly name: string;
  readonly arguments_text: string;
}

/** Each call of a turn that went well, with what it gave back. */
function resultsOf(turn: readonly ModelMessage[]): { readonly call: Call; readonly result: ToolResultPart }[] {
  const calls = new Map(turn.flatMap((message) => (message.role === 'assistant' ? message.content.flatMap((part) => (part.type === 'tool_call' ? [[part.call_id, part] as const] : [])) : [])));
  return turn.flatMap((message) => (message.role === 'tool' ? message.content : [])).flatMap((result) => {
    const call = calls.get(result.call_id);
    return call === undefined || result.is_error ? [] : [{ call, result }];
  });
}

/** A call is the one whose result is held when it asked for nothing else; what it left open was filled in by the tool. */
function heldBy({ name, arguments_text: text }: Call, held: readonly HeldResult[]): HeldResult[] {
  const candidates = held.filter(({ tool_id: tool }) => tool === name);
  const given = candidates.length === 0 ? undefined : parsed(text);
  return given === undefined ? [] : candidates.filter((one) => Object.entries(given).every(([key, value]) => canonicalJson(one.arguments[key] ?? null) === canonicalJson(value ?? null)));
}

function parsed(text: string): Readonly<Record<string, never>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, never>>) : undefined;
  } catch {
    return undefined;
  }
}

function pointed(turn: readonly ModelMessage[], chosen: readonly HeldResult[]): readonly ModelMessage[] {
  const covered = new Map(resultsOf(turn).flatMap(({ call, result }) => heldBy(call, chosen).map(({ facts }) => [result, facts.length] as const)));
  if (covered.size === 0) return turn;
  return turn.map((message): ModelMessage => {
    if (message.role !== 'tool') return message;
    return { ...message, content: message.content.map((part) => (covered.has(part) ? { ...part, content: [{ type: 'text', text: `[Facts of it stand behind this: ${covered.get(part)}.]` }] } : part)) };
  });
}

/** One line for everything that a thing stands to in one way, below where it was read. */
function linesOf({ label, facts }: HeldResult): string[] {
  return [`${label}:`, ...[...Map.groupBy(facts, ({ subject, relation }) => `${subject} → ${relation} → `)].map(([start, same]) => `- ${start}${same.map(objectOf).join(', ')}`)];
}

function textOf(held: readonly HeldResult[]): string {
  return `${SAYS}\n${frameMaterial('known_facts', held.flatMap(linesOf).join('\n'))}`;
}

function objectOf({ object, object_version: version, is_disputed: isDisputed, taint_class: taintClass }: ToldFact): string {
  return `${object}${version === null ? '' : ` ${version}`}${taintClass === 'user_trusted_bounded' ? '' : ` (${taintClass})`}${isDisputed ? ' (another source says otherwise)' : ''}`;
}

function wordsOf(result: ToolResultPart | undefined): string {
  return result?.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') ?? '';
}
