import { listOf, objectOf, type WireObject } from '../adapters/wire-values.ts';

/** The keys that a JSON Schema knows at a path, as a person may write them; none where it takes any or no keys. */
export function knownKeysAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  return formsAt(schema, path).flatMap(keysOf);
}

/** The keys that a setting cannot have together with this one: those that its other forms cannot do without. */
export function keysAgainst(schema: unknown, path: readonly PropertyKey[], key: string): string[] {
  const others = formsAt(schema, path).filter((form) => !keysOf(form).includes(key));
  return others.flatMap((form) => listOf(form['required']).filter((name) => typeof name === 'string'));
}

/** What may stand at a path: one form, or several of which a person chooses one. */
function formsAt(schema: unknown, path: readonly PropertyKey[]): WireObject[] {
  const [step, ...rest] = path;
  const options = alternativesOf(schema);
  if (step === undefined) return options;
  return options.flatMap((option) => formsAt(typeof step === 'number' ? option['items'] : below(option, String(step)), rest));
}

function keysOf(form: WireObject): string[] {
  return Object.keys(objectOf(form['properties']) ?? {});
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
