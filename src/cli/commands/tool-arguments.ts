import type { ErrorBody, JsonObject, JsonValue } from '../../contracts/index.ts';

type Given = { readonly arguments: JsonObject } | { readonly fault: ErrorBody };

/** Contracts of tools for repositories demand one by name; a person who names none means the folder they are in. */
const REPOSITORY = 'repo_path';
const HERE = '.';

/** Reads the arguments of a tool from words `name=value` and a JSON object; what is said twice is refused, since nobody knows which was meant. */
export function readToolArguments(words: readonly string[], json: string | undefined, schema: JsonObject): Given {
  const given = new Map<string, JsonValue>();
  if (json !== undefined) {
    const whole = parsed(json);
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return { fault: unreadable('What follows --args is not a JSON object.') };
    for (const [name, value] of Object.entries(whole)) given.set(name, value);
  }
  const properties = new Map(Object.entries((schema['properties'] ?? {}) as JsonObject));
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) return { fault: unreadable(`"${word}" is not of the form name=value.`) };
    const name = word.slice(0, at);
    if (given.has(name)) return { fault: unreadable(`${name} is given twice.`, 'Give each argument once, as name=value or after --args; a list is written as JSON: name=["a","b"].') };
    const text = word.slice(at + 1);
    const types = typesOf(properties.get(name));
    // A text is taken as it is; everything else is written as JSON.
    const value = types.length === 0 || types.includes('string') ? text : parsed(text);
    if (value === undefined) return { fault: unreadable(`${name} takes ${types.join(' or ')}, and "${text}" is none.`) };
    given.set(name, value);
  }
  const demanded = Array.isArray(schema['required']) ? schema['required'] : [];
  if (demanded.includes(REPOSITORY) && !given.has(REPOSITORY)) given.set(REPOSITORY, HERE);
  return { arguments: Object.fromEntries(given) };
}

/** The types that a property may have; none when its schema does not say. */
function typesOf(schema: JsonValue | undefined): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [];
  const { type, anyOf, oneOf } = schema;
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...(Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string'), ...alternatives.flatMap(typesOf)];
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function unreadable(message: string, nextStep = 'Write arguments as name=value, or all of them as one JSON object after --args.'): ErrorBody {
  return { code: 'input.invalid', message, next_step: nextStep, data: {} };
}
