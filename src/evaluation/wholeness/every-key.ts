import { posix } from 'node:path';
import { clausesOf, filesNamedIn } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Rule } from '../objections/whole-work.ts';

const SETTINGS: ReadonlySet<string> = new Set(['.yml', '.yaml', '.toml', '.ini', '.conf', '.cfg', '.properties', '.env', '.json']);
const EACH: ReadonlySet<string> = new Set(['every', 'each', 'all']);
/** With one of these, some places may be meant to stay as they are. */
const EXCEPTING: ReadonlySet<string> = new Set(['except', 'but', 'only', 'unless', 'where', 'if', 'whose', 'other', 'first', 'last', 'not', 'without', 'missing']);
const OTHERS: ReadonlySet<string> = new Set(['test', 'tests', 'check', 'checks', 'request', 'requests', 'user', 'users', 'file', 'files', 'time', 'times', 'case', 'cases']);
const NAMED_MAX = 3;

/** `Every service in stack.yml must have retries: 3`: wherever the key stands it has that value, and no neighbour lacks the key. */
export const everyKey: Rule = (work) => {
  const [path, ...more] = filesNamedIn(work.asked).filter((name) => SETTINGS.has(posix.extname(name)));
  const file = path === undefined || more.length > 0 ? undefined : fileAt(work, path);
  if (file === undefined || file.now === null) return [];
  const settings = settingsIn(file.now);
  const sentences = work.asked.split('\n').flatMap((line) => line.split('. ')).filter(isOfAll);
  return sentences.flatMap(pairsIn).filter(({ key }) => settings.some((one) => one.key === key)).flatMap(({ key, value }) => {
    const left = settings.filter((one) => one.key === key && one.value !== value).map(({ line, value: held }) => `line ${line} (${held})`);
    const without = posix.extname(file.path).startsWith('.y') ? neighboursWithout(key, settings).map((one) => one.key) : [];
    const missing = [...left, ...without];
    return missing.length === 0 ? [] : [{ why: `${key}: ${value} was asked for everywhere in ${file.path}, and it is not so in ${missing.slice(0, NAMED_MAX).join(', ')}.`, calls: callsOn(work, file.path) }];
  });
};

/** A sentence that speaks of every place, and not of all tests that have to pass. */
function isOfAll(sentence: string): boolean {
  const words = clausesOf(sentence).flatMap(({ lower }) => lower);
  return words.some((word, at) => EACH.has(word) && !OTHERS.has(words[at + 1] ?? '')) && !words.some((word) => EXCEPTING.has(word));
}

interface Setting {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  readonly indent: number;
}

/** `retries: 3`, `retries = 3` and `retries=3` in the words of a person. */
function pairsIn(asked: string): { readonly key: string; readonly value: string }[] {
  const words = asked.split(/[\s“”"`]/u).filter((word) => word !== '');
  return words.flatMap((word, at) => {
    const [joined = '', held = ''] = word.split(/[:=]/u);
    const next = words[at + 1] ?? '';
    const value = plain(held !== '' ? held : next === '=' ? words[at + 2] ?? '' : word.endsWith(':') || word.endsWith('=') ? next : '');
    const key = held === '' && next === '=' ? word : joined;
    return value === '' || !/^[A-Za-z_][\w-]*$/u.test(key) ? [] : [{ key, value }];
  });
}

/** Every line of the form `key: value` or `key = value`, with how far it stands to the right. */
function settingsIn(text: string): Setting[] {
  return text.split('\n').flatMap((line, at) => {
    const start = line.trimStart();
    const sign = [...start].findIndex((one) => one === ':' || one === '=');
    const key = plain(start.slice(0, Math.max(0, sign)).trim());
    return key === '' || start.startsWith('#') ? [] : [{ key, value: plain(start.slice(sign + 1)), line: at + 1, indent: line.length - start.length }];
  });
}

/** Blocks beside those that have the key, under the same name, without it. */
function neighboursWithout(key: string, settings: readonly Setting[]): Setting[] {
  const parentOf = (at: number): number => settings.findLastIndex(({ indent }, nth) => nth < at && indent < (settings[at]?.indent ?? 0));
  const holders = new Set(settings.flatMap((one, at) => (one.key === key && parentOf(at) !== -1 ? [parentOf(at)] : [])));
  const above = new Set([...holders].map(parentOf));
  if (holders.size < 2 || above.size !== 1) return [];
  return settings.filter((one, at) => one.value === '' && !holders.has(at) && above.has(parentOf(at)) && one.indent === settings[[...holders][0] ?? 0]?.indent);
}

/** Without what a sentence, a comma or quotation marks put around it. */
function plain(word: string): string {
  let text = word.split(' #')[0]?.trim() ?? '';
  while (text !== '' && ',;"\'.)'.includes(text.at(-1) ?? ' ')) text = text.slice(0, -1);
  while (text !== '' && '"\'('.includes(text.charAt(0))) text = text.slice(1);
  return text;
}
