import { decodeBody } from '../web/decode-body.ts';
import { decodeText, detectEncoding } from '../files/text-encoding.ts';
import { TaskRefusal } from '../isolation/task-refusal.ts';
import type { DocumentTask, DocumentText } from './document-text.ts';
import { htmlToText } from './html-text.ts';
import { DOCUMENT_TEXT_CHARS_MAX } from './limits.ts';
import { readPdf } from './read-pdf.ts';

/** The text of a document. Runs in a process of its own: what others wrote can keep a reader busy for ever. */
export async function readDocument({ kind, bytes, pageRange }: DocumentTask): Promise<DocumentText> {
  if (kind === 'pdf') return readPdf(bytes, pageRange);
  if (pageRange !== undefined) throw new TaskRefusal('Only a PDF has pages of its own.', 'Leave page_range out.');
  if (kind === 'docx') return fromHtml(await docxToHtml(bytes));
  if (kind === 'html') return fromHtml(decodeBody(bytes, ''));
  const encoding = detectEncoding(bytes, true);
  if (encoding === null) throw new TaskRefusal('The file is no text.', 'Name a PDF, Word, HTML, Markdown or plain text file.');
  const text = decodeText(bytes, encoding);
  return { title: '', text: text.slice(0, DOCUMENT_TEXT_CHARS_MAX), cutChars: Math.max(0, text.length - DOCUMENT_TEXT_CHARS_MAX), leftOut: null, pages: null };
}

async function fromHtml(html: string): Promise<DocumentText> {
  return { ...(await htmlToText(html, { charsMax: DOCUMENT_TEXT_CHARS_MAX })), pages: null };
}

/** Headings, lists and tables survive as HTML; pictures are left out and no file outside the document is opened. */
async function docxToHtml(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })), externalFileAccess: false });
    return value;
  } catch {
    throw new TaskRefusal('The file is not a Word document that can be read: it is damaged or something else.', 'Open it in a word processor and save it again as .docx.');
  }
}
