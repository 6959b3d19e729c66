import type { ImageFormat } from './image-formats.ts';
import { openImage, refusalOf } from './open-image.ts';

export const FITS = ['fill', 'inside', 'outside', 'cover', 'contain'] as const;
export type Fit = (typeof FITS)[number];

export interface ResizeTask {
  readonly bytes: Uint8Array;
  /** Left out with the others, the size stays as it is. */
  readonly width?: number;
  readonly height?: number;
  readonly fit?: Fit;
  readonly format: ImageFormat;
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface Resized {
  readonly bytes: Uint8Array;
  readonly originalSize: ImageSize;
  readonly newSize: ImageSize;
  readonly frames: number;
}

/** Formats that can hold more than one frame; in the others an animation becomes its first picture. */
const ANIMATED: ReadonlySet<ImageFormat> = new Set(['gif', 'webp']);

/** Runs in a process of its own. The picture is turned upright first, since sizes are meant as people see them. */
export async function resizeImage({ bytes, width, height, fit, format }: ResizeTask): Promise<Resized> {
  const { image, metadata } = await openImage(bytes);
  const isAnimated = (metadata.pages ?? 1) > 1 && ANIMATED.has(format);
  const isTurned = (metadata.orientation ?? 1) >= 5;
  const [across, down] = [metadata.width, metadata.pageHeight ?? metadata.height];
  try {
    const { data, info } = await image({ animated: isAnimated }).autoOrient().resize({ ...(width !== undefined && { width }), ...(height !== undefined && { height }), ...(fit !== undefined && { fit }) }).toFormat(format).toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      originalSize: isTurned ? { width: down, height: across } : { width: across, height: down },
      newSize: { width: info.width, height: info.pageHeight ?? info.height },
      frames: info.pages ?? 1,
    };
  } catch (error) {
    throw refusalOf(error);
  }
}
