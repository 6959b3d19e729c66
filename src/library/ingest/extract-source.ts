import type { ToolHands } from '../../tools/index.ts';
import { extractTextTool, ocrExtractTool } from '../../tools/index.ts';

/** Pictures are read by their letters; everything else is asked for its text. */
const IMAGES: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif', 'tif', 'tiff', 'avif']);

const OCR_LANGUAGE = 'eng';

/** The words of a source as Markdown: of a PDF, a Word file, a page, Markdown or plain text, and by OCR of an image. Rejects where it has none. */
export async function extractSource(path: string, hands: ToolHands): Promise<string> {
  if (IMAGES.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase())) return (await ocrExtractTool.perform({ image_path: path, language: OCR_LANGUAGE }, hands)).text;
  const { title, text } = await extractTextTool.perform({ path, page_range: undefined }, hands);
  return title === '' || text.startsWith('# ') ? text : `# ${title}\n\n${text}`;
}
