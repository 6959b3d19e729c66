import type { ImagePart } from '../../contracts/index.ts';
import type { TokenFamily } from './families.ts';
import { imageSize, type ImageSize } from './image-size.ts';

/** Shapes of a large picture, one of which is the dearest by each rule: short sides are scaled less in a long picture. */
const UNKNOWN_SIZES: readonly ImageSize[] = [
  { width: 4_096, height: 4_096 },
  { width: 2_048, height: 768 },
];

/** How each maker counts pictures, as its documentation says; the dearest case where the size is not known. */
export function imageTokens(image: ImagePart, family: TokenFamily, modelName = ''): number {
  const size = imageSize(image);
  const count = (known: ImageSize): number => tokensOf(known, family, modelName.toLowerCase());
  return size === undefined ? Math.max(...UNKNOWN_SIZES.map(count)) : count(size);
}

function tokensOf(size: ImageSize, family: TokenFamily, name: string): number {
  switch (family) {
    case 'openai':
      return openaiTokens(size, name);
    case 'anthropic':
      return anthropicArea(size);
    case 'google':
      return googleTiles(size);
    default:
      return patches(size);
  }
}

/** One small model bills pictures at the price of the large one, and so counts this many times the tokens. */
const TILES_BILLED_AS_LARGE = { name: 'gpt-4o-mini', factor: 33.35 };
/** Other small models count patches of 32 × 32, each as so many tokens; the first part of a name that fits. */
const TOKENS_PER_PATCH: readonly (readonly [string, number])[] = [
  ['o4-mini', 1.72],
  ['mini', 1.62],
  ['nano', 2.46],
];
const OPENAI_PATCH_PIXELS = 32;
const OPENAI_PATCHES_MAX = 1_536;

function openaiTokens(size: ImageSize, name: string): number {
  if (name.includes(TILES_BILLED_AS_LARGE.name)) return Math.ceil(openaiTiles(size) * TILES_BILLED_AS_LARGE.factor);
  const tokensPerPatch = TOKENS_PER_PATCH.find(([part]) => name.includes(part))?.[1];
  if (tokensPerPatch === undefined) return openaiTiles(size);
  const count = Math.ceil(size.width / OPENAI_PATCH_PIXELS) * Math.ceil(size.height / OPENAI_PATCH_PIXELS);
  return Math.ceil(Math.min(OPENAI_PATCHES_MAX, count) * tokensPerPatch);
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
