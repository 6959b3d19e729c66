/** What is done without a model, each with one way to say it. The documentation lists the same. */
export const CAN_DO: readonly { readonly what: string; readonly example: string }[] = [
  { what: 'find files by name, kind, size or age', example: 'find all images larger than 2 MB' },
  { what: 'search for text', example: 'search for "deadline" in docs' },
  { what: 'count files, lines, words or matches', example: 'count lines of code by language' },
  { what: 'collect TODO and FIXME comments', example: 'count the TODOs and write them to todo.md' },
  { what: 'show what takes up space, and files that are there twice', example: 'find duplicate files in photos' },
  { what: 'answer questions about a Git repository', example: 'what changed since yesterday?' },
  { what: 'run the tests and say what failed', example: 'run the tests and tell me what failed' },
  { what: 'convert and resize images', example: 'convert all png images in photos to webp' },
  { what: 'read the text in an image', example: 'read the text in scan.png' },
  { what: 'quote the most important sentences of a document', example: 'summarise report.pdf in 5 sentences' },
  { what: 'make tables and charts from CSV and JSON', example: 'draw a bar chart of revenue by region from sales.csv' },
  { what: 'rename files by a rule, after you saw the list', example: 'replace "IMG_" with "trip-" in the names of all images in photos' },
];

export const ADD_A_MODEL = 'For everything else a model is needed: `keelson models` shows which are there and how to add one.';

export const UNREAD = 'Without a model I do only what I can read word for word, and this is none of it.';

/** The line that ends every result. */
export function madeWithoutModel(how: string): string {
  return `Made without a model: ${how}`;
}
