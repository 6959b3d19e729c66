import { KeelsonError } from '../../kernel/index.ts';

/** How deep a request may be nested. Ours are flat; what is deeper was made to exhaust whoever reads it. */
const DEPTH_MAX = 64;

/** The body as JSON. Refuses what is too large before it is held, and what is too deep, or no number, before it is used. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > limit) throw tooLarge(limit);
  // A body is never longer than it was declared to be, so one that is declared short enough is read at once.
  return parseBody(declared !== null && Number(declared) <= limit ? await readAtOnce(request) : await readBody(request, limit));
}

async function readAtOnce(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  return decoded(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

async function readBody(request: Request, limit: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let text = '';
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    text += decoded(() => decoder.decode(chunk, { stream: true }));
  }
  return text + decoded(() => decoder.decode());
}

/** Bytes that are no text are not guessed at: what was meant and what is recorded would differ. */
function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    throw invalid('The request body is not UTF-8.', 'bytes that are no text', error);
  }
}

function parseBody(text: string): unknown {
  if (deepest(text) > DEPTH_MAX) throw invalid('The request body is nested too deeply.', `more than ${DEPTH_MAX} levels`);
  let isFinite = true;
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, one: unknown) => {
      if (one === Infinity || one === -Infinity) isFinite = false;
      return one;
    });
  } catch (error) {
    throw invalid('The request body is not JSON.', String(error), error);
  }
  if (!isFinite) throw invalid('The request body holds a number that is too large.', 'a number beyond what can be held');
  return value;
}

/** How deep a text would be as JSON, without reading it as such: brackets outside of strings. */
function deepest(text: string): number {
  let [depth, most, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (isText) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) isText = false;
    } else if (char === QUOTE) isText = true;
    else if (char === OPEN_LIST || char === OPEN_OBJECT) most = Math.max(most, (depth += 1));
    else if (char === CLOSE_LIST || char === CLOSE_OBJECT) depth -= 1;
  }
  return most;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

function tooLarge(limit: number): KeelsonError<'input.too_large'> {
  return new KeelsonError('input.too_large', { message: `The request is larger than ${limit} bytes.`, nextStep: 'Send it in smaller parts.', data: { limit } });
}

function invalid(message: string, detail: string, cause?: unknown): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message, nextStep: 'Send a JSON object with content-type application/json.', data: { issues: [{ path: '', message: detail }] }, ...(cause !== undefined && { cause }) });
}
