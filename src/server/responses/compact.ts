import type { CompactRequest, CompactResource } from '../../contracts/index.ts';
import type { Clock, Ids } from '../../kernel/index.ts';
import { modelRequestOf } from '../model-api/asked-request.ts';
import { invalidInput } from '../model-api/input-content.ts';
import type { ResponseShelf, ServedModels } from '../model-api/ports.ts';
import { secondsOf } from './ask-model.ts';
import { KEELSON_MODEL } from './ask-run.ts';
import { sealCompaction } from './compaction-text.ts';
import { itemsOf, readBefore } from './previous-turns.ts';
import { usageOf } from './resource.ts';

export interface CompactPorts {
  readonly models: ServedModels;
  readonly shelf: Pick<ResponseShelf, 'read'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const ORDER = 'Write down the conversation above so that somebody who has only your words can go on with it: what was asked, what was decided and found out, names, numbers and code that matter word for word, what is done and what is still to do. Leave out pleasantries. Answer with nothing else.';

/** A conversation made short by the model itself. A window is given back, and nothing is kept. */
export async function compactConversation(request: CompactRequest, signal: AbortSignal, { models, shelf, clock, ids }: CompactPorts): Promise<CompactResource> {
  if (request.model === KEELSON_MODEL) throw invalidInput('model', 'a run keeps its own conversation short; name the model that is to read this one');
  const id = ids.mint('resp');
  const { conversation } = await readBefore(request, itemsOf(request, id), shelf.read);
  if (conversation.messages().length === 0) throw invalidInput('input', 'there is nothing to make short');
  const asked = modelRequestOf({
    messages: [...(request.instructions === null || request.instructions === undefined ? [] : [{ role: 'system' as const, text: request.instructions }]), ...conversation.messages(), { role: 'user', content: [{ type: 'text', text: ORDER }] }],
    tools: [],
    toolChoice: 'none',
    output: null,
    outputTokensMax: null,
    temperature: null,
    topP: null,
    effort: null,
  });
  const { message, usage } = await models.ask({ responseId: id, modelId: request.model, request: asked, signal });
  const summary = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { id, object: 'response.compaction', created_at: secondsOf(clock), output: [{ type: 'compaction', id: `cmp_${id.slice(id.indexOf('_') + 1)}_0`, encrypted_content: sealCompaction(summary) }], usage: usageOf(usage) };
}
