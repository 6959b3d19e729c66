import { z } from 'zod';

/**
 * What a stream is called within its aggregate: an id of ours, a name, or a document key. No slash and no two dots in a
 * row, so that no stream can be mistaken for a path.
 */
export const StreamId = z
  .string()
  .regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'expected letters, digits, dot, dash, colon or underscore (at most 128)');
export type StreamId = z.infer<typeof StreamId>;

/** Recognises an append that was made before. Chosen by whoever appends; the same key never stands for other content. */
export const AppendKey = z.string().regex(/^[\x21-\x7e]{1,256}$/, 'expected 1 to 256 printable ASCII characters without spaces');
export type AppendKey = z.infer<typeof AppendKey>;
