import { posix } from 'node:path';

/** Modules that only reckon: a script that has no others takes in nothing by them. */
const RECKONING: ReadonlySet<string> = new Set(['math', 'random', 'json', 'datetime', 'statistics', 'decimal', 'fractions', 'itertools', 'functools', 'collections', 're', 'string', 'time', 'typing', 'dataclasses', 'node:assert', 'node:assert/strict', 'node:util', 'util', 'assert']);
/** Words by which a script may take something in; one of them anywhere is enough to believe that it does. */
const TAKING_IN = ['open', 'read', 'argv', 'stdin', 'input', 'fetch', 'require(', 'import(', 'exec', 'spawn', 'http', 'environ', '.env', '__import__', 'glob', 'Deno', 'Bun', 'eval'] as const;
const KNOWN_LANGUAGES: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.py']);

/** Whether a script can only print what stands in its own text, so that running it shows nothing of any file. */
export function takesNothingIn(path: string, text: string): boolean {
  if (!KNOWN_LANGUAGES.has(posix.extname(path)) || TAKING_IN.some((word) => text.includes(word))) return false;
  return text.split('\n').flatMap(modulesIn).every((name) => RECKONING.has(name));
}

/** The modules that one line names, in JavaScript and in Python. */
function modulesIn(line: string): string[] {
  const words = line.trim().split(' ').filter((word) => word !== '');
  if (words[0] !== 'import' && words[0] !== 'from' && !words.includes('from')) return [];
  const quoted = line.split(/['"]/u);
  if (quoted.length >= 3) return [quoted[1] ?? ''];
  if (words[0] === 'from') return [words[1] ?? ''];
  return words[0] === 'import' ? words.slice(1).join(' ').split(',').map((name) => name.trim().split(' ')[0] ?? '') : [];
}
