import { listOf, objectOf, type WireObject } from '../adapters/wire-values.ts';

/** The keys that a JSON Schema knows at a path, as a person may write them; none where it takes any or no keys. */
export function knownKeysAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const [step, ...rest] = path;
  const options = alternativesOf(schema);
  if (step === undefined) return options.flatMap((option) => Object.keys(objectOf(option['properties']) ?? {}));
  return options.flatMap((option) => knownKeysAt(typeof step === 'number' ? option['items'] : below(option, String(step)), rest));
}

function below(schema: WireObject, key: string): unknown {
  const properties = objectOf(schema['properties']);
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : schema['additionalProperties'];
}

/** The schema itself, or what it lets one choose from. */
function alternativesOf(schema: unknown): WireObject[] {
  const object = objectOf(schema);
  if (object === undefined) return [];
  return object['anyOf'] === undefined ? [object] : listOf(object['anyOf']).flatMap(alternativesOf);
}
