import { z } from 'zod';
import { isJson, isJsonObject, takenAsIs } from './quick-json.ts';

/** UTC with milliseconds, as the product's clock writes it; one spelling, so that text order is time order. */
export const Timestamp = z.iso.datetime({ precision: 3 });
export type Timestamp = z.infer<typeof Timestamp>;

/** An ISO 8601 duration such as `PT2H`. */
export const Duration = z.iso.duration();
export type Duration = z.infer<typeof Duration>;

/** A closed interval of time; a window with its end before its start is refused. */
export const DateRange = z
  .strictObject({ start: Timestamp, end: Timestamp })
  .refine((range) => range.start <= range.end, 'the window ends before it starts');
export type DateRange = z.infer<typeof DateRange>;

/** Lower-case hexadecimal SHA-256. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits');
export type Sha256 = z.infer<typeof Sha256>;

/** `major.minor.patch`, nothing else: versions are compared and pinned. */
export const SemanticVersion = z.string().regex(/^\d+\.\d+\.\d+$/, 'expected major.minor.patch');
export type SemanticVersion = z.infer<typeof SemanticVersion>;

/** Where a stored thing lies. The hash, when present, is checked on read. */
export const StorageRef = z.strictObject({
  kind: z.enum(['event', 'document', 'blob', 'receipt']),
  key: z.string().min(1).max(512),
  sha256: Sha256.optional(),
});
export type StorageRef = z.infer<typeof StorageRef>;

/** Names a schema in this package, as `#/schemas/TypeName`; the type owner registry resolves it. */
export const SchemaRef = z.string().regex(/^#\/schemas\/[A-Z][A-Za-z0-9]*$/, 'expected #/schemas/TypeName');
export type SchemaRef = z.infer<typeof SchemaRef>;

/** Words that must be there; an empty string says nothing. */
export const NonEmptyText = z.string().min(1);
export type NonEmptyText = z.infer<typeof NonEmptyText>;

/** A whole number of things, zero included. */
export const Count = z.int().min(0);
export type Count = z.infer<typeof Count>;

/** A whole number of things, at least one. */
export const PositiveCount = z.int().min(1);
export type PositiveCount = z.infer<typeof PositiveCount>;

/** A share, score or rate from 0 to 1, both ends included. */
export const UnitInterval = z.number().min(0).max(1);
export type UnitInterval = z.infer<typeof UnitInterval>;

/** How much of something there is, where a number would pretend to know more. Runs from the least to the most. */
export const Level = z.enum(['low', 'medium', 'high']);
export type Level = z.infer<typeof Level>;

/** Any JSON value, for content whose shape another schema or a model decides. */
export const JsonValue = takenAsIs(z.json(), isJson);
export type JsonValue = z.infer<typeof JsonValue>;

/** A JSON object whose shape another schema decides, such as a tool's own JSON Schema. */
export const JsonObject = takenAsIs(z.record(z.string(), JsonValue), isJsonObject);
export type JsonObject = z.infer<typeof JsonObject>;
