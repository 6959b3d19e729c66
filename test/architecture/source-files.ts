import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file with its path from the repository root, always with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const SKIPPED = new Set(['node_modules', 'dist', '.git']);

/** Every file below the given folders whose name ends as asked, in a stable order. */
export function sourceFiles(folders: readonly string[], ending: string): SourceFile[] {
  const found: SourceFile[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith(ending)) {
        found.push({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') });
      }
    }
  };
  for (const folder of folders) visit(join(ROOT, folder));
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
