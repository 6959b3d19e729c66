import { wordsOf } from './compute/extract-sentences.ts';

/** What is done without a model, each with one way to say it. The documentation lists the same. */
export const CAN_DO: readonly { readonly what: string; readonly example: string; /** Other words for it. */ readonly also?: string }[] = [
  { also: 'folder big large old new', what: 'find files by name, kind, size or age', example: 'find all images larger than 2 MB' },
  { also: 'grep look word mention contains where', what: 'search for text', example: 'search for "deadline" in docs' },
  { what: 'count files, lines, words or matches', example: 'count lines of code by language' },
  { what: 'collect TODO and FIXME comments', example: 'count the TODOs and write them to todo.md' },
  { what: 'show what takes up space, and files that are there twice', example: 'find duplicate files in photos' },
  { also: 'commit branch author history diff who', what: 'answer questions about a Git repository', example: 'what changed since yesterday?' },
  { also: 'fix bug test failing', what: 'run the tests and say what failed', example: 'run the tests and tell me what failed' },
  { what: 'convert and resize images', example: 'convert all png images in photos to webp' },
  { what: 'read the text in an image', example: 'read the text in scan.png' },
  { also: 'summarize summary explain read translate article letter pdf markdown docx review', what: 'quote the most important sentences of a document', example: 'summarise report.pdf in 5 sentences' },
  { also: 'table plot graph analyse analyze average total column spreadsheet data median correlation percent', what: 'make tables and charts from CSV and JSON', example: 'draw a bar chart of revenue by region from sales.csv' },
  { what: 'rename files by a rule, after you saw the list', example: 'replace "IMG_" with "trip-" in the names of all images in photos' },
];

export const ADD_A_MODEL = 'To add a model: `keelson models`.';

/** Where all of it is listed, with more ways to say it. */
const LISTED_IN = 'docs/offline.md';
/** More would be a list that nobody reads. */
const NEAREST_MAX = 2;
const REQUEST_SHOWN_CHARS_MAX = 100;

/** Why a request was not read, in the person's own words, and what comes nearest to it. */
export function unread(request: string): string {
  const shown = request.length <= REQUEST_SHOWN_CHARS_MAX ? request : `${request.slice(0, REQUEST_SHOWN_CHARS_MAX).toWellFormed()}…`;
  const near = nearestTo(request);
  const ways = (near.length === 0 ? CAN_DO.slice(0, NEAREST_MAX) : near).map(({ what, example }) => `${what} (“${example}”)`).join(', or ');
  return `“${shown}” takes a model to understand; without one I do what I can read word for word. ${near.length === 0 ? 'For example I can' : 'The nearest that I can do is to'} ${ways}. All that can be asked is in ${LISTED_IN}. ${ADD_A_MODEL}`;
}

/** By the words that both have; small words count for nothing. */
function nearestTo(request: string): typeof CAN_DO {
  const said = new Set(wordsOf(request).map(stem).filter((word) => !SMALL_WORDS.has(word)));
  const weighed = CAN_DO.map((one) => ({ one, shared: new Set(wordsOf(`${one.what} ${one.example} ${one.also ?? ''}`).map(stem).filter((word) => said.has(word))).size }));
  return weighed.filter(({ shared }) => shared > 0).toSorted((left, right) => right.shared - left.shared).slice(0, NEAREST_MAX).map(({ one }) => one);
}

/** One word for "counting", "counts" and "count". */
function stem(word: string): string {
  const ending = ['ing', 'es', 's', 'ed', 'e'].find((one) => word.length > one.length + 3 && word.endsWith(one)) ?? '';
  return word.slice(0, word.length - ending.length);
}

const SMALL_WORDS = new Set(['a', 'all', 'an', 'and', 'are', 'as', 'by', 'can', 'do', 'for', 'from', 'get', 'how', 'i', 'in', 'is', 'it', 'larger', 'make', 'mb', 'me', 'my', 'of', 'on', 'or', 'pleas', 'say', 'show', 'tell', 'than', 'that', 'the', 'them', 'ther', 'this', 'to', 'up', 'what', 'which', 'with', 'you', 'your', 'writ', 'most', 'about', 'rul']);

/** The line that ends every result. */
export function madeWithoutModel(how: string): string {
  return `Made without a model: ${how}`;
}
