import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { readInput } from '../read-input.ts';
import { toolFailure } from '../tool-failure.ts';
import { IMAGE_BYTES_MAX, IMAGE_HEAP_MB_MAX, OCR_TIME_MS } from './limits.ts';
import { INSTALLED_LANGUAGES, type RecognisedText } from './recognise-text.ts';

const Input = z.strictObject({
  image_path: NonEmptyText,
  language: z.string().min(1).max(32).default('eng').describe('Three letters, such as eng.'),
});

const Output = z.strictObject({
  text: z.string(),
  /** From 0 to 1: how sure the engine is of what it read. */
  confidence: z.number().min(0).max(1),
});

export const ocrExtractTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'ocr_extract',
  tool_name: 'Read the text in an image',
  category: 'ocr',
  side_effects: 'read_only',
  handles_patterns: ['extract.*text.*image', 'ocr', 'read.*text.*from', '\\bextract\\b.*\\btext\\b.*\\.(png|jpe?g|webp|gif|tiff?|avif)\\b'],
  keywords: ['ocr', 'extract', 'text', 'image'],
  priority: 85,
  timeout_ms: OCR_TIME_MS,
  max_retries: 1,
  allowed_roles: ['vision', 'librarian'],
  input: Input,
  output: Output,
  touches: ['workspace_read'],
  taint: 'external_untrusted',
  intentions: ({ image_path }) => [{ kind: 'path', op: 'read', path: image_path }],
  async perform({ image_path, language }, { files, signal }) {
    if (!INSTALLED_LANGUAGES.includes(language)) {
      throw toolFailure('ocr_extract', `The language "${language}" is not installed.`, `Use one of: ${INSTALLED_LANGUAGES.join(', ')}.`);
    }
    const { bytes } = await readInput('ocr_extract', files, image_path, IMAGE_BYTES_MAX);
    const { text, confidence } = await runIsolated<RecognisedText>({
      toolId: 'ocr_extract',
      module: new URL('./recognise-task.ts', import.meta.url),
      input: { bytes, language },
      timeoutMs: OCR_TIME_MS,
      heapMbMax: IMAGE_HEAP_MB_MAX,
      allowsAddons: true,
      signal,
    });
    return { text, confidence: Math.min(1, Math.max(0, confidence / 100)) };
  },
  show: ({ text, confidence }) => (text === '' ? 'No text was found in the image.' : `${text}\n[Read with a confidence of ${confidence.toFixed(2)}.]`),
});
