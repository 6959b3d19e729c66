import { posix } from 'node:path';
import { wordsIn } from '../support/words.ts';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { changedFiles, fileAt, quoted, type Rule, type WholeWork } from '../objections/whole-work.ts';

const CUTTING: ReadonlySet<string> = new Set(['cut', 'split', 'divide', 'break', 'separate']);
const PAGES: ReadonlySet<string> = new Set(['.md', '.txt', '.rst', '.adoc', '.log']);
/** Somebody says that nothing is to get lost or changed on the way, or that nothing was. */
const WHOLE = ['alter', 'change a word', 'changing a word', 'word for word', 'verbatim', 'unchanged', 'complete', 'whole', 'everything', 'nothing is lost', 'lose', 'as it is', 'as they are', 'every line', 'all of it', 'together'] as const;
/** Lines of fewer words stand anywhere. */
const WORDS_MIN = 3;

/** A page that is cut into several without a word being altered is in them: each of its lines stands in one of the parts. */
export const cutApart: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower, isQuestion }) => {
    const at = lower.findIndex((word) => CUTTING.has(word));
    const path = at === -1 || isQuestion ? undefined : words.slice(at + 1).find(isFileName);
    const source = path === undefined || !lower.includes('into') || !PAGES.has(posix.extname(path)) ? undefined : fileAt(work, path);
    const text = source?.before ?? source?.now ?? null;
    const parts = changedFiles(work).filter((one) => one.before === null && one.now !== null && one.path !== source?.path && posix.extname(one.path) === posix.extname(path ?? ''));
    if (source === undefined || text === null || parts.length < 2 || !isOfWhole(work)) return [];
    const held = ` ${parts.map(({ now }) => plain(now ?? '')).join(' ')} `;
    const lost = text.split('\n').find((line) => wordsIn(line).length >= WORDS_MIN && !line.includes('](') && !held.includes(` ${plain(line)} `));
    return lost === undefined ? [] : [{ why: `${source.path} says ${quoted(lost)}, and none of the files that it was cut into does.`, calls: [] }];
  });

function isOfWhole({ asked, outputs }: WholeWork): boolean {
  return [asked, ...outputs].some((text) => WHOLE.some((mark) => text.toLowerCase().includes(mark)));
}

function plain(text: string): string {
  return wordsIn(text).map(({ raw }) => raw).join(' ');
}
