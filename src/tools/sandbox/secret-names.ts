import { coversPath, foldPath, namePattern } from '../paths/name-patterns.ts';
import { HARMLESS_NAMES, SECRET_NAMES } from '../paths/sensitive-names.ts';

/**
 * Names on the list of secrets that a build cannot do without: a package manager which cannot read its own settings does
 * nothing at all. A person is still asked before a tool reads them.
 */
const NEEDED_BY_BUILDS: ReadonlySet<string> = new Set(['.npmrc', '.yarnrc', '.yarnrc.yml', '.gemrc', '.gitconfig']);

const harmless = HARMLESS_NAMES.map(namePattern);
const secret = SECRET_NAMES.filter((name) => !NEEDED_BY_BUILDS.has(name)).map(namePattern);

/** Whether a file or folder holds keys, told from its names alone: reading it to find out would defeat the purpose. */
export function isSecretName(path: string, isFolder: boolean): boolean {
  const names = foldPath(path);
  if (harmless.some((pattern) => coversPath(pattern, names))) return false;
  return secret.some((pattern) => pattern.isFolder === isFolder && coversPath(pattern, names));
}
