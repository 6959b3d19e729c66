import type { ImagePart } from '../../contracts/index.ts';
import type { TokenFamily } from './families.ts';
import { imageSize, type ImageSize } from './image-size.ts';

/** What a picture costs at most, taken when its size is not known. */
const UNKNOWN_SIZE: ImageSize = { width: 4_096, height: 4_096 };

/** How each maker counts pictures, as its documentation says. */
export function imageTokens(image: ImagePart, family: TokenFamily): number {
  const size = imageSize(image) ?? UNKNOWN_SIZE;
  switch (family) {
    case 'openai':
      return openaiTiles(size);
    case 'anthropic':
      return anthropicArea(size);
    case 'google':
      return googleTiles(size);
    default:
      return patches(size);
  }
}

/** Scaled into 2,048 × 2,048, then to 768 on the short side; 170 for each tile of 512, and 85 once. */
function openaiTiles(size: ImageSize): number {
  const fitted = scaledDown(size, 2_048 / Math.max(size.width, size.height));
  const { width, height } = scaledDown(fitted, 768 / Math.min(fitted.width, fitted.height));
  return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512);
}

/** A token for each 750 pixels after scaling the long side to 1,568; never more than about 1,600. */
function anthropicArea(size: ImageSize): number {
  const { width, height } = scaledDown(size, 1_568 / Math.max(size.width, size.height));
  return Math.min(1_600, Math.ceil((width * height) / 750));
}

/** 258 for each tile of 768; small pictures are one tile. */
function googleTiles({ width, height }: ImageSize): number {
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}

/** Open models cut pictures into patches of 28 × 28 and scale down beyond 1,280 of them by default. */
function patches({ width, height }: ImageSize): number {
  return Math.min(1_280, Math.ceil(width / 28) * Math.ceil(height / 28));
}

function scaledDown({ width, height }: ImageSize, factor: number): ImageSize {
  return factor >= 1 ? { width, height } : { width: width * factor, height: height * factor };
}
