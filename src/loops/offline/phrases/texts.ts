import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../../../tools/index.ts';
import { phrasesAsking, phrasesMaking, phrasesOf } from './offline-phrase.ts';

const COLLECT = '({find}|collect|gather|list|count|pull out|extract|how many|what are|which are|{what_is}|make a list of|give me a list of|give me|a list of|write a list of|write down|compile)';
const COMMENTS = '[comments|comment|marks|markers|items|notes|annotations|lines]';

function marks(values: JsonObject): JsonObject {
  const { first, second, third, ...rest } = values;
  return { kind: 'collect_marks', ...rest, marks: [first, second, third].filter((one) => one !== undefined) };
}

const AND = '(and|or|,|/|, and) [the|all] [the]';

export const collectMarksPhrases: readonly Phrase[] = [
  ...phrasesMaking(marks, `${COLLECT} [every|all|all of|any] [the|my|our] [open|remaining] <first:mark> [${AND} <second:mark>] [${AND} <third:mark>] ${COMMENTS} {there} [left] [{in} {every} <glob:kind> files] {place}`),
  ...phrasesMaking(marks, `(what|which|where) <first:mark> [and <second:mark>] ${COMMENTS} (are|is) [there|left|open] [in] {place}`, `where are {every} <first:mark> [and <second:mark>] ${COMMENTS} {place}`),
];

const DOCUMENT = '([the|this|my|our] [file|document|pdf|report|paper|page|article|letter|contract] [called|named] <file:document_file> [document|file])';
const SUMMARISE = '([{want}] (summarise|summarize|sum up|condense|tl;dr|shorten)|[{show}|give me|make|write|create|i (need|want)] [a|an|the] [short|brief|quick|extractive|<sentences:number> sentence] summary (of|for)|{what_is} the (gist|essence|key points|main points|key sentences|most important sentences) (of|in))';
const LENGTH = '[(in|with|as|to|using|into) [about|at most|just|only] [the] <sentences:number> [most important|key] (sentences|sentence|points|lines)]';

export const summarisePhrases: readonly Phrase[] = [
  ...phrasesOf('summarise', {}, `${SUMMARISE} ${DOCUMENT} ${LENGTH}`, `{what_is} ${DOCUMENT} about`, `(extract|show me|give me|pull out) [the] <sentences:number> (most important|key) sentences (of|from|in) ${DOCUMENT}`, `(extract|show me|give me|pull out) [the] (most important|key) sentences (of|from|in) ${DOCUMENT}`),
  ...phrasesOf('summarise', { pattern: '*.{pdf,docx,html,htm,md,txt}' }, `${SUMMARISE} {every} (documents|docs|texts) {place_said} ${LENGTH}`),
  ...phrasesOf('summarise', {}, `${SUMMARISE} {every} <pattern:kind> [files|documents] {place} ${LENGTH}`),
  ...phrasesAsking('Which document? Name one file, such as report.pdf.', '', 'summarise', 'summarize', '(summarise|summarize) (the|this|a|my) (document|file|pdf|report|text)', 'give me a summary', 'make a summary'),
];

const PICTURE = '([the|this|my|a] [image|photo|picture|img|screenshot|scan|file] [at|called|named|file] <file:image> [image|file])';

export const readImagePhrases: readonly Phrase[] = [
  ...phrasesOf('read_image', {}, `what does ${PICTURE} say`, `read ${PICTURE} [with ocr]`, `{what_is} written (in|on) ${PICTURE}`),
  ...phrasesAsking('Which picture? Name one file, such as scan.png.', '', '[do|run] ocr', '(read|extract|get) the text (from|in|of|out of) (the|this|a|my) (image|picture|photo|screenshot|scan)'),
];
