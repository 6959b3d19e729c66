import type { ModelRequest, ModelResponse, Sha256 } from '../../contracts/index.ts';

/** More answers than one run asks for twice; together with the next bound it keeps memory flat. */
export const ANSWERS_KEPT_MAX = 256;
/** Of all answers kept, as JSON. */
export const ANSWERS_KEPT_CHARS_MAX = 8 * 1024 * 1024;

/**
 * Earlier answers by the hash of request and model. Asynchronous, so that one kept in blobs can take the place of the one
 * in memory.
 */
export interface AnswersKept {
  get(requestHash: Sha256): Promise<ModelResponse | undefined>;
  /** Keeps it unless request or answer forbid; tells whether it did. */
  keep(requestHash: Sha256, request: ModelRequest, response: ModelResponse): Promise<boolean>;
}

/**
 * Whether an equal request may be given an earlier answer. Not when chance was asked for, nor when tools are offered: what
 * to do next depends on a world that has moved on. Nor when a picture lies elsewhere and may have changed.
 */
export function mayReuse({ temperature, tools, messages }: ModelRequest): boolean {
  const isSteady = temperature === null || temperature === 0;
  const parts = messages.flatMap((message) => {
    if (message.role === 'user') return message.content;
    return message.role === 'tool' ? message.content.flatMap(({ content }) => content) : [];
  });
  return isSteady && tools.length === 0 && !parts.some((part) => part.type === 'image' && part.source.kind === 'url');
}

/** Only a whole answer that was beyond doubt: ended by itself, needed no repair, refused nothing, and its usage is believed. */
export function isWorthKeeping({ stop_reason, repairs, usage, message }: ModelResponse): boolean {
  const isWhole = stop_reason === 'end_turn' || stop_reason === 'stop_sequence';
  const hasText = message.content.some((part) => part.type === 'text' && part.text !== '');
  const isPlain = message.content.every((part) => part.type === 'text' || part.type === 'reasoning');
  return isWhole && hasText && isPlain && repairs.length === 0 && usage.flags.length === 0;
}

/** In memory; what was not asked for the longest goes first. */
export function createAnswersKept({ answersMax = ANSWERS_KEPT_MAX, charsMax = ANSWERS_KEPT_CHARS_MAX } = {}): AnswersKept {
  /** As text: nobody can change an answer that another will be given. */
  const kept = new Map<Sha256, string>();
  let chars = 0;
  const drop = (hash: Sha256): void => {
    const text = kept.get(hash);
    if (text === undefined) return;
    chars -= text.length;
    kept.delete(hash);
  };
  const put = (hash: Sha256, text: string): void => {
    drop(hash);
    kept.set(hash, text);
    chars += text.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= answersMax && chars <= charsMax) return;
      drop(oldest);
    }
  };
  return {
    async get(requestHash) {
      const text = kept.get(requestHash);
      if (text === undefined) return undefined;
      put(requestHash, text);
      return JSON.parse(text) as ModelResponse;
    },
    async keep(requestHash, request, response) {
      const text = JSON.stringify(response);
      if (!mayReuse(request) || !isWorthKeeping(response) || text.length > charsMax) return false;
      put(requestHash, text);
      return true;
    },
  };
}
