/** What a picture may be written as, by the ending of its name. */
export const FORMAT_BY_ENDING = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp', gif: 'gif', tif: 'tiff', tiff: 'tiff', avif: 'avif' } as const;
export type ImageFormat = (typeof FORMAT_BY_ENDING)[keyof typeof FORMAT_BY_ENDING];

/** Pictures made of points. A drawing such as SVG can name other files, and a PDF is a document. */
export const READABLE_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif', 'tiff', 'heif', 'avif']);

export function formatOf(path: string): ImageFormat | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(FORMAT_BY_ENDING, ending) ? FORMAT_BY_ENDING[ending as keyof typeof FORMAT_BY_ENDING] : undefined;
}
