import { NAME_BYTES_MAX, PATH_BYTES_MAX } from './path-limits.ts';
import { pathDenied, shownPath } from './path-errors.ts';

const CONTROL = /\p{Cc}/u;
const DRIVE = /^[A-Za-z]:/;

/**
 * Denies what cannot be meant as a path here, before the file system is asked. Everything else in a path is literal:
 * a percent sign, a dollar sign or a full-width dot is part of a name.
 */
export function checkPathText(path: string): void {
  if (path === '') throw pathDenied(path, 'path.empty', 'An empty path names nothing; the workspace itself is ".".');
  if (CONTROL.test(path)) {
    throw pathDenied(path, 'path.control_character', `${shownPath(path)} contains a control character, which can hide where a path ends.`);
  }
  if (!path.isWellFormed()) throw pathDenied(path, 'path.not_text', `${shownPath(path)} contains half of a character.`);
  if (path.includes('\\')) {
    throw pathDenied(path, 'path.backslash', `${shownPath(path)} is written with backslashes; folders are separated by "/" here.`);
  }
  if (DRIVE.test(path)) throw pathDenied(path, 'path.drive_letter', `${shownPath(path)} begins with a drive letter; there are no drives here.`);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX || path.split('/').some((name) => Buffer.byteLength(name) > NAME_BYTES_MAX)) {
    throw pathDenied(path, 'path.too_long', `${shownPath(path)} is longer than a path can be.`);
  }
}

/** Whether a name that was found on disk can be used at all. Bytes that are no text come out as a mark that leads nowhere. */
export function isUsablePath(path: string): boolean {
  try {
    checkPathText(path);
    return !path.includes('\uFFFD');
  } catch {
    return false;
  }
}

const SHELL_VARIABLE = /^(\$[A-Z_][A-Z0-9_]*|\$\{[A-Z_][A-Z0-9_]*\}|%[A-Z_][A-Z0-9_]*%)$/;

/**
 * Whether a first name looks like something that a shell would replace. If nothing has that very name, the writer
 * meant a place that lies elsewhere, and making a folder called `~` would help nobody.
 */
export function looksUnexpanded(firstName: string): boolean {
  return firstName === '~' || SHELL_VARIABLE.test(firstName);
}
