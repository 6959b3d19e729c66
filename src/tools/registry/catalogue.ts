import type { ToolDefinition, ToolId, ToolRegistry } from '../../contracts/index.ts';
import { canonicalJson, compileJsonSchema, compilePattern, KeelsonError, sha256Hex, type Pattern } from '../../kernel/index.ts';
import type { Tool } from './tool.ts';

/** Tools in the order in which they are tried: the higher priority first, then by name. */
export interface ToolCatalogue {
  readonly tools: readonly Tool[];
  /** Throws `tool.unknown`, which names tools that are spelt much like it. */
  get(toolId: string): Tool;
  patternsOf(tool: Tool): readonly Pattern[];
  /** Stands for all definitions together: when it differs, the registry is published again. */
  readonly definitionsHash: string;
}

/** Refuses with `tool.definition_invalid` what could not be called or would not match in linear time. */
export function createCatalogue(tools: readonly Tool[]): ToolCatalogue {
  const byId = new Map<ToolId, Tool>();
  const patterns = new Map<Tool, readonly Pattern[]>();
  for (const tool of tools) {
    const { tool_id: toolId } = tool.definition;
    if (byId.has(toolId)) throw refused(toolId, 'tool_id', 'another tool has this name');
    byId.set(toolId, tool);
    if (tool.input === null) demandSchemas(tool.definition);
    patterns.set(tool, compiledPatterns(tool.definition));
  }
  let hash: string | undefined;
  const ordered = [...byId.values()].sort((left, right) => byPriority(left.definition, right.definition));
  return {
    tools: ordered,
    get(toolId) {
      const tool = byId.get(toolId);
      if (tool === undefined) throw unknown(toolId, [...byId.keys()]);
      return tool;
    },
    patternsOf: (tool) => patterns.get(tool) ?? [],
    get definitionsHash() {
      return (hash ??= sha256Hex(canonicalJson(ordered.map(({ definition }) => definition))));
    },
  };
}

const hashes = new WeakMap<ToolDefinition, string>();

/** A definition never changes: it is published under this hash, and every call of it is bound to it. */
export function definitionHash(definition: ToolDefinition): string {
  const hash = hashes.get(definition) ?? sha256Hex(canonicalJson(definition));
  hashes.set(definition, hash);
  return hash;
}

function byPriority(left: ToolDefinition, right: ToolDefinition): number {
  return right.priority - left.priority || (left.tool_id < right.tool_id ? -1 : 1);
}

/** Schemas that somebody else wrote; ours are made from zod, and compiled when the tool is called. */
function demandSchemas({ tool_id, input_schema, output_schema }: ToolDefinition): void {
  for (const [part, schema] of [['input_schema', input_schema], ['output_schema', output_schema]] as const) compiled(tool_id, part, () => compileJsonSchema(schema));
}

function compiledPatterns({ tool_id, handles_patterns }: ToolDefinition): Pattern[] {
  return handles_patterns.map((source, at) => compiled(tool_id, `handles_patterns.${at}`, () => compilePattern(source, 'i')));
}

function compiled<Value>(toolId: ToolId, path: string, compile: () => Value): Value {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error;
    throw refused(toolId, path, error.message);
  }
}

/** Names that share their beginning, or most of their letters, with what was asked for. */
function similarTo(asked: string, names: readonly string[]): string[] {
  const wanted = new Set(asked.toLowerCase());
  const shared = (name: string): number => [...new Set(name)].filter((letter) => wanted.has(letter)).length;
  const isClose = (name: string): boolean => name.startsWith(asked.slice(0, CLOSE_PREFIX_CHARS)) || shared(name) >= Math.max(wanted.size, new Set(name).size) - CLOSE_LETTERS_MISSING;
  return names.filter(isClose).slice(0, SIMILAR_MAX);
}

const CLOSE_PREFIX_CHARS = 3;
const CLOSE_LETTERS_MISSING = 2;
const SIMILAR_MAX = 5;

function unknown(toolId: string, names: readonly string[]): KeelsonError<'tool.unknown'> {
  const similar = similarTo(toolId, names);
  return new KeelsonError('tool.unknown', {
    message: `There is no tool ${toolId}.`,
    nextStep: similar.length === 0 ? '`keelson tools` lists those there are.' : `Did you mean ${similar.join(' or ')}? \`keelson tools\` lists all.`,
    data: { tool_id: toolId, similar },
  });
}

function refused(toolId: string, path: string, message: string): KeelsonError<'tool.definition_invalid'> {
  return new KeelsonError('tool.definition_invalid', {
    message: `The tool ${toolId} cannot be registered: ${path}: ${message}.`,
    nextStep: 'Correct its definition, then register it again.',
    data: { tool_id: toolId, issues: [{ path, message }] },
  });
}

export interface RegistrySettings {
  readonly updatedAt: string;
  readonly allowFallbackToLlm: boolean;
}

/** How long a tool may take that says nothing of its own; MH4's longest interactive tools stay below it. */
export const DEFAULT_TOOL_TIMEOUT_MS = 30_000;

/** The registry as it is stored and shown, checked where it is written; success rates are those that were measured. */
export function registryOf(definitions: readonly ToolDefinition[], { updatedAt, allowFallbackToLlm }: RegistrySettings, successRates: Readonly<Record<string, number>>): ToolRegistry {
  const ordered = definitions.toSorted(byPriority);
  return {
    registry_version: 'tools:v1',
    updated_at: updatedAt,
    tools: ordered,
    routing_order: ordered.map(({ tool_id }) => tool_id),
    default_timeout_ms: DEFAULT_TOOL_TIMEOUT_MS,
    allow_fallback_to_llm: allowFallbackToLlm,
    tool_success_rates: successRates,
  };
}
