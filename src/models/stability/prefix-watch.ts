import type { ModelId, ModelMessage, ModelRequest, OfferedTool, PrefixChange, Sha256 } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';

/**
 * Conversations that are watched at once; the one that was silent longest is forgotten first. More than any process has
 * under way, and few enough that a process which runs for months does not grow by those that are over.
 */
export const CONVERSATIONS_MAX = 1_000;

/** What a provider has read of a conversation so far, by the hash of each part. */
interface Prefix {
  readonly hash: Sha256;
  readonly model: string;
  readonly system: Sha256;
  readonly output: Sha256;
  /** By name. */
  readonly tools: ReadonlyMap<string, Sha256>;
  readonly history: readonly Sha256[];
}

export interface NotedPrefix {
  readonly hash: Sha256;
  /** Null when what was sent before is still the beginning of what is sent now. */
  readonly change: PrefixChange | null;
}

export interface PrefixWatch {
  /** `stable` tells how many messages are meant to stay; all when it is not given. */
  note(conversation: string, request: ModelRequest, modelId: ModelId, stable?: number): NotedPrefix;
}

/** Notices every change in the bytes that a provider could have reused, and says which part of them it was. */
export function createPrefixWatch(): PrefixWatch {
  const known = new Map<string, Prefix>();
  return {
    note(conversation, request, modelId, stable = request.messages.length) {
      const before = known.get(conversation);
      const after = prefixOf(request, modelId, stable);
      known.delete(conversation);
      if (known.size >= CONVERSATIONS_MAX) known.delete(known.keys().next().value ?? '');
      known.set(conversation, after);
      return { hash: after.hash, change: before === undefined ? null : changeOf(conversation, before, after) };
    },
  };
}

function prefixOf({ messages, tools, output }: ModelRequest, model: string, stable: number): Prefix {
  const head = messages.findIndex(({ role }) => role !== 'system');
  const leading = messages.slice(0, head === -1 ? stable : Math.min(head, stable));
  const parts = {
    model,
    system: leading.length === 1 ? aloneHash(leading as [ModelMessage]) : hashOf(leading),
    output: hashOf(output),
    tools: new Map(tools.map((tool) => [tool.name, partHash(tool)])),
  };
  return { ...parts, hash: hashOf([model, parts.system, parts.output, ...parts.tools].flat()), history: messages.slice(leading.length, stable).map(partHash) };
}

function changeOf(conversation: string, before: Prefix, after: Prefix): PrefixChange | null {
  const changed: PrefixChange['changed'] = [];
  const details: string[] = [];
  const note = (what: PrefixChange['changed'][number], detail: string): void => {
    changed.push(what);
    details.push(detail);
  };
  if (before.model !== after.model) note('model', `the model was ${before.model} and is ${after.model}`);
  if (before.system !== after.system) note('system', 'the system text is another');
  const tools = changedTools(before.tools, after.tools);
  if (tools !== '') note('tools', tools);
  if (before.output !== after.output) note('output', 'the schema of the answer is another');
  const at = before.history.findIndex((hash, index) => hash !== after.history[index]);
  if (at !== -1) note('history', at < after.history.length ? `message ${at + 1} of the conversation is another` : `the conversation ends before message ${at + 1}`);
  return changed.length === 0 ? null : { conversation, before: before.hash, after: after.hash, changed, detail: details.join('; ') };
}

function changedTools(before: ReadonlyMap<string, Sha256>, after: ReadonlyMap<string, Sha256>): string {
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const come = [...after.keys()].filter((name) => !before.has(name));
  const other = [...after].filter(([name, hash]) => before.has(name) && before.get(name) !== hash).map(([name]) => name);
  const isReordered = gone.length + come.length + other.length === 0 && [...before.keys()].join(' ') !== [...after.keys()].join(' ');
  return [
    ...(come.length > 0 ? [`tools added: ${come.join(', ')}`] : []),
    ...(gone.length > 0 ? [`tools gone: ${gone.join(', ')}`] : []),
    ...(other.length > 0 ? [`tools changed: ${other.join(', ')}`] : []),
    ...(isReordered ? ['the order of the tools is another'] : []),
  ].join('; ');
}

/** Messages and tools are handed on as they are from turn to turn, so most have been hashed before. */
const hashes = new WeakMap<ModelMessage | OfferedTool, Sha256>();

function partHash(part: ModelMessage | OfferedTool): Sha256 {
  const hash = hashes.get(part) ?? hashOf(part);
  hashes.set(part, hash);
  return hash;
}

const alone = new WeakMap<ModelMessage, Sha256>();

/** A list of one message: nearly every conversation begins with one that says who is spoken to. */
function aloneHash(list: readonly [ModelMessage]): Sha256 {
  const [message] = list;
  const hash = alone.get(message) ?? hashOf(list);
  alone.set(message, hash);
  return hash;
}

function hashOf(value: unknown): Sha256 {
  return sha256Hex(canonicalJson(value));
}
