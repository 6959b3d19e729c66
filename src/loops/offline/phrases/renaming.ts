import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../../../tools/index.ts';
import { onlyFile, phrasesAsking, phrasesMaking, textValue } from './offline-phrase.ts';

type Make = (values: JsonObject) => JsonObject | null;

/** The change is made of what was read; what is left says which files are meant. */
function changing(how: string, ...names: readonly string[]): Make {
  return (values) => {
    const change = Object.fromEntries(names.map((name) => [name.slice(name.indexOf(':') + 1), values[name.slice(0, name.indexOf(':'))] ?? null]));
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !names.some((one) => one.startsWith(`${name}:`))));
    return Object.values(change).includes(null) ? null : { kind: 'rename_files', ...rest, change: { how, ...change } };
  };
}

function replacing(from: string, to?: string): Make {
  return (values) => {
    const { new_text: given, ...rest } = values;
    return { kind: 'rename_files', ...rest, change: { how: 'replace', from, to: to ?? given ?? null } };
  };
}

/** From one ending to another: `.jpeg` to `.jpg`, `*.jpeg` to `*.jpg`. */
const fromEndingToEnding: Make = (values) => {
  const { old_ending: from, new_ending: to, ...rest } = values;
  const [old, next] = [endingOf(from), endingOf(to)];
  return old === undefined || next === undefined ? null : { kind: 'rename_files', ...rest, pattern: `*${old}`, change: { how: 'ending', to: next } };
};

function endingOf(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  const ending = said.startsWith('*') ? said.slice(1) : said;
  return ending.startsWith('.') && ending.length > 1 && !ending.includes('/') && !ending.includes('*') && !ending.includes('{') ? ending : undefined;
}

/** One file, which keeps its folder unless the new name has one. */
const fromNameToName: Make = (values) => {
  const [from, to] = [textValue(values, 'old_name') ?? '', textValue(values, 'new_name') ?? ''];
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const name = to.startsWith(folder) ? to.slice(folder.length) : to;
  return name.includes('/') ? null : { kind: 'rename_files', ...onlyFile(from), change: { how: 'name', to: name } };
};

const ALL = '[all|all of|every|each] [the|my|our]';
const FILES = '(<pattern:kind> [files|file]|files)';
/** Names have to be named: "in all files" would mean what is in them. */
const NAMES = `([file] names|filenames|file names) [of ${ALL} ${FILES}]`;
const WHICH = `${ALL} ${FILES} {place}`;
const IN_NAMES = `(in|from|of) ${ALL} ${NAMES} {place}`;

const says: readonly (readonly [make: Make, ...says: string[]])[] = [
  [
    changing('replace', 'old_text:from', 'new_text:to'),
    `rename ${WHICH} [,] [by] (replacing|and replace|so that) <old_text:name_part> [becomes] (with|by|to|becomes) <new_text:name_part>`,
    `replace <old_text:name_part> (with|by) <new_text:name_part> ${IN_NAMES}`,
    `rename ${WHICH} from <old_text:name_part> to <new_text:name_part>`,
    `rename <old_text:quoted> to <new_text:quoted> ${IN_NAMES}`,
  ],
  [replacing(' '), `replace [all] [the] (spaces|blanks) (with|by) <new_text:name_part> ${IN_NAMES}`],
  [replacing(' ', '-'), `replace [all] [the] (spaces|blanks) (with|by) (dashes|hyphens|a dash|a hyphen) ${IN_NAMES}`],
  [replacing(' ', '_'), `replace [all] [the] (spaces|blanks) (with|by) (underscores|an underscore) ${IN_NAMES}`],
  [replacing(' ', ''), `(remove|drop|take out|delete) [all] [the] (spaces|blanks) ${IN_NAMES}`],
  [(values) => changing('replace', 'old_text:from', 'new_text:to')({ ...values, new_text: '' }), `(remove|drop|strip|take) <old_text:quoted> ${IN_NAMES}`],
  [changing('prefix', 'text:text'), `(add|put) [the] [prefix] <text:name_part> (as a prefix to|in front of|before|to the (beginning|start) of) ${ALL} ${NAMES} {place}`, `add [the|a] prefix <text:name_part> to ${WHICH}`, `prefix ${WHICH} with <text:name_part>`],
  [changing('suffix', 'text:text'), `add [the|a] suffix <text:name_part> to ${WHICH}`, `(append|add) <text:name_part> to the (names|end of the names) of ${WHICH}`],
  [changing('lower'), `rename ${WHICH} to (lowercase|lower case|small letters)`, `make ${WHICH} (lowercase|lower case)`, `lowercase ${ALL} ${NAMES} {place}`],
  [changing('upper'), `rename ${WHICH} to (uppercase|upper case|capitals)`, `make ${WHICH} (uppercase|upper case)`],
  [changing('number', 'stem:stem'), `(number|rename and number) ${WHICH} (as|with the name|starting with|using) <stem:name_part>`, `rename ${WHICH} to <stem:name_part> (with|and|followed by|plus) (a number|numbers|a running number|a counter)`],
  [fromEndingToEnding, `rename ${ALL} (<old_ending:extension>|<old_ending:glob>) [files] {place} to (<new_ending:extension>|<new_ending:glob>) [files] {place}`, `change the (extension|ending|file extension) of ${ALL} [files|files ending in] [from] (<old_ending:extension>|<old_ending:glob>) [files] {place} to <new_ending:extension> {place}`, `change the (extension|ending) [of {every} files] {place} from <old_ending:extension> to <new_ending:extension> {place}`],
  [fromNameToName, `(rename|call) [the] [file] <old_name:any_file> (to|as|into) <new_name:any_file>`],
];

const PREVIEW = '(preview|dry run|dry-run|simulate|show [me] (what would happen if you|how you would|what happens if you)|what would happen if (you|i|we)) [,]';

/** "Preview renaming" reads like "rename" with other words before it. */
function previewed([make, ...phrases]: readonly [Make, ...string[]]): Phrase[] {
  const preview: Make = (values) => {
    const made = make(values);
    return made === null ? null : { ...made, is_preview: true };
  };
  return phrasesMaking(preview, ...phrases.map((one) => `${PREVIEW} ${one.startsWith('rename ') ? `(rename|renaming) ${one.slice('rename '.length)}` : one.startsWith('replace ') ? `(replace|replacing) ${one.slice('replace '.length)}` : one}`));
}

export const renamePhrases: readonly Phrase[] = [
  ...says.flatMap(([make, ...phrases]) => phrasesMaking(make, ...phrases)),
  ...says.flatMap(previewed),
  ...phrasesAsking('How are they to be renamed? For example: replacing "IMG_" with "trip-", or to lowercase.', '', `rename ${WHICH}`),
  ...phrasesAsking('To which name?', 'to', 'rename [the] [file] <old_name:any_file>'),
];
