import { posix } from 'node:path';
import { UNREADABLE_IMPORT, type ImportEdge } from './imports.ts';
import { BANNED, EMPTY_NAMES, FILE_MAX_LINES, README_HEADINGS, README_MAX_LINES, type ModuleRow } from './module-table.ts';
import type { SourceFile } from './source-files.ts';

function moduleOf(path: string): string | undefined {
  const [top, name, rest] = path.split('/');
  return top === 'src' && name !== undefined && rest !== undefined ? name : undefined;
}

/** Why this import breaks the architecture, or undefined when it does not. */
export function importFault(edge: ImportEdge, modules: readonly ModuleRow[]): string | undefined {
  const from = moduleOf(edge.from);
  if (from === undefined) return undefined;
  const importer = modules.find((row) => row.name === from);
  if (!importer) return `${edge.from}: there is no module "${from}" in the table`;
  if (edge.to === UNREADABLE_IMPORT) return `${edge.from}: imports something that is not a string literal`;
  if (!edge.relative) return undefined;
  if (!edge.to.endsWith('.ts') && !edge.to.endsWith('.json')) return `${edge.from}: import ${edge.to} with its file ending`;
  const to = moduleOf(edge.to);
  if (to === from) return undefined;
  if (to === undefined) {
    return edge.from.endsWith('.test.ts') ? undefined : `${edge.from}: imports ${edge.to}, which is not product code`;
  }
  const imported = modules.find((row) => row.name === to);
  if (!imported) return `${edge.from}: there is no module "${to}" in the table`;
  if (edge.to !== `src/${to}/index.ts`) return `${edge.from}: enter ${to} through its index.ts, not ${edge.to}`;
  if (imported.rank >= importer.rank) return `${edge.from}: ${from} (rank ${importer.rank}) may not import ${to} (rank ${imported.rank})`;
  if (importer.sees && !importer.sees.includes(to)) return `${edge.from}: ${from} sees only ${importer.sees.join(' and ')}, not ${to}`;
  if (imported.seenBy && !imported.seenBy.includes(from)) return `${edge.from}: only ${imported.seenBy.join(' and ')} may import ${to}`;
  return undefined;
}

/** Product code may use only what a published package installs. */
export function packageFault(edge: ImportEdge, runtimePackages: readonly string[]): string | undefined {
  if (edge.relative || edge.to.startsWith('node:') || edge.to === UNREADABLE_IMPORT) return undefined;
  if (moduleOf(edge.from) === undefined || edge.from.endsWith('.test.ts')) return undefined;
  const parts = edge.to.split('/');
  const name = edge.to.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
  return name !== undefined && runtimePackages.includes(name)
    ? undefined
    : `${edge.from}: ${edge.to} is not a runtime dependency of package.json`;
}

export function bannedTextFaults(file: SourceFile): string[] {
  return BANNED.filter(
    (ban) =>
      ban.under.some((prefix) => file.path.startsWith(prefix)) &&
      !ban.except.some((excused) => file.path.startsWith(excused) || file.path.endsWith(excused)) &&
      holdsWord(file.text, ban.text),
  ).map((ban) => `${file.path}: "${ban.text}": ${ban.instead}`);
}

/** Banned words are whole words: longer ones that begin alike are not meant. */
function holdsWord(text: string, word: string): boolean {
  const isInside = (end: number): boolean => /\w$/.test(word) && /\w/.test(text.charAt(end));
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) if (!isInside(at + word.length)) return true;
  return false;
}

export function lengthFault(file: SourceFile, overlong: Readonly<Record<string, number>>): string | undefined {
  const lines = file.text.split('\n').length - 1;
  const allowed = overlong[file.path];
  if (allowed === undefined) return lines > FILE_MAX_LINES ? `${file.path}: ${lines} lines, at most ${FILE_MAX_LINES}` : undefined;
  if (lines > allowed) return `${file.path}: ${lines} lines, the ratchet allows ${allowed}`;
  if (lines <= FILE_MAX_LINES) return `${file.path}: ${lines} lines: take it off the ratchet list`;
  return lines < allowed ? `${file.path}: ${lines} lines: lower its ratchet from ${allowed}` : undefined;
}

export function nameFault(path: string): string | undefined {
  const stem = posix.basename(path).split('.')[0] ?? '';
  if (EMPTY_NAMES.some((word) => stem.split('-').includes(word))) return `${path}: name it after what it holds`;
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem) ? undefined : `${path}: file names are kebab-case`;
}

/** Faults of a module README; `testExists` answers whether a named test file is there. */
export function readmeFaults(readme: SourceFile, testExists: (path: string) => boolean): string[] {
  const lines = readme.text.split('\n');
  const faults: string[] = [];
  if (lines.length - 1 > README_MAX_LINES) faults.push(`${readme.path}: ${lines.length - 1} lines, at most ${README_MAX_LINES}`);
  const headings = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3));
  const expected = README_HEADINGS.every((heading, at) => headings[at]?.startsWith(heading) === true);
  if (!expected || headings.length !== README_HEADINGS.length) {
    faults.push(`${readme.path}: headings are ${README_HEADINGS.join(' · ')}; found ${headings.join(' · ')}`);
  }
  const from = lines.indexOf('## Invariants');
  const until = lines.findIndex((line, at) => at > from && line.startsWith('## '));
  for (const line of lines.slice(from + 1, until)) {
    if (!line.startsWith('- ')) continue;
    const named = [...line.matchAll(/`([^`]+\.test\.ts)`/g)].map((match) => match[1] ?? '');
    if (named.length === 0) faults.push(`${readme.path}: this invariant names no test: ${line}`);
    for (const test of named) {
      const path = posix.join(posix.dirname(readme.path), test);
      if (!testExists(path) && !testExists(test)) faults.push(`${readme.path}: names a test that does not exist: ${test}`);
    }
  }
  return faults;
}

/** The module table as the README shows it. */
export function moduleTableMarkdown(modules: readonly ModuleRow[]): string {
  const rows = modules.map((row) => `| ${row.rank} | \`${row.name}\` | ${row.owns} |`);
  return ['| rank | module | owns |', '|---|---|---|', ...rows].join('\n');
}
