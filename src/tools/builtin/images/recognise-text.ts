import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OCR_SIDE_PIXELS_MAX } from './limits.ts';
import { openImage, refusalOf } from './open-image.ts';

export interface RecogniseTask {
  readonly bytes: Uint8Array;
  readonly language: string;
}

export interface RecognisedText {
  readonly text: string;
  /** From 0 to 100, as the engine says it. */
  readonly confidence: number;
}

/** The languages whose data come with the package, each by the name of its own package. */
const LANGUAGE_PACKAGES: Readonly<Record<string, string>> = { eng: '@tesseract.js-data/eng' };
export const INSTALLED_LANGUAGES: readonly string[] = Object.keys(LANGUAGE_PACKAGES);
/** Trained as well as the large data, in whole numbers: 3 MB instead of 11 for a language. */
const DATA_FOLDER = '4.0.0_best_int';
/** The engine with neural networks; the older one needs other data. */
const LSTM_ONLY = 1;

/** Runs in a process of its own. Nothing is fetched: the data of the language are named as a folder, and nothing is kept. */
export async function recogniseText({ bytes, language }: RecogniseTask): Promise<RecognisedText> {
  const picture = await legible(bytes);
  const { default: tesseract } = await import('tesseract.js');
  const worker = await tesseract.createWorker(language, LSTM_ONLY, { langPath: dataFolder(language), cacheMethod: 'none', gzip: true });
  try {
    const { data } = await worker.recognize(picture);
    return { text: data.text.trim(), confidence: data.confidence };
  } finally {
    await worker.terminate();
  }
}

/** Upright, on white, in shades of grey and of bounded size: what the engine reads best, in a format that it always knows. */
async function legible(bytes: Uint8Array): Promise<Buffer> {
  const { image } = await openImage(bytes);
  const bounds = { width: OCR_SIDE_PIXELS_MAX, height: OCR_SIDE_PIXELS_MAX, fit: 'inside', withoutEnlargement: true } as const;
  return image()
    .autoOrient()
    .flatten({ background: 'white' })
    .greyscale()
    .resize(bounds)
    .png()
    .toBuffer()
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
}

function dataFolder(language: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${LANGUAGE_PACKAGES[language]}/package.json`)), DATA_FOLDER);
}
