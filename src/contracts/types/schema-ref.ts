import type { SchemaRef } from '../core/index.ts';

const PREFIX = '#/schemas/';

/** A type is named in PascalCase; constants and functions beside it are not types. */
export function isTypeName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name) && name !== name.toUpperCase();
}

/**
 * The reference to a schema by its name. It stands apart from the table of schemas so that the files
 * in the table may use it; a name that no type owns is found by the architecture tests.
 */
export function schemaRef(name: string): SchemaRef {
  return `${PREFIX}${name}`;
}

/** The name inside a reference. */
export function typeNameOf(ref: SchemaRef): string {
  return ref.slice(PREFIX.length);
}
