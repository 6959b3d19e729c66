import type { ImagePart, InputPart, TextPart, UserMessage } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

type Content = UserMessage['content'];
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const TEXT_PARTS = new Set(['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text']);

/** What somebody says, as models take it. Parts of a kind that nobody here knows are left out. */
export function contentOf(content: string | readonly InputPart[], path: string): Content {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.flatMap((part, at): (TextPart | ImagePart)[] => {
    if (TEXT_PARTS.has(part.type)) return [{ type: 'text', text: part.text ?? '' }];
    if (part.type === 'refusal') return [{ type: 'text', text: part.refusal ?? '' }];
    if (part.type === 'input_image' || part.type === 'image_url') return [imageOf(part.image_url, `${path}.${at}`)];
    if (part.type === 'input_file') return [fileOf(part, `${path}.${at}`)];
    return [];
  });
}

export function textOf(content: string | readonly InputPart[], path: string): string {
  return contentOf(content, path).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function imageOf(given: unknown, path: string): ImagePart {
  const url = typeof given === 'string' ? given : typeof given === 'object' && given !== null && 'url' in given ? String(given.url) : undefined;
  if (url === undefined) throw invalidInput(path, 'an image without image_url; images are taken as a URL or as data:image/…;base64,…');
  const data = dataOf(url);
  if (data === undefined) {
    if (!URL.canParse(url)) throw invalidInput(path, 'the address of an image cannot be read');
    return { type: 'image', source: { kind: 'url', url } };
  }
  const mediaType = IMAGE_TYPES.find((type) => type === data.mediaType);
  if (mediaType === undefined || data.base64 === '') throw invalidInput(path, `images are taken as ${IMAGE_TYPES.join(', ')} in base64`);
  return { type: 'image', source: { kind: 'base64', media_type: mediaType, data: data.base64 } };
}

/** Only files of text can be handed to every model; others are refused rather than left out unseen. */
function fileOf({ file_data: given, filename }: InputPart, path: string): TextPart {
  const data = dataOf(given ?? '');
  if (data === undefined || !(data.mediaType.startsWith('text/') || data.mediaType === 'application/json')) throw invalidInput(path, 'only files of text are taken, in file_data as data:text/…;base64,…');
  return { type: 'text', text: `${filename ?? 'file'}:\n${Buffer.from(data.base64, 'base64').toString('utf8')}` };
}

function dataOf(url: string): { readonly mediaType: string; readonly base64: string } | undefined {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma === -1) return undefined;
  const [mediaType = '', ...options] = url.slice('data:'.length, comma).split(';');
  return options.includes('base64') ? { mediaType: mediaType.toLowerCase(), base64: url.slice(comma + 1) } : undefined;
}

export function invalidInput(path: string, message: string): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `The request cannot be taken: ${path}: ${message}.`, nextStep: 'Change that part of the request and send it again.', data: { issues: [{ path, message }] } });
}
