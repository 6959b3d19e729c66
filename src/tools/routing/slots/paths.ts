import type { Slot } from '../grammar/part.ts';
import type { Token } from '../request/tokens.ts';
import { DATABASE_EXTENSIONS, DOCUMENT_EXTENSIONS, HOST_ENDINGS, IMAGE_EXTENSIONS, KNOWN_FILE_NAMES, KNOWN_FOLDER_NAMES, NOT_FOLDER_NAMES, OPAQUE_EXTENSIONS, PROJECT_NAMES, SOURCE_EXTENSIONS } from './file-names.ts';

/** Letters and digits of any language and the signs that stand in paths which nobody quotes. */
const PLAIN_PATH = /^[\p{L}\p{N}\p{M}._~@+/\\:-]+$/u;
const BARE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]*$/u;
const EXTENSION = /^[A-Za-z0-9]{1,10}$/;
const PAGED_EXTENSIONS = new Set(['pdf', 'docx']);
const LETTER = /[A-Za-z]/;
const FOLDERS_BY_SIGN = new Set(['.', '..', '~']);

/** A token that a test accepts, as it is written. */
function tokenSlot(accepts: (token: Token) => boolean): Slot {
  return ({ tokens }, at) => {
    const written = tokens[at];
    if (written === undefined) return [];
    // A colon after a path begins what is to be done with it.
    const token = !written.isQuoted && written.text.endsWith(':') ? { ...written, text: written.text.slice(0, -1) } : written;
    return accepts(token) ? [{ end: at + 1, value: token.text }] : [];
  };
}

/** A path that is meant as one: quoted, or made of nothing but the signs of paths. */
function isPathText({ text, isQuoted }: Token): boolean {
  if (text.trim() !== text || text === '' || text.includes('\n') || text.includes('://') || text.startsWith('-') || text.includes('*')) return false;
  return isQuoted || (PLAIN_PATH.test(text));
}

export function extensionOf(path: string): string | null {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  return dot > 0 && EXTENSION.test(extension) && LETTER.test(extension) ? extension.toLowerCase() : null;
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function hasExtension(token: Token, extensions: ReadonlySet<string>): boolean {
  return isPathText(token) && extensions.has(extensionOf(token.text) ?? '');
}

/** The name alone shows that it is a file: an extension, a leading dot, or a name that everybody knows. */
function isFile(token: Token): boolean {
  if (!isPathText(token)) return false;
  const extension = extensionOf(token.text);
  if (extension !== null) return token.text.includes('/') || (!HOST_ENDINGS.has(extension) && !PROJECT_NAMES.has(token.text.toLowerCase()));
  const name = nameOf(token.text);
  return KNOWN_FILE_NAMES.has(name) || (name.startsWith('.') && LETTER.test(name.charAt(1)));
}

function isTextFile(token: Token): boolean {
  return isFile(token) && !OPAQUE_EXTENSIONS.has(extensionOf(token.text) ?? '');
}

/** Said to be a file, so that any name will do that is not opaque. */
function isNamedTextFile(token: Token): boolean {
  return isPathText(token) && (token.isQuoted || isTextFile(token) || !NOT_FOLDER_NAMES.has(token.word)) && !OPAQUE_EXTENSIONS.has(extensionOf(token.text) ?? '') && !FOLDERS_BY_SIGN.has(token.text) && !token.text.endsWith('/');
}

/** Shows that it is a folder: dots, a slash or quotes, and not the name of a file. */
function isFolderPath(token: Token): boolean {
  if (!isPathText(token)) return false;
  if (FOLDERS_BY_SIGN.has(token.text)) return true;
  if (token.text.endsWith('/') || token.text.endsWith('\\')) return true;
  return (token.isQuoted || token.text.includes('/') || token.text.includes('\\')) && !isFile(token);
}

/** A word that can be the name of a folder where one is expected. */
function isFolderName({ text, word, isQuoted }: Token): boolean {
  return !isQuoted && BARE_NAME.test(text) && !NOT_FOLDER_NAMES.has(word) && extensionOf(text) === null && LETTER.test(text);
}

export const pathSlots = {
  file: tokenSlot(isTextFile),
  named_file: tokenSlot(isNamedTextFile),
  any_file: tokenSlot(isFile),
  source: tokenSlot((token) => hasExtension(token, SOURCE_EXTENSIONS)),
  image: tokenSlot((token) => hasExtension(token, IMAGE_EXTENSIONS)),
  document: tokenSlot((token) => hasExtension(token, DOCUMENT_EXTENSIONS)),
  /** Documents that nobody can read as lines of text. */
  pdf_or_docx: tokenSlot((token) => hasExtension(token, PAGED_EXTENSIONS)),
  database: tokenSlot((token) => hasExtension(token, DATABASE_EXTENSIONS)),
  folder: tokenSlot(isFolderPath),
  folder_name: tokenSlot(isFolderName),
  known_folder: tokenSlot(({ text, isQuoted }) => !isQuoted && KNOWN_FOLDER_NAMES.has(text)),
  /** A place to look in: a folder by its path or its plain name, or a file. */
  place: tokenSlot((token) => isFolderPath(token) || isFolderName(token) || KNOWN_FOLDER_NAMES.has(token.text) || isFile(token)),
} satisfies Record<string, Slot>;
