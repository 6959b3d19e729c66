import { posix } from 'node:path';
import { stemOf } from '../support/words.ts';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { changedFiles, fileAt, type Objection, type Rule, type SeenFile, type WholeWork } from '../objections/whole-work.ts';
import { WORKSPACE } from './asked-everywhere.ts';

const PAGES: ReadonlySet<string> = new Set(['.md', '.markdown', '.html', '.htm']);
const LINKS: ReadonlySet<string> = new Set(['link', 'hyperlink', 'cross-reference'].map(stemOf));
/** What can be asked about where links lead. */
const LEADING: ReadonlySet<string> = new Set(['lead', 'dead', 'broken', 'valid', 'exist', 'resolve', 'nowhere', 'follow', 'rotten'].map(stemOf));
/** Done with all of them, these are about the same. */
const SEEING_TO: ReadonlySet<string> = new Set(['check', 'fix', 'mend', 'repair', 'work', 'test', 'verify', 'there'].map(stemOf));
const EACH: ReadonlySet<string> = new Set(['every', 'each', 'all', 'any']);
const INTO: ReadonlySet<string> = new Set(['in', 'of', 'under', 'inside', 'below', 'within', 'across', 'throughout']);
const NO_FOLDERS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'all', 'it', 'this', 'that', 'them', 'each', 'every', 'folder', 'directory', 'our', 'my', 'your', 'its', 'their', 'files', 'pages', 'documents']);
/** How it is said that something is not where it should be; `no dead links` says the contrary. */
const DENYING: ReadonlySet<string> = new Set(['not', 'no', 'missing', 'dead', 'broken', 'nowhere', 'absent', 'gone', 'lacks', 'fails', 'failed', '404', 'invalid', 'nonexistent', "doesn't", "isn't", 'false', 'cannot', 'without', 'lost', 'never', 'wrong']);
const CONTRARY = ['no dead', 'no broken', 'no missing', 'not broken', 'not dead', 'not missing', 'none missing', 'none is', 'none are'] as const;
/** In lists and tables the line beside may say what is the matter with a name. */
const LISTED = ['-', '*', '|', '"', '{', '}', '  '] as const;
/** A listing that is longer was cut off. */
const LISTED_MAX = 200;

/** Who is asked where links lead tells of each that leads to no file, or mends it. */
export const deadLinks: Rule = (work) => {
  const places = placesOfLinks(work.asked);
  const folders = foldersOfLinks(work.asked);
  if (folders.length === 0 || (work.listed ?? []).length >= LISTED_MAX) return [];
  const isInside = (path: string): boolean => folders.some((folder) => folder === WORKSPACE || path.startsWith(`${folder}/`));
  const isMeant = (path: string): boolean => places.some((place) => place === path || path.startsWith(`${place}/`));
  const dead = work.files.filter(({ path, now }) => now !== null && PAGES.has(posix.extname(path)) && isMeant(path)).flatMap((page) => linksIn(page).filter((target) => isInside(target) && !isThere(target, work)).map((target) => ({ page, target })));
  const untold = dead.find(({ target, page }) => !isTold(posix.basename(target), work, page));
  return untold === undefined ? [] : [{ why: `${untold.page.path} links to ${untold.target}, which is not there, and nothing that was handed over says so.`, calls: [] } satisfies Objection];
};

/** `Does every link in docs lead …?`, `Mend the broken links of README.md`: the folders that have to be known for it. */
export function foldersOfLinks(asked: string): string[] {
  return [...new Set(placesOfLinks(asked).map((place) => (isFileName(place) ? posix.dirname(place) : place)))];
}

/** Folders and pages whose links are asked about. */
function placesOfLinks(asked: string): string[] {
  const isAbout = (lower: readonly string[]): boolean => lower.some((word) => LINKS.has(stemOf(word))) && lower.some((word) => LEADING.has(stemOf(word)) || (SEEING_TO.has(stemOf(word)) && lower.some((one) => EACH.has(one))));
  return clausesOf(asked).filter(({ lower }) => isAbout(lower)).flatMap(({ words, lower }) =>
    words.filter((word, at) => {
      const before = lower.slice(0, at).findLast((one) => !NO_FOLDERS.has(one)) ?? '';
      return INTO.has(before) && !NO_FOLDERS.has(word.toLowerCase()) && (isFileName(word) || /^[a-z][\w./-]*$/u.test(word)) && !word.split('/').includes('..');
    }).map((word) => posix.normalize(word.endsWith('/') ? word.slice(0, -1) : word)),
  );
}

/** Places in the folder that a page leads to; examples of code lead nowhere. */
function linksIn({ path, now }: SeenFile): string[] {
  const plain = (now ?? '').split('```').filter((_, at) => at % 2 === 0).join('\n').split('`').filter((_, at) => at % 2 === 0).join(' ');
  const targets = [...plain.matchAll(/\]\(([^)\s]+)[^)]*\)|(?:href|src)=["']([^"']+)["']/gu)].map(([, inText, inTag]) => inText ?? inTag ?? '');
  return targets.map((target) => target.split('#')[0]?.split('?')[0] ?? '').filter((target) => target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/|<)/iu.test(target) && !/[{}$*%]/u.test(target)).map((target) => posix.normalize(posix.join(posix.dirname(path), target))).filter((target) => !target.startsWith('..'));
}

function isThere(target: string, work: WholeWork): boolean {
  const path = target.endsWith('/') ? target.slice(0, -1) : target;
  const names = [...(work.listed ?? []), ...work.files.filter((file) => file.isThere).map((file) => file.path)];
  const source = PAGES.has(posix.extname(path)) ? `${path.slice(0, -posix.extname(path).length)}.md` : path;
  // A page may be made from another one when all of them are published.
  if (names.includes(source)) return true;
  return fileAt(work, path)?.isThere === true || names.some((one) => one === path || one.startsWith(`${path}/`)) || posix.extname(path) === '';
}

/** In a sentence that names it, or in the line beside it where there is a list. */
function isTold(name: string, work: WholeWork, page: SeenFile): boolean {
  const texts = [...work.outputs, ...changedFiles(work).filter(({ path }) => path !== page.path).map(({ now }) => now ?? '')];
  return texts.some((text) => {
    const lines = text.split('\n');
    return lines.some((line, at) => {
      if (!line.includes(name)) return false;
      const around = LISTED.some((mark) => line.startsWith(mark)) ? lines.slice(Math.max(0, at - 1), at + 2).join(' ') : '';
      return denies(around) || clausesInSentences(line).some((sentence) => sentence.includes(name) && denies(sentence));
    });
  });
}

function clausesInSentences(line: string): string[] {
  return line.split(/(?<=[.;!?])\s/u);
}

function denies(text: string): boolean {
  const lower = text.toLowerCase();
  return !CONTRARY.some((phrase) => lower.includes(phrase)) && lower.split(/[^\w'’-]/u).some((word) => DENYING.has(word.replace('’', "'")));
}
