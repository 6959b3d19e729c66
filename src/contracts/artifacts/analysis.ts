import { z } from 'zod';
import { JsonObject, NonEmptyText, PositiveCount, Sha256 } from '../core/index.ts';

/** Where a number comes from: a tool call of the same work by its number from 1, or the query that gave it. */
export const NumberTrace = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('tool_call'), call: PositiveCount }),
  z.strictObject({ by: z.literal('query'), query: NonEmptyText }),
]);
export type NumberTrace = z.infer<typeof NumberTrace>;

export const KeyNumber = z.strictObject({ name: NonEmptyText, value: z.number(), unit: NonEmptyText.nullable(), trace: NumberTrace });
export type KeyNumber = z.infer<typeof KeyNumber>;

/** What an analysis came to. A number that traces to nothing has no place in it. */
export const AnalysisReport = z.strictObject({
  question: NonEmptyText,
  findings: NonEmptyText,
  method: NonEmptyText,
  key_numbers: z.array(KeyNumber),
  limitations: z.array(NonEmptyText),
});
export type AnalysisReport = z.infer<typeof AnalysisReport>;

/** The program or query that an analysis ran, with all that decides what it gives. */
export const Code = z.strictObject({
  language: NonEmptyText,
  source: NonEmptyText,
  parameters: JsonObject,
  /** Null where chance has no part in it. */
  seed: z.int().nullable(),
});
export type Code = z.infer<typeof Code>;

/** A file of data that an analysis made, and what it was made with. */
export const DataArtifact = z.strictObject({
  path: NonEmptyText,
  media_type: NonEmptyText,
  sha256: Sha256,
  made_by: NonEmptyText,
  parameters: JsonObject,
  seed: z.int().nullable(),
});
export type DataArtifact = z.infer<typeof DataArtifact>;
