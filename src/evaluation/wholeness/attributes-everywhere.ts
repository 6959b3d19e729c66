import { posix } from 'node:path';
import { clausesOf, type Clause } from '../objections/asked-words.ts';
import { callsOn, changedFiles, type Rule } from '../objections/whole-work.ts';
import { placesIn } from './asked-everywhere.ts';

const MARKUP: ReadonlySet<string> = new Set(['.html', '.htm', '.xhtml', '.xml', '.svg']);
const EACH: ReadonlySet<string> = new Set(['every', 'each', 'all']);
const EXCEPTING: ReadonlySet<string> = new Set(['except', 'but', 'only', 'unless', 'if', 'whose', 'other', 'first', 'last', 'not', 'missing', 'external', 'without']);

/** A tag as it stands in a page. */
interface Tag {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** `Every picture gets the attribute alt`: whatever kind of tag this run gave it to has it wherever it stands, in capitals or not. */
export const attributesEverywhere: Rule = (work) =>
  attributesAsked(work.asked).flatMap((attribute) => {
    const pages = work.files.filter(({ path, now }) => now !== null && MARKUP.has(posix.extname(path)));
    const given = new Set(changedFiles(work).filter((file) => pages.includes(file)).flatMap(({ before, now }) => namesWith(attribute, now ?? '').filter((name) => count(namesWith(attribute, now ?? ''), name) > count(namesWith(attribute, before ?? ''), name))));
    return pages.flatMap(({ path, now }) => {
      const left = tagsIn(now ?? '').find((tag) => given.has(tag.name.toLowerCase()) && !has(tag, attribute));
      return left === undefined ? [] : [{ why: `${attribute} was to be everywhere, and line ${left.line} of ${path} has a <${left.name}> without it.`, calls: callsOn(work, path) }];
    });
  });

/** Folders whose pages are looked at for it. */
export function foldersOfAttributes(asked: string): string[] {
  return attributesAsked(asked).length === 0 ? [] : placesIn(asked).map(({ folder }) => folder);
}

function attributesAsked(asked: string): string[] {
  return clausesOf(asked).filter(isOfEach).flatMap(({ words, lower }) => {
    const at = lower.findIndex((word) => word === 'attribute');
    const name = (words[at + 1] ?? '').split('=')[0] ?? '';
    return at === -1 || !/^[a-z][\w-]*$/u.test(name) ? [] : [name];
  });
}

function isOfEach({ lower, isQuestion }: Clause): boolean {
  return !isQuestion && lower.some((word) => EACH.has(word)) && !lower.some((word) => EXCEPTING.has(word));
}

function namesWith(attribute: string, text: string): string[] {
  return tagsIn(text).filter((tag) => has(tag, attribute)).map(({ name }) => name.toLowerCase());
}

function count(names: readonly string[], name: string): number {
  return names.filter((one) => one === name).length;
}

function has({ text }: Tag, attribute: string): boolean {
  const words = text.replaceAll(/"[^"]*"|'[^']*'/gu, '').split(/[\s/>]/u).map((word) => word.split('=')[0]?.toLowerCase());
  return words.slice(1).includes(attribute.toLowerCase());
}

/** The tags that open something; comments and what ends them are left out. */
function tagsIn(text: string): Tag[] {
  const plain = text.split('<!--').map((part, at) => (at === 0 ? part : `${'\n'.repeat((part.split('-->')[0] ?? '').split('\n').length - 1)}${part.split('-->').slice(1).join('-->')}`)).join('');
  return plain.split('<').slice(1).flatMap((part, at, all) => {
    const name = /^[A-Za-z][\w-]*/u.exec(part)?.[0];
    const line = plain.split('<').slice(0, at + 1).join('<').split('\n').length;
    return name === undefined || all.length === 0 ? [] : [{ name, text: /^(?:[^"'>]|"[^"]*"|'[^']*')*/u.exec(part)?.[0] ?? '', line }];
  });
}
