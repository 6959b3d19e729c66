import { phraseReader, type RequestReader } from '../grammar/phrase-reader.ts';
import { outlineCodePhrases } from './code.ts';
import { evaluatePhrases, sqlQueryPhrases } from './data.ts';
import { extractTextPhrases, ocrExtractPhrases, resizeImagePhrases } from './documents.ts';
import { listDirectoryPhrases, readFilePhrases } from './files.ts';
import { gitBlamePhrases, gitDiffPhrases, gitLogPhrases, gitStatusPhrases } from './git.ts';
import { globPhrases, searchTextPhrases } from './search.ts';
import { runTestsPhrases } from './tests.ts';
import { httpFetchPhrases, webSearchPhrases } from './web.ts';

/** How requests in plain words are read for the built-in tools, which need not know of it. */
export const readersByToolId: ReadonlyMap<string, RequestReader> = new Map([
  ['git_status', phraseReader(gitStatusPhrases)],
  ['git_diff', phraseReader(gitDiffPhrases)],
  ['git_log', phraseReader(gitLogPhrases)],
  ['git_blame', phraseReader(gitBlamePhrases)],
  ['run_tests', phraseReader(runTestsPhrases)],
  ['read_file', phraseReader(readFilePhrases)],
  ['list_directory', phraseReader(listDirectoryPhrases)],
  ['glob', phraseReader(globPhrases)],
  ['search_text', phraseReader(searchTextPhrases)],
  ['resize_image', phraseReader(resizeImagePhrases)],
  ['ocr_extract', phraseReader(ocrExtractPhrases)],
  ['extract_text', phraseReader(extractTextPhrases)],
  ['outline_code', phraseReader(outlineCodePhrases)],
  ['sql_query', phraseReader(sqlQueryPhrases)],
  ['http_fetch', phraseReader(httpFetchPhrases)],
  ['web_search', phraseReader(webSearchPhrases)],
  ['evaluate', phraseReader(evaluatePhrases)],
]);
