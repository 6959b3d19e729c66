import { documentKey, KeptResponse, ResponseContent, ResponseId, responseKept, responseRemoved, type JsonValue } from '../../contracts/index.ts';
import { hasCode, type Ids } from '../../kernel/index.ts';
import { keepContent, readContent, type Ledger, type LogWriter } from '../../ledger/index.ts';
import { valueWithoutSecrets } from '../../redaction/index.ts';
import type { ResponseShelf } from '../model-api/ports.ts';

export interface ShelfPorts {
  /** Of the tenant whose responses these are: another's are never even looked at. */
  readonly ledger: Pick<Ledger, 'documents' | 'blobs' | 'log' | 'erase'>;
  readonly writer: LogWriter;
  readonly ids: Ids;
}

const PROJECTION = 'response';
/** What an answer came to is told a moment after it was given, and may come between looking for what is to be erased and erasing it. */
const REMOVE_TRIES_MAX = 5;

/** Responses in the log of one tenant. */
export function createShelf({ ledger, writer, ids }: ShelfPorts): ResponseShelf {
  const { documents, blobs, log } = ledger;
  const kept = async (id: string): Promise<KeptResponse | undefined> => {
    const known = ResponseId.safeParse(id);
    if (!known.success) return undefined;
    return KeptResponse.safeParse((await documents.get(documentKey.response(known.data), PROJECTION))?.body).data;
  };
  const remove = async (id: string): Promise<boolean> => {
    const found = await kept(id);
    if (found === undefined) return false;
    const stream = { aggregate: 'response', id: found.response_id } as const;
    const entries = (await log.read(stream)).flatMap(({ event }) => (event.type === responseKept.type && event.payload !== null ? [{ stream, sequence: event.sequence }] : []));
    const reason = 'The client that it was kept for had it removed.';
    await ledger.erase({ key: `response:${ids.mint('cmd')}`, entries, reason, requestedBy: writer.author.actor, alsoTold: [{ type: responseRemoved.type, streamId: found.response_id, payload: { response_id: found.response_id, reason } }] }, writer);
    return true;
  };
  return {
    async keep({ content, ...response }) {
      const { shown, kept: elsewhere, operations } = await keepContent(blobs, valueWithoutSecrets(content as unknown as JsonValue));
      const payload = { kept: { ...response, content: shown, ...(elsewhere && { content_kept: elsewhere }) } };
      await writer.append({ key: `response:${ids.mint('cmd')}`, events: [{ type: responseKept.type, streamId: response.response_id, payload }], ...(operations.length > 0 && { operations }) });
    },
    async read(id) {
      const found = await kept(id);
      if (found === undefined) return undefined;
      const { content, content_kept: elsewhere, ...response } = found;
      return { ...response, content: ResponseContent.parse(await readContent(blobs, content, elsewhere)) };
    },
    async remove(id) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await remove(id);
        } catch (error) {
          if (!hasCode(error, 'ledger.sequence_conflict') || tries >= REMOVE_TRIES_MAX) throw error;
        }
      }
    },
  };
}
