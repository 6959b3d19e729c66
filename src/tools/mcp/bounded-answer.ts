const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Holds the answer of a server to a size: all of it, or each event of a stream, which as a whole has no end. Beyond the
 * bound the body breaks off with an error, and the connection with it.
 */
export function boundedAnswer(answer: Response, bytesMax: number): Response {
  if (answer.body === null) return answer;
  const isStream = answer.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
  const body = answer.body.pipeThrough(bounded(bytesMax, isStream));
  const held = new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  // A made answer has no address, and redirects are told by it.
  Object.defineProperty(held, 'url', { value: answer.url });
  return held;
}

function bounded(bytesMax: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  const count = isStream ? bytesOfEvent() : bytesOfAll();
  return new TransformStream({
    transform(chunk, controller) {
      if (count(chunk) > bytesMax) controller.error(new RangeError(`The server sent more than ${bytesMax} bytes in one message.`));
      else controller.enqueue(chunk);
    },
  });
}

function bytesOfAll(): (chunk: Uint8Array) => number {
  let bytes = 0;
  return (chunk) => (bytes += chunk.length);
}

/** An empty line ends an event; the largest size that one had within the chunk counts. */
function bytesOfEvent(): (chunk: Uint8Array) => number {
  let bytes = 0;
  let isLineEmpty = true;
  return (chunk) => {
    let largest = 0;
    for (const byte of chunk) {
      bytes += 1;
      largest = Math.max(largest, bytes);
      if (byte === NEWLINE && isLineEmpty) bytes = 0;
      if (byte !== RETURN) isLineEmpty = byte === NEWLINE;
    }
    return largest;
  };
}
