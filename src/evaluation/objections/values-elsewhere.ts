import { posix } from 'node:path';
import { clausesOf, filesNamedIn } from './asked-words.ts';
import { changedTexts, fileAt, type Rule } from './whole-work.ts';

const SETTINGS: ReadonlySet<string> = new Set(['.yml', '.yaml', '.toml', '.ini', '.cfg', '.conf', '.json']);
const BEING: ReadonlySet<string> = new Set(['is', 'are', 'stays', 'remains', 'equals', 'be', '=', 'reads', 'says']);
const DENYING: ReadonlySet<string> = new Set(['not', 'no', 'never', "isn't", "aren't", 'instead', 'was', 'were', 'would', 'if', 'unless', 'everywhere', 'else', 'only', 'except', 'than', 'or']);

interface Setting {
  /** The names of the blocks that it stands in, from the outermost on, in small letters. */
  readonly blocks: readonly string[];
  readonly key: string;
  readonly value: string;
}

/** `night_mode is on in production` comes from the block of production, and not from one in which the same name has another value. */
export const valuesElsewhere: Rule = (work) => {
  const files = filesNamedIn(work.asked).filter((path) => SETTINGS.has(posix.extname(path))).flatMap((path) => fileAt(work, path) ?? []).filter(({ hasChanged, now }) => !hasChanged && now !== null);
  const told = [...work.outputs, ...changedTexts(work)].flatMap(clausesOf).filter(({ isQuestion, lower }) => !isQuestion && !lower.some((word) => DENYING.has(word)));
  return files.flatMap(({ path, now }) => {
    const settings = posix.extname(path) === '.json' ? inJson(now ?? '') : inLines(now ?? '');
    const known = new Set(settings.flatMap(({ blocks }) => blocks));
    return told.flatMap(({ lower }) => {
      const named = lower.filter((word) => known.has(word));
      const meant = settings.filter(({ blocks, key }) => named.length > 0 && lower.includes(key) && named.every((word) => blocks.includes(word)));
      const [setting, ...more] = meant;
      if (setting === undefined || more.length > 0 || lower.includes(setting.value)) return [];
      const others = new Set(settings.filter((one) => one.key === setting.key && one !== setting).map(({ value }) => value));
      const wrong = lower.find((word, at) => others.has(word) && BEING.has(lower[at - 1] ?? ''));
      return wrong === undefined ? [] : [{ why: `${setting.key} is said to be ${wrong} in ${named.join(' and ')}, and in ${path} it is ${setting.value} there.`, calls: [] }];
    });
  }).slice(0, 1);
};

/** Settings of a block: `production:` with deeper lines, or `[production]`. */
function inLines(text: string): Setting[] {
  const open: { readonly indent: number; readonly name: string }[] = [];
  return text.split('\n').flatMap((line) => {
    const start = line.trim();
    const indent = line.length - line.trimStart().length;
    const sign = [...start].findIndex((one) => one === ':' || one === '=');
    if (start.startsWith('[')) open.splice(0, open.length, ...(start.split(']')[0] ?? '').slice(1).split('.').map((name) => ({ indent: -1, name: plain(name) })));
    if (sign === -1 || ['#', ';', '-', '['].some((mark) => start.startsWith(mark))) return [];
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const [key, value] = [plain(start.slice(0, sign)), plain(start.slice(sign + 1))];
    const blocks = open.map(({ name }) => name);
    if (value === '') open.push({ indent, name: key });
    return value === '' ? [] : [{ blocks, key, value }];
  });
}

function inJson(text: string): Setting[] {
  try {
    return settingsOf(JSON.parse(text), []);
  } catch {
    return [];
  }
}

function settingsOf(held: unknown, blocks: readonly string[]): Setting[] {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return [];
  return Object.entries(held).flatMap(([name, value]): Setting[] => (typeof value === 'object' ? settingsOf(value, [...blocks, plain(name)]) : [{ blocks, key: plain(name), value: plain(String(value)) }]));
}

function plain(text: string): string {
  const bare = (text.split(' #')[0] ?? '').trim().toLowerCase();
  return bare.startsWith('"') || bare.startsWith("'") ? bare.slice(1, -1) : bare;
}
