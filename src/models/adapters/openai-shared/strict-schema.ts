import type { JsonObject, JsonValue } from '../../../contracts/index.ts';

/** OpenAI's limit on nesting. */
const STRICT_DEPTH_MAX = 10;

const COMBINING = ['anyOf'];
const NAMED_SCHEMAS = ['properties', '$defs', 'definitions'];
const STRICT_KEYWORDS: ReadonlySet<string> = new Set([
  ...COMBINING,
  ...NAMED_SCHEMAS,
  '$schema',
  '$ref',
  'title',
  'description',
  'type',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'pattern',
  'format',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);
const STRICT_FORMATS: ReadonlySet<JsonValue> = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']);

/**
 * True when OpenAI holds an answer to this schema strictly. It refuses the request when a schema asks for that without
 * these rules: an object at the root, every property required, no others allowed, and only keywords that it knows.
 */
export function isStrictSchema(schema: JsonObject): boolean {
  return schema['type'] === 'object' && schema['anyOf'] === undefined && isStrict(schema, 0);
}

function isStrict(value: JsonValue | undefined, depth: number): boolean {
  const schema = objectOf(value);
  if (schema === undefined || depth > STRICT_DEPTH_MAX) return false;
  if (!Object.keys(schema).every((keyword) => STRICT_KEYWORDS.has(keyword))) return false;
  if (schema['format'] !== undefined && !STRICT_FORMATS.has(schema['format'])) return false;
  return isClosed(schema) && innerSchemas(schema).every((inner) => isStrict(inner, depth + 1));
}

/** Objects name all their properties, require each and allow no other. */
function isClosed(schema: JsonObject): boolean {
  const { type } = schema;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || schema['properties'] !== undefined;
  if (!isObject) return true;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return schema['additionalProperties'] === false && Object.keys(objectOf(schema['properties']) ?? {}).every((name) => required.includes(name));
}

function innerSchemas(schema: JsonObject): (JsonValue | undefined)[] {
  const named = NAMED_SCHEMAS.flatMap((keyword) => Object.values(objectOf(schema[keyword]) ?? {}));
  const combined = COMBINING.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
  return [...named, ...combined, ...(schema['items'] === undefined ? [] : [schema['items']])];
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
