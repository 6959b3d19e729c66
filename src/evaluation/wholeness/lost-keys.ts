import { posix } from 'node:path';
import { clausesOf, filesNamedIn, filesToWrite } from '../objections/asked-words.ts';
import { callsOn, fileAt, type Rule } from '../objections/whole-work.ts';

const OF_ALL: ReadonlySet<string> = new Set(['same', 'all', 'every', 'each']);
const KEYS: ReadonlySet<string> = new Set(['key', 'keys', 'setting', 'settings', 'option', 'options', 'value', 'values', 'entry', 'entries', 'variable', 'variables', 'field', 'fields']);
/** With one of these, some may be meant to go or to be called otherwise. */
const CHANGING: ReadonlySet<string> = new Set(['except', 'without', 'only', 'rename', 'renamed', 'drop', 'remove', 'camelcase', 'uppercase', 'lowercase', 'nested', 'not', 'unless', 'unused']);
/** What is turned into a table or a page may lose names of lists on the way. */
const SETTINGS: ReadonlySet<string> = new Set(['.json', '.yml', '.yaml', '.toml', '.ini', '.env', '.properties', '.conf', '.cfg']);
const NAMED_MAX = 3;

/** What is carried over with all its keys has all of them: they are read in the old file and looked for in the new one. */
export const lostKeys: Rule = (work) => {
  const lower = clausesOf(work.asked).flatMap((clause) => clause.lower);
  const isAsked = lower.some((word, at) => OF_ALL.has(word) && lower.slice(at + 1, at + 3).some((next) => KEYS.has(next)));
  const [target, ...targets] = filesToWrite(work.asked);
  const [source, ...sources] = filesNamedIn(work.asked).filter((path) => path !== target);
  if (!isAsked || lower.some((word) => CHANGING.has(word)) || target === undefined || source === undefined || targets.length + sources.length > 0) return [];
  const [old, made] = [fileAt(work, source), fileAt(work, target)];
  if (old?.before === undefined || old.before === null || made === undefined || made.now === null) return [];
  const held = made.now.toLowerCase();
  if (!SETTINGS.has(posix.extname(target))) return [];
  const lost = keysIn(source, old.before).filter((key) => !held.includes(key.toLowerCase()));
  return lost.length === 0 ? [] : [{ why: `${target} was to have every key of ${source}, and lacks ${lost.slice(0, NAMED_MAX).join(', ')}.`, calls: callsOn(work, made.path) }];
};

/** Names before a sign of equality or a colon, in files that are made of such lines; those of an object in JSON. */
function keysIn(path: string, text: string): string[] {
  switch (posix.extname(path)) {
    case '.json':
      return keysOfJson(text);
    case '.ini':
    case '.env':
    case '.properties':
    case '.toml':
    case '.conf':
    case '.cfg':
      return keysOfLines(text, ['=']);
    case '.yml':
    case '.yaml':
      return keysOfLines(text, [':']);
    default:
      return [];
  }
}

function keysOfLines(text: string, signs: readonly string[]): string[] {
  return text.split('\n').flatMap((line) => {
    const at = [...line].findIndex((one) => signs.includes(one));
    const key = line.slice(0, Math.max(0, at)).trim();
    return /^[\w.-]+$/u.test(key) ? [key] : [];
  });
}

function keysOfJson(text: string): string[] {
  const walk = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(walk) : typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, member]) => [key, ...walk(member)]) : []);
  try {
    return [...new Set(walk(JSON.parse(text)))];
  } catch {
    return [];
  }
}
