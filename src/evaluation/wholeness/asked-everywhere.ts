import { stemOf } from '../support/words.ts';
import { clausesOf } from '../objections/asked-words.ts';

/** A folder of which a person speaks as a whole. */
export interface FolderOfFiles {
  readonly folder: string;
  /** Files with another ending are not meant; empty where all are. */
  readonly ending: string;
  /** Whether its files are meant, and not something that stands in them. */
  readonly isOfFiles: boolean;
}

/** What the person wants to be so in every file of a folder. */
export interface Everywhere extends FolderOfFiles {
  /** A text that each file has to hold, or that none may hold. */
  readonly text: string;
  readonly isToHold: boolean;
}

/** The folder of the run, as a path. */
export const WORKSPACE = '.';
const EACH: ReadonlySet<string> = new Set(['every', 'each', 'all']);
/** What files are called, too. */
const FILES: ReadonlySet<string> = new Set(['file', 'page', 'document', 'note', 'chapter', 'script', 'module', 'letter', 'report'].map(stemOf));
const THROUGHOUT: ReadonlySet<string> = new Set(['throughout', 'everywhere', 'across']);
const INTO: ReadonlySet<string> = new Set(['in', 'of', 'under', 'inside', 'below', 'from', 'within']);
const PUTTING: ReadonlySet<string> = new Set(['put', 'add', 'insert', 'prepend', 'append', 'write', 'place', 'give'].map(stemOf));
const TAKING: ReadonlySet<string> = new Set(['remove', 'delete', 'drop', 'strip'].map(stemOf));
const REPLACING: ReadonlySet<string> = new Set(['replace', 'rename', 'change', 'substitute'].map(stemOf));
/** Between what is replaced and what comes instead. */
const INSTEAD: ReadonlySet<string> = new Set(['by', 'with', 'to', 'into']);
/** Words that say what kind of thing a name is: `the name Kestrel`. */
const KINDS: ReadonlySet<string> = new Set(['the', 'name', 'word', 'term', 'text', 'string', 'line', 'environment', 'variable', 'constant', 'method', 'setting', 'option', 'parameter', 'function', 'class', 'identifier', 'phrase']);
const MARKS = /["“”«»`]/u;

/**
 * Orders about every file of a folder whose end can be looked at: a quoted text that is put there or taken away, or one name that is
 * replaced by another. All other words say nothing here.
 */
export function askedEverywhere(asked: string): Everywhere[] {
  return asked.split('\n').flatMap((line) => {
    const parts = line.split(MARKS);
    const quoted = parts.length % 2 === 1 ? parts.filter((text, at) => at % 2 === 1 && text.trim() !== '') : [];
    // A quotation may hold stops and folders of its own, so it is read as one word.
    const plain = parts.map((part, at) => (parts.length % 2 === 1 && at % 2 === 1 ? ` QUOTED${(at - 1) / 2} ` : part)).join('');
    return clausesOf(plain).flatMap(({ words, lower, isQuestion }) => {
      const place = placeIn(words, lower);
      const verb = lower.findIndex((word) => [PUTTING, TAKING, REPLACING].some((verbs) => verbs.has(stemOf(word))));
      if (place === undefined || verb === -1 || isQuestion || lower.slice(0, verb).some((word) => ['not', "don't", 'never', 'without'].includes(word))) return [];
      const order = orderOf(words.slice(verb), quoted);
      return order === undefined ? [] : [{ ...place, ...order }];
    });
  });
}

/** `every file in src`, `all .js files under lib`, `all pages of docs`, `throughout docs`. */
function placeIn(words: readonly string[], lower: readonly string[]): FolderOfFiles | undefined {
  const throughout = lower.findIndex((word) => THROUGHOUT.has(word));
  const each = throughout === -1 ? lower.findIndex((word) => EACH.has(word)) : throughout;
  const into = throughout === -1 ? lower.findIndex((word, at) => at > each && INTO.has(word)) : throughout;
  if (each === -1 || into === -1) return undefined;
  // `Rename it everywhere` means every folder there is.
  const isAnywhere = throughout !== -1 && lower[throughout] === 'everywhere' && !INTO.has(lower[throughout + 1] ?? '');
  const folder = isAnywhere ? WORKSPACE : withoutSlash(words.slice(into + 1).find((word) => !['in', 'the', 'folder', 'directory'].includes(word.toLowerCase())) ?? '');
  const between = words.slice(each + 1, into);
  const ending = between.map((word) => word.replaceAll('*', '')).find((word) => word.startsWith('.')) ?? '';
  const isOfFiles = throughout !== -1 || between.some((word) => FILES.has(stemOf(word)));
  return folder === '' || !/^[\w./-]+$/u.test(folder) || folder.startsWith('/') || folder.split('/').includes('..') ? undefined : { folder, ending, isOfFiles };
}

function orderOf(words: readonly string[], quoted: readonly string[]): Pick<Everywhere, 'text' | 'isToHold'> | undefined {
  const verb = stemOf(words[0] ?? '');
  const texts = words.slice(1).map((word) => (word.startsWith('QUOTED') ? { text: quoted[Number(word.slice('QUOTED'.length))] ?? '', isQuoted: true } : { text: word, isQuoted: false }));
  const first = texts.find(({ text, isQuoted }) => isQuoted || !KINDS.has(text.toLowerCase()));
  if (first === undefined || first.text === '') return undefined;
  if (REPLACING.has(verb)) {
    const next = texts[texts.indexOf(first) + 1]?.text.toLowerCase() ?? '';
    const other = texts[texts.indexOf(first) + 2]?.text ?? '';
    // What is kept inside the new name is not gone: `run` in `runner`.
    return INSTEAD.has(next) && other !== '' && !other.includes(first.text) ? { text: first.text, isToHold: false } : undefined;
  }
  if (!first.isQuoted) return undefined;
  return { text: first.text, isToHold: PUTTING.has(verb) };
}

function withoutSlash(folder: string): string {
  const plain = folder.startsWith('./') ? folder.slice(2) : folder;
  return plain.endsWith('/') ? plain.slice(0, -1) : plain;
}

/** The folders that such orders are about. */
export function foldersInWords(asked: string): string[] {
  return [...new Set(askedEverywhere(asked).map(({ folder }) => folder))];
}

/** Folders of whose files all are spoken of, whatever is to be done with them. */
export function foldersOfFiles(asked: string): FolderOfFiles[] {
  return placesIn(asked).filter(({ isOfFiles }) => isOfFiles);
}

/** Folders of which something is said as a whole: of their files, or of what stands in them. */
export function placesIn(asked: string): FolderOfFiles[] {
  return clausesOf(asked).flatMap(({ words, lower }) => placeIn(words, lower) ?? []);
}
