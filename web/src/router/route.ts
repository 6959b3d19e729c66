/** A pattern such as `/runs/:run`: a segment that begins with a colon takes anything, and is told under its name. */
export type PathPattern = `/${string}`;

export type PathValues = Readonly<Record<string, string>>;

/** What a path holds under a pattern; undefined when it is another. */
export function matchPath(pattern: PathPattern, path: string): PathValues | undefined {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)];
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const text = decoded(given[at] ?? '');
    if (segment.startsWith(':')) values[segment.slice(1)] = text;
    else if (segment !== text) return undefined;
  }
  return values;
}

/** The first of these that a path belongs to. */
export function routeOf<Place extends { readonly path: PathPattern }>(places: readonly Place[], path: string): { readonly place: Place; readonly values: PathValues } | undefined {
  for (const place of places) {
    const values = matchPath(place.path, path);
    if (values !== undefined) return { place, values };
  }
  return undefined;
}

/** A path with its values put in. */
export function pathTo(pattern: PathPattern, values: PathValues = {}): string {
  return `/${segmentsOf(pattern).map((segment) => (segment.startsWith(':') ? encodeURIComponent(values[segment.slice(1)] ?? '') : segment)).join('/')}`;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** What was typed into the address may be no encoding of anything. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
