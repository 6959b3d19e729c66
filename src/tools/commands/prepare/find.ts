/** A `find` over a person's own folders takes minutes where an index answers at once. */
import { literalText, rewrite } from '../syntax/rewrite.ts';
import { type Assignment, isAssignment, type Script, type SimpleCommand, type Word, type WordPart } from '../syntax/tree.ts';

/** What an indexed search can answer in place of a `find`. */
export interface PersonalFind {
  readonly folders: readonly string[];
  /** The pattern of `-name` or `-iname`, when there is one. */
  readonly name: string | undefined;
}

/** The search that this script amounts to: one `find` on personal paths that only looks, and nothing else. */
export function personalFind(script: Script, { home }: { home: string }): PersonalFind | undefined {
  const [item, ...others] = script.items;
  const [command, ...more] = item?.andOr.first.commands ?? [];
  if (item === undefined || others.length > 0 || more.length > 0 || item.background || item.andOr.rest.length > 0) return undefined;
  if (command?.kind !== 'simple' || literalText(command.words[0]) !== 'find' || command.assignments.length > 0) return undefined;
  const texts = command.words.slice(1).map((word) => textOf(word, home));
  if (!texts.every((text) => text !== undefined)) return undefined;
  const firstTest = texts.findIndex((text) => /^[-(!]/.test(text));
  const folders = firstTest === -1 ? texts : texts.slice(0, firstTest);
  const tests = firstTest === -1 ? [] : texts.slice(firstTest);
  const acts = tests.some((test) => /^-(exec|execdir|ok|okdir|delete|fprint.*|fls)$/.test(test));
  const isPersonal = folders.length > 0 && folders.every((folder) => isPersonalPath(folder, home));
  if (acts || !isPersonal) return undefined;
  const at = tests.findIndex((test) => test === '-name' || test === '-iname');
  return { folders, name: at === -1 ? undefined : tests[at + 1] };
}

function isPersonalPath(path: string, home: string): boolean {
  return path === home || path.startsWith(`${home}/`) || path.startsWith('/Users/') || path.startsWith('/Volumes/') || path === '/Users' || path === '/Volumes';
}

function textOf(word: Word | Assignment, home: string): string | undefined {
  if (isAssignment(word)) return undefined;
  const textOfPart = (part: WordPart): string | undefined => {
    if (part.kind === 'text' || part.kind === 'quoted') return part.text;
    if (part.kind === 'double') {
      const inner = part.parts.map(textOfPart);
      return inner.every((text) => text !== undefined) ? inner.join('') : undefined;
    }
    return part.kind === 'parameter' && part.name === 'HOME' && part.operator === undefined && part.prefix === undefined ? home : undefined;
  };
  const texts = word.parts.map(textOfPart);
  if (!texts.every((text) => text !== undefined)) return undefined;
  const text = texts.join('');
  const [first] = word.parts;
  return first?.kind === 'text' && (text === '~' || text.startsWith('~/')) ? home + text.slice(1) : text;
}

/** Takes `-maxdepth N` out of every `find`: an indexed search knows no depth, and both must find the same. */
export function withoutMaxdepth(script: Script): Script {
  return rewrite(script, { simple: (command) => (literalText(command.words[0]) === 'find' ? withoutOption(command) : command) });
}

function withoutOption(command: SimpleCommand): SimpleCommand {
  const isOption = (index: number): boolean => literalText(command.words[index]) === '-maxdepth';
  return { ...command, words: command.words.filter((_, index) => !isOption(index) && !isOption(index - 1)) };
}
