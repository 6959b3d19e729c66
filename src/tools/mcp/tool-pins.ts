import { ToolPinPart, type ToolId, type ToolPin } from '../../contracts/index.ts';
import { canonicalHash, KeelsonError } from '../../kernel/index.ts';
import type { ListedTool } from './listed-tool.ts';

/** Where accepted definitions are kept. Only a person's word accepts one. */
export interface PinStore {
  get(toolId: ToolId): Promise<ToolPin | null>;
  accept(pin: ToolPin): Promise<void>;
}

/** What a person is asked to accept. */
export type ProposedPin = Omit<ToolPin, 'accepted_by'>;

/** One hash over all that a person or a model is told of a tool, and one for each part. */
export function proposedPin(server: string, toolId: ToolId, listed: ListedTool): ProposedPin {
  const parts: Record<ToolPinPart, unknown> = {
    name: { name: listed.name, title: listed.title ?? null },
    description: listed.description ?? null,
    input_schema: listed.inputSchema,
    output_schema: listed.outputSchema ?? null,
    annotations: listed.annotations ?? null,
  };
  const hashes = Object.fromEntries(ToolPinPart.options.map((part) => [part, canonicalHash(parts[part])])) as ToolPin['part_hashes'];
  return { tool_id: toolId, server, definition_hash: canonicalHash(parts), part_hashes: hashes };
}

const PART_WORDS: Readonly<Record<ToolPinPart, string>> = {
  name: 'its title',
  description: 'its description',
  input_schema: 'what it takes',
  output_schema: 'what it gives back',
  annotations: 'what it says about how dangerous it is',
};

/** What is no longer as it was accepted, in words; none when all is. */
export function changesSince(accepted: ToolPin, now: ProposedPin): readonly string[] {
  if (accepted.definition_hash === now.definition_hash) return [];
  const changes = ToolPinPart.options.filter((part) => accepted.part_hashes[part] !== now.part_hashes[part]).map((part) => PART_WORDS[part]);
  return changes.length === 0 ? ['its definition'] : changes;
}

export function definitionChanged(toolId: ToolId, server: string, changes: readonly string[]): KeelsonError<'tool.definition_changed'> {
  return new KeelsonError('tool.definition_changed', {
    message: `The server ${server} changed ${changes.join(', ')} of ${toolId} after it was accepted.`,
    nextStep: 'Read the new definition and accept it, or take the tool off the list of those that are allowed.',
    data: { tool_id: toolId, server, changes: [...changes] },
  });
}
