import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { TaskRefusal } from '../isolation/task-refusal.ts';
import { READABLE_FORMATS } from './image-formats.ts';
import { IMAGE_PIXELS_MAX } from './limits.ts';

export interface OpenedImage {
  /** A fresh pipeline over the same bytes. */
  readonly image: (options?: SharpOptions) => Sharp;
  readonly metadata: Metadata;
}

const UNREADABLE = 'The file is not a picture that can be read: it is damaged or something else.';

/** Looks at the head of a picture before any of it is unpacked. */
export async function openImage(bytes: Uint8Array): Promise<OpenedImage> {
  const { default: sharp } = await import('sharp');
  const image = (options: SharpOptions = {}): Sharp => sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', ...options });
  const metadata = await image({ animated: true }).metadata().catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (!READABLE_FORMATS.has(metadata.format)) throw new TaskRefusal(`Pictures in the format ${metadata.format} are not read here.`, 'Use PNG, JPEG, WebP, GIF, TIFF or AVIF.');
  if (metadata.width * metadata.height > IMAGE_PIXELS_MAX) throw tooManyPixels();
  return { image, metadata };
}

export function refusalOf(error: unknown): TaskRefusal {
  const message = error instanceof Error ? error.message : '';
  return message.includes('exceeds pixel limit') ? tooManyPixels() : new TaskRefusal(UNREADABLE, 'Open it in a viewer and save it again, or get another copy.');
}

function tooManyPixels(): TaskRefusal {
  return new TaskRefusal(`The picture has more than ${IMAGE_PIXELS_MAX} pixels.`, 'Use a smaller picture.');
}
