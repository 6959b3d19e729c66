import type { Phrase } from '../../../tools/index.ts';
import { phrasesAsking, phrasesOf } from './offline-phrase.ts';

const ONE = '([the|this|my|our] [image|photo|picture|screenshot|logo|icon|file] [at|called|named|file] <file:image> [image|file])';
const MANY = '([all|all of|every|each] [the|my|our] <pattern:image_kind> [images|pictures|photos|files] {place})';
const AS = '(to|into|as|in) [a|an|the] [format]';
const FORMAT = '<format:image_format> [format|file|files|image|images|picture]';

export const convertImagesPhrases: readonly Phrase[] = [
  ...phrasesOf('convert_images', {}, `[{want}] (convert|turn|transform|change|save|export|re-save) (${ONE}|${MANY}) ${AS} ${FORMAT}`, `[{want}] (make|create) [a|an] <format:image_format> [version|copy|file] (of|from|out of) ${ONE}`),
  ...phrasesAsking('To which format: png, jpg, webp, gif, tiff or avif?', 'to', `(convert|transform) (${ONE}|${MANY})`),
];

const RESIZE = '([{want}] (resize|scale|rescale|shrink|enlarge|downscale|make)) [down|up]';
const PX = '[px|pixels|pixel]';
const SIZE = `([a|the] width [of] <width:pixels> ${PX}|<width:pixels> ${PX} (wide|width|in width|across)|[a|the] height [of] <height:pixels> ${PX}|<height:pixels> ${PX} (high|tall|height|in height)|<dimensions> ${PX}|<width:pixels> ${PX} (by|x|×) <height:pixels> ${PX})`;

export const resizeImagesPhrases: readonly Phrase[] = [
  ...phrasesOf('resize_images', {}, `${RESIZE} (${ONE}|${MANY}) (to|at|so that they are|so that it is|to be|to a maximum of|to at most) ${SIZE}`, `make (${ONE}|${MANY}) ${SIZE}`, `(make|create) thumbnails (of|from|for) (${ONE}|${MANY}) (with|of|at|that are) ${SIZE}`),
  ...phrasesAsking('To which size? For example 800x600, or 800 wide.', 'to', `(resize|rescale|scale|shrink|enlarge|downscale) (${ONE}|${MANY})`, `(make|create) thumbnails (of|from|for) (${ONE}|${MANY})`),
];
