import type { JsonObject, JsonValue } from '../../../contracts/index.ts';

/** Members of these are named by people, not by JSON Schema. */
const PROPERTIES = 'properties';

const ordered = new WeakMap<JsonObject, JsonObject>();

/**
 * A JSON Schema with its members in one order, so that equal schemas give equal bytes. Properties come in the order of
 * `required` and only then by name: models write an object in the order of its schema, so that order is meant.
 */
export function stableSchema(schema: JsonObject): JsonObject {
  // The schemas of tools are handed on as they are with every question, and never changed.
  const known = ordered.get(schema) ?? inOneOrder(schema);
  ordered.set(schema, known);
  return known;
}

function inOneOrder(schema: JsonObject): JsonObject {
  const required = schema['required'];
  return Object.fromEntries(
    Object.keys(schema)
      .sort()
      .map((name) => [name, name === PROPERTIES ? stableProperties(schema[name], required) : stableValue(schema[name])]),
  );
}

function stableValue(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(stableValue);
  return typeof value === 'object' && value !== null ? stableSchema(value) : (value ?? null);
}

function stableProperties(value: JsonValue | undefined, required: JsonValue | undefined): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return stableValue(value);
  const first = (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string' && Object.hasOwn(value, name));
  const names = new Set([...first.map(String), ...Object.keys(value).sort()]);
  return Object.fromEntries([...names].map((name) => [name, stableValue(value[name])]));
}
