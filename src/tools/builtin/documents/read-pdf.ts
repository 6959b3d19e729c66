import { TaskRefusal } from '../isolation/task-refusal.ts';
import type { DocumentText } from './document-text.ts';
import { DOCUMENT_TEXT_CHARS_MAX } from './limits.ts';
import { pageSpan } from './page-range.ts';
import { pageText } from './pdf-page-text.ts';

/** Reads page after page, so that a long document ends at its bound and not at the end of memory. */
export async function readPdf(bytes: Uint8Array, pageRange: string | undefined): Promise<DocumentText> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const { first, last } = pageSpan(pageRange, document.numPages);
  const parts: string[] = [];
  let [chars, cutChars, emptyPages] = [0, 0, 0];
  for (let number = first; number <= last; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = pageText(items.flatMap((item) => ('str' in item ? [placed(item)] : [])));
    page.cleanup();
    if (text === '') emptyPages += 1;
    const part = `[Page ${number} of ${document.numPages}]\n${text}`;
    const kept = part.slice(0, Math.max(0, DOCUMENT_TEXT_CHARS_MAX - chars));
    chars += kept.length;
    cutChars += part.length - kept.length;
    parts.push(kept);
  }
  return { title: '', text: parts.join('\n\n').trim(), cutChars, leftOut: null, pages: { count: document.numPages, first, last, empty: emptyPages } };
}

function placed({ str, transform, width }: { str: string; transform: readonly number[]; width: number }) {
  const [scaleX = 0, skewY = 0, , , x = 0, y = 0] = transform;
  return { text: str, x, y, width, size: Math.round(Math.hypot(scaleX, skewY) * 10) / 10 };
}

function refusalOf(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new TaskRefusal('The PDF is protected by a password.', 'Ask the person for a copy without one.');
  if (name === 'InvalidPDFException') return new TaskRefusal('The file is not a PDF that can be read: it is damaged or something else.', 'Open it in a viewer and save it again, or get another copy.');
  return error;
}
