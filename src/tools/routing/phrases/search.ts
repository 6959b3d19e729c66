import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../grammar/phrase-reader.ts';

const ALL = '[all|every|any|all of|all the|the] [the]';
const MATCHING = '(matching|that match|which match|with the pattern|matching the (pattern|glob)|by [the] (pattern|glob))';
const FILES = '(files|file|paths)';
const IN_FOLDER = '{in} ({folder_shown}|<path:folder_name>)';
const IN_REPO = '{in} {this_repo}';

/** A name or an extension below a folder, at any depth. */
function anywhereBelow(values: JsonObject): JsonObject {
  const { path, name, extension } = values;
  const folder = typeof path === 'string' && path !== '.' ? (path.endsWith('/') ? path : `${path}/`) : '';
  return { pattern: `${folder}**/${typeof extension === 'string' ? `*${extension}` : String(name)}` };
}

export const globPhrases: readonly Phrase[] = [
  { says: `glob [for] [${FILES}] [${MATCHING}] <pattern:glob>` },
  { says: `{find} ${ALL} ${FILES} ${MATCHING} [the] [pattern|glob] <pattern:glob> [${IN_REPO}]` },
  { says: `(which|what) ${FILES} (match|are there matching) <pattern:glob>` },
  { says: `{find} ${ALL} <pattern:glob> [${FILES}] [${IN_REPO}]` },
  { says: `{find} ${ALL} <extension:extension> ${FILES} [${IN_FOLDER}|${IN_REPO}]`, means: anywhereBelow },
  { says: `{find} ${ALL} ${FILES} (ending in|ending with|that end in|that end with|with [the] extension|with the file extension) <extension:extension> [${IN_FOLDER}|${IN_REPO}]`, means: anywhereBelow },
  { says: `(find|locate|look for|search for) ${ALL} ${FILES} (named|called|with the name) <name:any_file> [${IN_FOLDER}|${IN_REPO}]`, means: anywhereBelow },
];

const WITHIN = '(in|inside|within|under|from|across|throughout|below)';
const IN_PLACE = `${WITHIN} ([the|my|our] <path:place> [{folder_word}|file]|[the|my|our] ({folder_word}|file) [called|named] <path:place>|<path:folder> [{folder_word}])`;
const IN_SHOWN_PLACE = `${WITHIN} ({folder_shown}|[the] (<path:any_file>|<path:known_folder>) [file])`;
const EVERYWHERE = `(${WITHIN} {this_repo}|${WITHIN} (the|my|our|all|all the) (code|source|source code|files|source files|code files)|here|everywhere|anywhere)`;
const KIND_WORD = '(text|string|word|phrase|term|symbol|identifier|literal)';
const KIND = `[[the] ${KIND_WORD}]`;
const SEEK = '(search for|look for|find|grep for|grep|look up|locate|find me)';
const HITS = '(occurrences|occurences|mentions|instances|uses|usages|references|appearances|matches|places)';
const MANY = '[all|every|any|all of|all the|the|each] [the]';

const REGEX_WORD = '(pattern|regex|regexp|regular expression)';
const REGEX_SIGNS = /[\\^$|?*+()[\]{}]/;

/** The tool takes a pattern; what people look for is text, unless they say that it is a pattern. */
function asText(values: JsonObject): JsonObject {
  return typeof values['pattern'] === 'string' && REGEX_SIGNS.test(values['pattern']) ? { ...values, literal: true } : values;
}

const textPhrases: readonly string[] = [
  `(grep|grep for|grep -r|grep -rn|grep -n) ${KIND} <pattern:sought> [${IN_PLACE}|${EVERYWHERE}|<path:folder>|<path:any_file>|<path:known_folder>]`,
  // Two plain words are as likely "jobs in London": one of them has to show that files are meant.
  `search for <pattern:sought> (${IN_SHOWN_PLACE}|${EVERYWHERE})`,
  `search for <pattern:identifier> ${IN_PLACE}`,
  `${SEEK} ${MANY} (<pattern:quoted>|${KIND_WORD} <pattern:sought>) (${IN_PLACE}|${EVERYWHERE})`,
  `${SEEK} ${MANY} ${KIND_WORD} <pattern:sought>`,
  `${SEEK} ${MANY} <pattern:identifier> [comments|comment|markers|s] [${IN_PLACE}|${EVERYWHERE}]`,
  `(${SEEK}|list|{show}) ${MANY} (occurrence|occurrences|mention|mentions|instance|instances|usage|usages|use|uses|reference|references|match|matches|appearance|appearances) (of|to|for) ${KIND} <pattern:sought> [${IN_PLACE}|${EVERYWHERE}]`,
  `(search|grep|scan) (<path:place>|[the] <path:place> {folder_word}|[the|my] {folder_word} <path:place>) for ${MANY} [${HITS} of] ${KIND} <pattern:sought>`,
  `(search|grep|scan|look) [through|in|inside] ({this_repo}|(the|my|our|all|all the) (code|source|source code|files|source files)) for ${MANY} [${HITS} of] ${KIND} <pattern:sought>`,
  `(where|in which files|which files|what files) (is|are|do we use|do we mention|mention|mentions|contain|contains|use|uses|reference|references) ${KIND} <pattern:identifier> [used|mentioned|referenced|called] [${IN_PLACE}|${EVERYWHERE}]`,
  `(which|what) files (in [the] <path:place> [{folder_word}]|{in} {this_repo}) (mention|contain|use|reference) ${KIND} <pattern:sought>`,
  `(which|what|find|list|find all|list all|show me|show me all|find every) files (mentioning|containing|that contain|that mention|with|contain|mention) ${KIND} (<pattern:quoted>|<pattern:identifier>) [${IN_PLACE}|${EVERYWHERE}]`,
];

export const searchTextPhrases: readonly Phrase[] = [
  ...textPhrases.map((says) => ({ says, means: asText })),
  { says: `(grep for|grep|search for|find|look for) [the] ${REGEX_WORD} <pattern:quoted> [${IN_PLACE}|${EVERYWHERE}]` },
  { says: `(search|grep|scan) (<path:place>|{this_repo}|(the|my|our|all|all the) (code|source|source code|files|source files)) for [the] ${REGEX_WORD} <pattern:quoted>` },
];
