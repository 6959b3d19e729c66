import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ScenarioCallFault, ScenarioFault, ScenarioTurn, type JsonValue, type ScenarioFigures } from '../../src/contracts/index.ts';

/** One row of a list of faults: what goes wrong, and what a client is to make of it. */
export const FaultRow = z.strictObject({ id: z.string(), category: z.string(), input: z.record(z.string(), z.json()), expect: z.string(), why: z.string() });
export type FaultRow = z.infer<typeof FaultRow>;

export type FaultTurn = z.input<typeof ScenarioTurn>;
type FaultInput = NonNullable<FaultTurn['faults']>[number];

/** Text of several bytes a character and a call, in small pieces, so that every fault finds something to strike. */
const ANSWER: FaultTurn['answer'] = [
  { type: 'text', text: 'I look it up for Tromsø 🌊.' },
  { type: 'tool_call', name: 'tides', call_id: 'call_1', arguments: { port: 'Tromsø', day: 'today' } },
];

/** Rows of our own list. */
export function faultRows(): FaultRow[] {
  const text = readFileSync(new URL('model-faults.jsonl', import.meta.url), 'utf8');
  return text.trimEnd().split('\n').map((line) => FaultRow.parse(JSON.parse(line)));
}

/** A turn that shows the fault, or `refused` where only an address without a server can. */
export function faultTurn(input: FaultRow['input']): FaultTurn | 'refused' {
  if (input['connect'] === 'refused') return 'refused';
  const faults: FaultInput[] = [];
  const turn: FaultTurn = { answer: ANSWER, chunk_chars: 5 };
  const { status, headers, body, usage, chunk_chars: chunkChars, ...rest } = input;
  if (chunkChars !== undefined) turn.chunk_chars = z.int().parse(chunkChars);
  if (status !== undefined) faults.push({ kind: 'status', status: z.int().parse(status), headers: z.record(z.string(), z.string()).default({}).parse(headers), ...(body !== undefined && { body }) });
  if (usage !== undefined) turn.usage = usageOf(usage);
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'faults') faults.push(...(value as FaultInput[]));
    else faults.push(shorthand(name, value));
  }
  return ScenarioTurn.parse({ ...turn, faults });
}

function shorthand(name: string, value: JsonValue): FaultInput {
  switch (name) {
    case 'headers_after_ms':
      return { kind: 'stall', at: 'before_headers', ms: Number(value) };
    case 'duplicate_call_id':
      return { kind: 'tool_call', how: 'duplicate_id' };
    default: {
      // Kinds by their own name: true for what is usual of them, or an object that says more.
      const how = ScenarioCallFault.safeParse(name);
      return how.success ? { kind: 'tool_call', how: how.data } : ScenarioFault.parse({ kind: name, ...(typeof value === 'object' && value) });
    }
  }
}

const FIGURE_NAMES: Readonly<Record<string, keyof ScenarioFigures>> = {
  prompt_tokens: 'input_tokens',
  completion_tokens: 'output_tokens',
  cached_tokens: 'cached_input_tokens',
  reasoning_tokens: 'reasoning_tokens',
  total_tokens: 'total_tokens',
};

/** Rows name figures as OpenAI does; a total alone counts as output too, so that every wire format shows it. */
function usageOf(usage: JsonValue): FaultTurn['usage'] {
  if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) return usage === null ? null : { as_sent: usage };
  if ('as_sent' in usage) return { as_sent: usage['as_sent'] as JsonValue };
  const figures = Object.fromEntries(Object.entries(usage).map(([name, value]) => [FIGURE_NAMES[name] ?? name, value]));
  return { input_tokens: 20, output_tokens: usage['total_tokens'] ?? 10, ...figures };
}
