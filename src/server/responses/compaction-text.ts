import { z } from 'zod';
import { invalidInput } from '../model-api/input-content.ts';
import { seal, unseal } from './sealed-text.ts';

const Sealed = z.strictObject({ summary: z.string() });

export function sealCompaction(summary: string): string {
  return seal({ summary });
}

/** The conversation so far, as whoever goes on is told of it. */
export function readCompaction(sealed: string, path: string): string {
  const read = unseal(sealed, Sealed);
  if (read === undefined) throw invalidInput(path, 'this compaction was not made here, so nobody can read it');
  return `What was said so far, in short:\n\n${read.summary}`;
}
