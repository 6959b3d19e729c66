import { z } from 'zod';
import { refsOf } from '../../work.ts';
import { quotes } from '../../evidence/quotes.ts';
import { met, unmet } from '../finding.ts';
import type { AnswerLook } from './answer-look.ts';
import { counted, repliesOf } from './calls.ts';

const Search = z.object({ matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })), total_matches: z.number(), files_searched: z.number() });
const Document = z.object({ path: z.string(), text: z.string() });
const Table = z.object({ rows: z.array(z.array(z.unknown())), table_row_count: z.number() });

/** Files and rows that are looked at again. */
const FILES_MAX = 10;
const CELLS_MAX = 50;

/** The lines that a search names stand in their files under these numbers. */
export const quotedLines: AnswerLook = async (work, ports) => {
  const search = repliesOf(work, 'search_text', Search).at(-1);
  if (search === undefined) return unmet('Nothing was searched.', 'logical');
  const refs = refsOf([search.call]);
  const paths = [...new Set(search.reply.matches.map(({ path }) => path))].slice(0, FILES_MAX);
  let looked = 0;
  for (const path of paths) {
    const lines = ((await ports.readFile(path)) ?? '').split('\n');
    for (const match of search.reply.matches.filter((one) => one.path === path)) {
      const part = match.text.replaceAll('…', '').trim();
      if (!(lines[match.line - 1] ?? '').includes(part)) return unmet(`Line ${match.line} of ${path}, read again, is not the one that was found.`, 'environmental', refs);
      looked += 1;
    }
  }
  if (paths.length === 0) return met(`Nothing was found in ${counted(search.reply.files_searched, 'file')}, so no line is quoted.`, refs);
  return met(`${counted(looked, 'line')} of ${search.reply.total_matches}, looked up again in ${counted(paths.length, 'file')}, ${looked === 1 ? 'stands' : 'stand'} where the answer says.`, refs);
};

/** Each sentence in quotation marks stands in the text that was read. */
export const quotedSentences: AnswerLook = async (work) => {
  const documents = repliesOf(work, 'extract_text', Document);
  const refs = refsOf(documents.map(({ call }) => call));
  const sentences = work.output.split('\n').flatMap((line) => (line.startsWith('- “') && line.includes('” (') ? [line.slice('- “'.length, line.lastIndexOf('” ('))] : []));
  // Marks of emphasis and code are left out of a quotation.
  const texts = documents.map(({ reply }) => reply.text.replaceAll('**', '').replaceAll('`', '').split('\n').map(withoutItemMark).join('\n'));
  const invented = sentences.find((sentence) => !texts.some((text) => quotes(sentence, text)));
  if (invented !== undefined) return unmet(`“${invented}” does not stand in what was read.`, 'logical', refs);
  return met(`${counted(sentences.length, 'sentence')}, looked up in ${counted(documents.length, 'document')}, ${sentences.length === 1 ? 'stands' : 'stand'} there word for word.`, refs);
};

function withoutItemMark(line: string): string {
  const bare = line.trim();
  return bare.startsWith('- ') || bare.startsWith('* ') || bare.startsWith('+ ') || bare.startsWith('> ') ? bare.slice(2) : bare;
}

/** The texts of the rows that are shown stand in the file itself. */
export const quotedCells: AnswerLook = async (work, ports) => {
  const table = repliesOf(work, 'query_table', Table).at(-1);
  const path = table?.call.decision.arguments['path'];
  if (table === undefined || typeof path !== 'string') return unmet('No table was read.', 'logical');
  const refs = refsOf([table.call]);
  const file = (await ports.readFile(path)) ?? '';
  const cells = table.reply.rows.flat().filter((cell): cell is string => typeof cell === 'string' && !/["\\\n]/.test(cell)).slice(0, CELLS_MAX);
  const invented = cells.find((cell) => !file.includes(cell) && !isAscii(file, cell));
  if (invented !== undefined) return unmet(`${JSON.stringify(invented)} does not stand in ${path}, read again.`, 'environmental', refs);
  return met(`${counted(cells.length, 'cell')} of text, looked up again, ${cells.length === 1 ? 'stands' : 'stand'} in ${path}.`, refs);
};

/** A file in another encoding is read by its own means; letters beyond ASCII cannot be looked up in it. */
function isAscii(file: string, cell: string): boolean {
  return (file.includes('\uFFFD') || file.includes('\0')) && [...cell].some((character) => (character.codePointAt(0) ?? 0) > 127 || file.includes('\0'));
}
