import { StreamId, type ModelId } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';

/** What names of models may hold and names of streams or parts of document keys may not. */
const ESCAPES: Readonly<Record<string, string>> = { '/': '_s', '@': '_a', ':': '_c', '_': '__' };
/** Two dots in a row would look like a path. */
const SECOND_DOT = '_d';
const STREAM_CHARS_MAX = 128;
const READABLE_CHARS_MAX = 60;
/** No escape is spelt like this, so a shortened name is never that of another model. */
const HASH_MARK = '_h';

/** A process asks few models, each of them again and again; more than these are spelt anew each time. */
const KNOWN_MAX = 500;
const known = new Map<ModelId, StreamId>();

/** The stream in which everything measured about a model is recorded. Different models never share one. */
export function modelStreamId(modelId: ModelId): StreamId {
  const streamId = known.get(modelId) ?? spelt(modelId);
  if (known.size < KNOWN_MAX) known.set(modelId, streamId);
  return streamId;
}

function spelt(modelId: ModelId): StreamId {
  const pieces = [...modelId].map((character, index) => (character === '.' && modelId[index - 1] === '.' ? SECOND_DOT : (ESCAPES[character] ?? character)));
  const whole = pieces.join('');
  return StreamId.parse(whole.length <= STREAM_CHARS_MAX ? whole : `${wholePieces(pieces)}${HASH_MARK}${sha256Hex(modelId)}`);
}

/** Cut between two escapes, never inside one. */
function wholePieces(pieces: readonly string[]): string {
  let text = '';
  for (const piece of pieces) {
    if (text.length + piece.length > READABLE_CHARS_MAX) break;
    text += piece;
  }
  return text;
}
