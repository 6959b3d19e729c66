import type { ModelMessage, ToolResultPart } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import { IMAGES_KEPT, MASKED_CHARS_MIN, PREVIEW_CHARS } from './limits.ts';

export interface Shortened {
  readonly messages: readonly ModelMessage[];
  /** How many of them are shorter now. */
  readonly count: number;
}

type Results = (part: ToolResultPart) => ToolResultPart;

/** Messages in which nothing changed stay the same objects: what was counted and hashed of them holds. */
function overResults(messages: readonly ModelMessage[], change: Results): Shortened {
  let count = 0;
  const changed = messages.map((message): ModelMessage => {
    if (message.role !== 'tool') return message;
    const content = message.content.map(change);
    const others = content.filter((part, at) => part !== message.content[at]).length;
    count += others;
    return others === 0 ? message : { ...message, content };
  });
  return { messages: changed, count };
}

/** What is shorter than the words that point elsewhere is not worth pointing. */
const POINTED_CHARS_MIN = 200;

/** Of results that are the same to the byte the last one stays, also when it stands in the tail; the older ones say where it is. */
export function pointToLatest(older: readonly ModelMessage[], tail: readonly ModelMessage[]): Shortened {
  const latest = new Map<string, ToolResultPart>();
  for (const message of [...older, ...tail]) if (message.role === 'tool') for (const part of message.content) if (isLong(part, POINTED_CHARS_MIN)) latest.set(digestOf(part), part);
  return overResults(older, (part) => {
    if (!isLong(part, POINTED_CHARS_MIN)) return part;
    const last = latest.get(digestOf(part));
    return last === undefined || last === part ? part : { ...part, content: [{ type: 'text', text: `[The same as what the later call ${JSON.stringify(last.call_id)} of ${last.name} gave back; it stands there.]` }] };
  });
}

const digests = new WeakMap<ToolResultPart, string>();

function digestOf(part: ToolResultPart): string {
  const known = digests.get(part) ?? sha256Hex(canonicalJson([part.name, part.content, part.is_error]));
  digests.set(part, known);
  return known;
}

function isLong({ content }: ToolResultPart, charsMin: number): boolean {
  return content.reduce((chars, part) => chars + (part.type === 'text' ? part.text.length : charsMin), 0) >= charsMin;
}

/**
 * Results that the model has answered to become previews with the way to read them again. Only what stands before the tail
 * is given here, so what nobody has looked at yet is never among it.
 */
export function maskResults(messages: readonly ModelMessage[], isReadOnly: (tool: string) => boolean): Shortened {
  return overResults(messages, (part) => {
    const content = part.content.map((piece) => {
      const text = piece.type === 'text' ? previewOf(piece.text, part.name, isReadOnly) : undefined;
      return piece.type !== 'text' || text === undefined || text === piece.text ? piece : { ...piece, text };
    });
    return content.every((piece, at) => piece === part.content[at]) ? part : { ...part, content };
  });
}

function previewOf(text: string, tool: string, isReadOnly: (tool: string) => boolean): string {
  if (text.length < MASKED_CHARS_MIN) return text;
  const { opens, inner, closes } = unframed(text);
  const left = inner.length - PREVIEW_CHARS;
  if (left <= 0) return text;
  const again = isReadOnly(tool) ? `Call ${tool} again with the same arguments to see the whole.` : 'What the call did is done; look at what it changed, and do not make it again only to see this.';
  return `${opens}${inner.slice(0, PREVIEW_CHARS).toWellFormed()}${closes}\n[… ${left} characters are not shown any more. ${again}]`;
}

/** The lines that open and close a frame are ours, and nobody else can have written them: they stay, whatever becomes of what is inside. */
function unframed(text: string): { readonly opens: string; readonly inner: string; readonly closes: string } {
  const from = text.startsWith('<keelson:') ? text.indexOf('\n') + 1 : 0;
  const to = from === 0 ? -1 : text.lastIndexOf('\n</keelson:');
  if (to < from) return { opens: '', inner: text, closes: '' };
  const end = text.indexOf('>', to);
  return { opens: text.slice(0, from), inner: text.slice(from, to), closes: text.slice(to, end === -1 ? undefined : end + 1) };
}

/** The latest pictures stay; for each older one stands a line that says so. */
export function leaveOutImages(messages: readonly ModelMessage[]): Shortened {
  let kept = 0;
  let count = 0;
  const shown = <Part extends { readonly type: string }>(content: readonly Part[]): (Part | { type: 'text'; text: string })[] =>
    content
      .toReversed()
      .map((part) => {
        if (part.type !== 'image') return part;
        kept += 1;
        if (kept <= IMAGES_KEPT) return part;
        count += 1;
        return { type: 'text' as const, text: '[A picture stood here. It is not shown any more, because later ones are.]' };
      })
      .toReversed();
  const last = messages.toReversed().map((message): ModelMessage => {
    if (!hasImage(message)) return message;
    if (message.role === 'user') return { ...message, content: shown(message.content) };
    if (message.role === 'tool') return { ...message, content: message.content.toReversed().map((part) => ({ ...part, content: shown(part.content) })).toReversed() };
    return message;
  });
  return count === 0 ? { messages, count } : { messages: last.toReversed(), count };
}

function hasImage(message: ModelMessage): boolean {
  if (message.role === 'user') return message.content.some(({ type }) => type === 'image');
  return message.role === 'tool' && message.content.some(({ content }) => content.some(({ type }) => type === 'image'));
}
