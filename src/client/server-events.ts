/** One event of a stream, as the server sent it. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads a stream of server-sent events as it comes, by the rules of the living standard: lines may end in any of three ways. */
export async function* serverEvents(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    for (let line = nextLine(rest); line !== undefined; line = nextLine(rest)) {
      rest = line.rest;
      if (line.text === '') {
        if (data.length > 0) yield { id, event: event === '' ? 'message' : event, data: data.join('\n') };
        [event, data] = ['', []];
        continue;
      }
      const [field, value] = fieldOf(line.text);
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
      else if (field === 'id' && !value.includes('\0')) id = value;
    }
  }
}

/** A carriage return at the very end may be the first half of a line's end, so it is waited for. */
function nextLine(text: string): { readonly text: string; readonly rest: string } | undefined {
  const ends = [text.indexOf('\n'), text.indexOf('\r')].filter((at) => at !== -1);
  if (ends.length === 0) return undefined;
  const at = Math.min(...ends);
  if (text[at] === '\r' && at === text.length - 1) return undefined;
  return { text: text.slice(0, at), rest: text.slice(at + (text.startsWith('\r\n', at) ? 2 : 1)) };
}

function fieldOf(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
