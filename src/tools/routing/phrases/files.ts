import type { Phrase } from '../grammar/phrase-reader.ts';

const READ = '({show}|cat|[{want}] read [me]|[{want}] open [up]|dump|pull up|bring up|type|less|more)';
const WHOLE = '[full|whole|entire|complete|raw|current|exact]';
const CONTENT = '(contents|content|text|source|source code|code|file contents)';
const FILE = '(<path:file> [file]|[the|my|our] file [called|named|at] <path:named_file>|(the|my|our) <path:file> [file])';

export const readFilePhrases: readonly Phrase[] = [
  { says: `${READ} [the|all the] ${WHOLE} ${CONTENT} (of|from|in|inside|for) ${FILE}` },
  { says: `${READ} ([the] ${WHOLE} <path:file> [file]|${FILE}) [out|to me|contents]` },
  { says: `cat <path:named_file>` },
  { says: `{what_is} (in|inside|the ${CONTENT} of|written in|in the ${CONTENT} of) ${FILE}` },
  { says: `what does ${FILE} (contain|say|look like)` },
];

const ENTRIES = '(files|contents|content|entries|items|files and (folders|directories|subfolders|subdirectories)|folders and files|directories and files|everything|files and dirs)';
const LIST = '(list [out]|{show}|enumerate)';
const FOLDER = '({folder_shown}|<path:folder_name>|<path:known_folder>|{this_folder})';

export const listDirectoryPhrases: readonly Phrase[] = [
  { says: `(ls|dir) [<path:folder>|<path:folder_name>|<path:known_folder>]`, means: { path: '.' } },
  { says: `{run} ls [(on|in) ${FOLDER}]`, means: { path: '.' } },
  { says: `${LIST} [all [of]] {the} ${ENTRIES} [that are|there are] [{in} ${FOLDER}|here]`, means: { path: '.' } },
  { says: `${LIST} [a|the] (directory|folder) (listing|contents|content) [(of|for|in) ${FOLDER}]`, means: { path: '.' } },
  { says: `${LIST} [a|the] listing (of|for) ${FOLDER}`, means: { path: '.' } },
  { says: `list [the] [contents of] ({folder_shown}|{this_folder})`, means: { path: '.' } },
  { says: `(what|which) (files|files and folders|files and directories) (are|exist|live) [there] (in|inside|under) ${FOLDER}`, means: { path: '.' } },
  { says: `(what|which) files (does|do) ${FOLDER} (contain|have)`, means: { path: '.' } },
  { says: `({what_is}|list what's|list what is|see what's) [there] (in|inside) ({folder_shown}|<path:known_folder>|{this_folder})`, means: { path: '.' } },
  { says: `what does ({folder_shown}|{this_folder}) contain`, means: { path: '.' } },
  { says: '{what_is} the contents of ({folder_shown}|{this_folder})', means: { path: '.' } },
];
