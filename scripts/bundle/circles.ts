/** A file of the bundle, with those that are loaded before it. */
export interface LoadedFile {
  readonly fileName: string;
  readonly imports: readonly string[];
}

/**
 * Files that load one another in a circle, with the first of them at both ends; undefined where there is none. Sources without a
 * circle may still be put into files that have one, and then whichever is loaded first meets constants that are not there yet.
 */
export function circleAmong(files: readonly LoadedFile[]): readonly string[] | undefined {
  const importsOf = new Map(files.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of importsOf.get(file) ?? []) {
      const circle = follow(next, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const { fileName } of files) {
    const circle = follow(fileName, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
