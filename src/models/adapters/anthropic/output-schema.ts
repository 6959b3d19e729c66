import { objectOf, type WireObject } from '../wire-values.ts';

const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);
const KEPT_AS_THEY_ARE = new Set(['$ref', 'type', 'title', 'required', 'enum', 'const']);
const NAMED_SCHEMAS = new Set(['properties', '$defs', 'definitions']);
const SCHEMA_LISTS = new Set(['anyOf', 'allOf']);

/**
 * The part of a JSON Schema that the provider enforces; it refuses a schema with anything more in it. The rest goes into
 * the description, where the model reads it, and the whole schema is checked when the answer is decoded.
 */
export function outputSchema(schema: WireObject): WireObject {
  const kept: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$schema' || keyword === 'description' || keyword === 'additionalProperties') continue;
    if (KEPT_AS_THEY_ARE.has(keyword)) kept[keyword] = value;
    else if (NAMED_SCHEMAS.has(keyword)) kept[keyword] = mapValues(objectOf(value) ?? {}, nested);
    else if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) kept[keyword] = value.map(nested);
    else if (keyword === 'oneOf' && Array.isArray(value)) kept['anyOf'] = value.map(nested);
    else if (keyword === 'items') kept[keyword] = nested(value);
    else if (keyword === 'format' && FORMATS.has(String(value))) kept[keyword] = value;
    else if (keyword === 'minItems' && (value === 0 || value === 1)) kept[keyword] = value;
    else told.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  if (isObjectSchema(schema)) kept['additionalProperties'] = false;
  const description = [schema['description'], ...told].filter((line) => typeof line === 'string' && line !== '').join('\n');
  return description === '' ? kept : { ...kept, description };
}

function isObjectSchema({ type, properties }: WireObject): boolean {
  return type === 'object' || properties !== undefined;
}

function nested(value: unknown): unknown {
  const schema = objectOf(value);
  return schema === undefined ? value : outputSchema(schema);
}

function mapValues(named: WireObject, change: (value: unknown) => unknown): WireObject {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value)]));
}
