import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../../../tools/index.ts';
import { onlyFile, phrasesMaking, phrasesOf, textValue } from './offline-phrase.ts';

const LIST = '({find}|list [out]|tell me|which are|what are|{what_is}|collect|gather)';
const NAMED = '(named|called|with [the] name)';

/** Names with a part in common, as a pattern. */
function withNamePart(values: JsonObject): JsonObject {
  const { name_part: part, pattern, ...rest } = values;
  const ending = typeof pattern === 'string' && pattern.startsWith('*.') ? pattern.slice(1) : '*';
  return { kind: 'find_files', ...rest, pattern: `*${String(part)}*${ending === '*' ? '' : ending}` };
}

function withName(values: JsonObject): JsonObject {
  const { name, pattern: _any, ...rest } = values;
  return { kind: 'find_files', ...rest, pattern: String(name) };
}

export const findFilesPhrases: readonly Phrase[] = [
  ...phrasesOf(
    'find_files',
    {},
    `(${LIST}|which|what) {every} {files} {there} {place} {condition} [and {condition}]`,
    `(${LIST}|which|what) {every} {files} {condition} [and {condition}] {place_said}`,
    `{find} {every} <pattern:kind> [files|file|documents] {place}`,
    `(which|what) <pattern:kind> files {there} {place}`,
    `(where are|do we have [any]|do i have [any]|are there [any]) {every} <pattern:kind> [files|documents] {place}`,
  ),
  ...phrasesMaking(withNamePart, `${LIST} {every} {files} (whose (name|names) (contains|contain|has|have|includes|include)|with <name_part:name_part> in (the|their) (name|names)|(containing|with) <name_part:name_part> in (the|their) (name|names)) [<name_part:name_part>] {place}`),
  ...phrasesMaking(withName, `(find|locate|look for|search for|where is|where are) {every} [files|file] ${NAMED} <name:any_file> {place}`, `where is [the] [file] <name:any_file>`),
];

const COUNTING = '(how many|count [up] [how many]|{what_is} the number of|[tell me] the number of|tell me how many|give me the number of|number of)';

export const countFilesPhrases: readonly Phrase[] = [
  ...phrasesOf('count_files', {}, `${COUNTING} {every} {files} {there} {place} {conditions} {place}`),
  ...phrasesOf('count_files', { by: 'kind' }, `${COUNTING} {every} files {there} {place} {by} [file] (kind|type|extension|ending|language) {place}`, `(how many|which) (kinds|types) of files {there} {place}`),
  ...phrasesOf('count_files', { by: 'folder' }, `${COUNTING} {every} {files} {there} {place} {by} (folder|directory|subfolder) {place}`),
];

const MUCH = `(how many|count [up] [how many]|{what_is} the number of|[tell me] the number of|tell me how many|number of) {every}`;
const OF_CODE = '[of (<pattern:kind> [code]|text)]';

function inOneFile(what: string): (values: JsonObject) => JsonObject {
  return (values) => ({ kind: 'count_in_files', what, by: 'none', ...onlyFile(textValue(values, 'file') ?? '.') });
}

const countInFiles = (['lines', 'words', 'characters'] as const).flatMap((what) => {
  const said = what === 'lines' ? `lines ${OF_CODE}` : what === 'characters' ? '(characters|letters|chars)' : 'words';
  return [
    ...phrasesMaking(inOneFile(what), `${MUCH} ${said} {there} {in} [the] [file] <file:file>`, `${MUCH} ${said} (does|has) [the] [file] <file:file> [have]`),
    ...phrasesOf('count_in_files', { what }, `${MUCH} ${said} {there} {place}`, `${MUCH} ${said} {there} {in} {every} {files} {place}`, `${MUCH} <pattern:kind> ${said} {there} {place}`),
    ...phrasesOf('count_in_files', { what, by: 'kind' }, `${MUCH} ${said} {there} {place} {by} [file] (kind|type|extension|language|ending) {place}`),
    ...phrasesOf('count_in_files', { what, by: 'folder' }, `${MUCH} ${said} {there} {place} {by} (folder|directory) {place}`),
    ...phrasesOf('count_in_files', { what, by: 'file' }, `${MUCH} ${said} {there} [{in} {every} {files}] {place} {by} file {place}`, `${MUCH} ${said} {there} {in} (each|every) <pattern:kind> file {place}`),
  ];
});

/** "How long is README.md?" is asked of lines. */
export const countInFilesPhrases: readonly Phrase[] = [...countInFiles, ...phrasesMaking(inOneFile('lines'), 'how long is [the] [file] <file:file>')];

const SOUGHT = '([the] [word|text|string|phrase|term] (<text:quoted>|<text:identifier>)|[the] (word|text|string|phrase|term) <text:sought>)';

export const countMatchesPhrases: readonly Phrase[] = phrasesOf(
  'count_matches',
  {},
  `how (often|many times) (does|is|do we|do i) ${SOUGHT} [appear|occur|used|mentioned|use|mention|come up] {place}`,
  `(count|{what_is} the number of|how many) {every} (occurrences|mentions|uses|usages|matches|instances|lines) (of|for|containing|with|that (contain|mention)) ${SOUGHT} {there} {place}`,
  `how many lines (contain|mention|have|match) ${SOUGHT} {place}`,
);

const BIGGEST = '(largest|biggest|heaviest|longest)';
const MOST_RECENT = '(newest|latest|most recent|most recently (changed|modified|edited)|last (changed|modified|edited)|recently (changed|modified|edited))';
const RANKED: readonly (readonly [order: string, said: string])[] = [
  ['largest', BIGGEST],
  ['smallest', '(smallest|tiniest)'],
  ['newest', MOST_RECENT],
  ['oldest', '(oldest|least recently (changed|modified|edited))'],
];

export const rankedFilesPhrases: readonly Phrase[] = RANKED.flatMap(([order, said]) => [
  ...phrasesOf('find_files', { order }, `[${LIST}|which are|which|what] [me] [the|my|our] [top] [<limit:number>] ${said} [<limit:number>] {many_files} {there} {place}`, `which {many_files} are [the] ${said} {place}`),
  ...phrasesOf('find_files', { order, limit: 1 }, `([${LIST}|which|what] [is] the ${said} (file|<pattern:kind> file|<pattern:kind_one>) {place}|(which|what) (file|<pattern:kind> file|<pattern:kind_one>) is [the] ${said} {place})`),
]);

const SPACE = '(space|disk space|room|storage)';

export const diskUsagePhrases: readonly Phrase[] = phrasesOf(
  'disk_usage',
  {},
  '[show [me]|{what_is}|check] [the] disk usage {place}',
  '[show [me]|{what_is}|check] [the] disk usage (by|per|of each|of every) (folder|directory) {place}',
  `how (big|large|heavy) (is|are) ({folder_shown}|<path:known_folder>|{this_folder})`,
  `how much ${SPACE} (does|do|is) ({folder_shown}|<path:known_folder>|<path:folder_name>|{this_folder}|each folder|every folder|each directory|the folders) (use|take|take up|need|occupy|using|taking|taking up)`,
  `how much ${SPACE} (is used|is taken|do we use|do i use) {place}`,
  `(what|which (folders|folder|directories|files and folders)) (takes up|take up|takes|take|uses|use|is using|are using|eats|eat) [up] [the most|most of|so much] [the] ${SPACE} {place}`,
  `([${LIST}|which are|what are] [the] ${BIGGEST} (folders|directories|subfolders)|which (folders|directories) are [the] ${BIGGEST}) {place}`,
  `(show|list) [me] [the] (folders|directories) by size {place}`,
  `where (did|does|is) [all] my ${SPACE} (go|gone) {place}`,
  'du [-sh] [<path:folder>|<path:known_folder>]',
);

export const duplicatesPhrases: readonly Phrase[] = phrasesOf(
  'find_duplicates',
  {},
  `({find}|are there|do we have|do i have|check for|check whether there are) {every} (duplicate|duplicated|identical) {files} {place}`,
  `({find}|are there|check for) {every} duplicates {place}`,
  `(which|what) {files} (are|is) (duplicates|duplicated|identical|the same|exact copies|copies of each other) {place}`,
  `({find}|are there) {every} {files} (with|that have) (the same|identical) (content|contents) {place}`,
);
