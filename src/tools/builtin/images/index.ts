import type { Tool } from '../../registry/tool.ts';
import { convertImageTool } from './convert-image.ts';
import { ocrExtractTool } from './ocr-extract.ts';
import { resizeImageTool } from './resize-image.ts';

export const IMAGE_TOOLS = [resizeImageTool, convertImageTool, ocrExtractTool] as unknown as readonly Tool[];
