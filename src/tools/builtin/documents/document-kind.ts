import type { DocumentKind } from './document-text.ts';

const KIND_BY_ENDING: Readonly<Record<string, DocumentKind>> = {
  pdf: 'pdf', docx: 'docx', htm: 'html', html: 'html', xhtml: 'html', md: 'markdown', markdown: 'markdown', txt: 'text', text: 'text', log: 'text', rst: 'text', adoc: 'text', csv: 'text',
};

/** What begins a file that only a program of its own can read. */
const REFUSED = [
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Word document, or one that is protected by a password' },
  { start: [0x7b, 0x5c, 0x72, 0x74, 0x66], what: 'a document in Rich Text Format' },
] as const;

/** By the first bytes where they say it, since a name can lie; by the ending of the name otherwise. */
export function documentKind(path: string, bytes: Uint8Array): { readonly kind: DocumentKind } | { readonly refused: string } {
  const begins = (start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);
  const refused = REFUSED.find(({ start }) => begins(start));
  if (refused !== undefined) return { refused: refused.what };
  // A PDF may begin with a few bytes of something else.
  if (Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')) return { kind: 'pdf' };
  const byName = KIND_BY_ENDING[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (begins([0x50, 0x4b, 0x03, 0x04])) return byName === 'docx' ? { kind: 'docx' } : { refused: 'an archive' };
  return { kind: byName ?? 'text' };
}
