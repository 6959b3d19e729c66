/** The bounds of working with images, in one place. */

export const IMAGE_BYTES_MAX = 64 * 1024 * 1024;
/** Twice what cameras make; a picture of more is made to fill memory. All frames of an animation count together. */
export const IMAGE_PIXELS_MAX = 100_000_000;
export const IMAGE_SIDE_PIXELS_MAX = 16_384;
export const IMAGE_HEAP_MB_MAX = 256;

export const RESIZE_TIME_MS = 10_000;
export const OCR_TIME_MS = 30_000;
/** Larger pictures are made smaller before they are read: letters stay legible, and time stays bounded. */
export const OCR_SIDE_PIXELS_MAX = 4_000;
