/** One value inside a content, with its place as a JSON Pointer and the name it goes by. */
export interface PlacedValue {
  readonly pointer: string;
  readonly name: string;
  readonly value: unknown;
}

/** The content itself and every value inside it, from the outside in. Content is JSON, so it has no circles. */
export function* valuesIn(value: unknown, pointer = '', name = ''): Generator<PlacedValue> {
  yield { pointer, name, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield* valuesIn(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, Array.isArray(value) ? name : key);
  }
}
