import { VISION_CONFIDENCE_MIN } from '../../../contracts/index.ts';
import { mostTelling } from '../compute/weigh-sentences.ts';
import { sentencesOf } from '../compute/extract-sentences.ts';
import { firstRows } from '../compute/markdown-table.ts';
import { counted, shownCount } from '../compute/shown-numbers.ts';
import { DOCUMENTS_MAX, LISTED_ROWS_MAX, QUOTED_LINE_CHARS_MAX } from '../limits.ts';
import { DocumentReply, GlobReply, OcrReply, SearchReply } from './tool-outputs.ts';
import type { WorkerHands, Workers } from './worker.ts';

interface Found {
  readonly matches: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  readonly total: number;
  readonly files: number;
  readonly searched: number;
  readonly limitations: readonly string[];
  readonly call: number;
}

async function search(given: { readonly pattern: string; readonly path: string; readonly literal: boolean; readonly ignore_case: boolean; readonly glob?: string | undefined }, hands: WorkerHands): Promise<Found> {
  const { glob, ...rest } = given;
  const { output } = await hands.call('search_text', { ...rest, ...(glob !== undefined && { glob, glob_ignore_case: true }) });
  const { matches, total_matches: total, files_with_matches: files, files_searched: searched, left_out: left } = SearchReply.parse(output);
  const limitations = [
    ...(total > matches.length ? [`${shownCount(total - matches.length)} of the lines are counted but not listed.`] : []),
    ...(left.sensitive_paths.length > 0 ? [`Not read, as ${left.sensitive_paths.length === 1 ? 'it' : 'they'} may hold secrets: ${left.sensitive_paths.slice(0, 3).join(', ')}${left.sensitive_paths.length > 3 ? ` and ${left.sensitive_paths.length - 3} more` : ''}.`] : []),
    ...(left.too_large_paths.length > 0 ? [`Too large to be read: ${left.too_large_paths.slice(0, 3).join(', ')}${left.too_large_paths.length > 3 ? ` and ${left.too_large_paths.length - 3} more` : ''}.`] : []),
    ...(left.is_walk_cut ? ['The folder has more entries than one look takes in.'] : []),
    ...(left.passed_over_folders.length > 0 ? [`Not looked into: ${left.passed_over_folders.slice(0, 3).join(', ')}.`] : []),
  ];
  return { matches, total, files, searched, limitations, call: hands.calls() };
}

function place({ path }: { readonly path: string }): string {
  return path === '.' ? 'this folder' : path;
}

function quoted(line: string): string {
  const text = line.trim();
  return text.length <= QUOTED_LINE_CHARS_MAX ? text : `${text.slice(0, QUOTED_LINE_CHARS_MAX)}…`;
}

/** A mark as a word of its own, so that "TODOS" in a name is none. */
function markPattern(marks: readonly string[]): string {
  return `\\b(${marks.join('|')})\\b`;
}

export const textWorkers: Pick<Workers, 'search_text' | 'count_matches' | 'collect_marks' | 'summarise' | 'read_image'> = {
  async search_text({ kind: _kind, ...task }, hands) {
    const { matches, total, files, searched, limitations, call } = await search(task, hands);
    const { shown, note } = firstRows(matches, LISTED_ROWS_MAX);
    return {
      answer: total === 0 ? `Nothing in ${counted(searched, 'file')} of ${place(task)} matches ${JSON.stringify(task.pattern)}.` : `${counted(total, 'line')} in ${counted(files, 'file')} of ${place(task)} ${total === 1 ? 'matches' : 'match'} ${JSON.stringify(task.pattern)}.`,
      details: [...shown.map(({ path, line, text }) => `- ${path}:${line}: ${quoted(text)}`), ...note],
      how: 'search_text looked through the files.',
      numbers: [{ name: 'lines that match', value: total, unit: null, call }],
      limitations,
    };
  },

  async count_matches(task, hands) {
    const { matches, total, files, searched, limitations, call } = await search({ pattern: task.text, path: task.path, literal: true, ignore_case: false, glob: task.glob }, hands);
    const byFile = new Map<string, number>();
    for (const { path } of matches) byFile.set(path, (byFile.get(path) ?? 0) + 1);
    const { shown, note } = firstRows([...byFile].toSorted(([, left], [, right]) => right - left), LISTED_ROWS_MAX);
    return {
      answer: `${counted(total, 'line')} in ${counted(files, 'file')} of ${place(task)} ${total === 1 ? 'contains' : 'contain'} ${JSON.stringify(task.text)}; ${counted(searched, 'file')} were searched.`,
      details: [...shown.map(([path, lines]) => `- ${path}: ${counted(lines, 'line')}`), ...note],
      how: 'search_text counted the lines, exactly as written and with regard to case.',
      numbers: [{ name: `lines with ${task.text}`, value: total, unit: null, call }],
      limitations: [...limitations, 'A line that contains it twice counts once.'],
    };
  },

  async collect_marks(task, hands) {
    const { matches, total, files, limitations, call } = await search({ pattern: markPattern(task.marks), path: task.path, literal: false, ignore_case: false, glob: task.glob }, hands);
    const counts = task.marks.map((mark) => ({ mark, count: matches.filter(({ text }) => text.includes(mark)).length }));
    return {
      answer: total === 0 ? `There is no ${task.marks.join(' or ')} in ${place(task)}.` : `${counted(total, 'line')} in ${counted(files, 'file')} of ${place(task)}${task.marks.length > 1 && total === matches.length ? `: ${counts.map(({ mark, count }) => `${shownCount(count)} ${mark}`).join(', ')}` : ` with ${task.marks.join(' or ')}`}.`,
      details: matches.map(({ path, line, text }) => `- ${path}:${line}: ${quoted(text)}`),
      how: 'search_text looked for the marks as words of their own, in capitals.',
      numbers: [{ name: `lines with ${task.marks.join(' or ')}`, value: total, unit: null, call }],
      limitations,
    };
  },

  async summarise(task, hands) {
    const paths = task.file === undefined ? await documents(task.path, task.pattern ?? '*', hands) : { shown: [task.file], left: 0 };
    if (paths.shown.length === 0) return { answer: `There are no documents ${task.pattern ?? ''} in ${place(task)}.`, details: [], how: 'no document was read.', isDone: false };
    const details: string[] = [];
    const notes: string[] = [];
    let taken = 0;
    for (const path of paths.shown) {
      const { output } = await hands.call('extract_text', { path });
      const document = DocumentReply.parse(output);
      const sentences = sentencesOf(document.text);
      const told = mostTelling(sentences, task.sentences);
      taken += told.length;
      details.push(`## ${document.title === '' ? path : `${document.title} (${path})`}`, ...(told.length === 0 ? ['It holds no whole sentences.'] : told.map(({ text, line, under }) => `- “${text}” (${[...(under === null ? [] : [under]), ...(under?.startsWith('page ') === true ? [] : [`line ${line}`])].join(', ')})`)));
      if (document.cut_chars > 0) notes.push(`The end of ${path} was not read: ${shownCount(document.cut_chars)} characters.`);
      if (document.pages !== null && document.pages.empty > 0) notes.push(`${counted(document.pages.empty, 'page')} of ${path} hold no text; they may be scans.`);
      notes.push(`${path}: ${told.length} of ${counted(sentences.length, 'sentence')}.`);
    }
    return {
      answer: `An extractive summary: ${counted(taken, 'sentence')}, quoted word for word from ${paths.shown.length === 1 ? (paths.shown[0] ?? '') : counted(paths.shown.length, 'document')}, in the order in which they stand there.`,
      details,
      how: 'extractive summary; sentences were weighed by how often their words occur, and nothing was put into other words.',
      limitations: [...notes, ...(paths.left > 0 ? [`${counted(paths.left, 'document')} more were left out.`] : []), 'Sentences that are seldom repeated but matter may be missing; line numbers are those of the extracted text.'],
      numbers: [{ name: 'sentences quoted', value: taken, unit: null, call: hands.calls() }],
    };
  },

  async read_image(task, hands) {
    const { output } = await hands.call('ocr_extract', { image_path: task.file, ...(task.language !== undefined && { language: task.language }) });
    const { text, confidence } = OcrReply.parse(output);
    return {
      answer: text.trim() === '' ? `No text was found in ${task.file}.` : `The text in ${task.file}, read with a confidence of ${Math.round(confidence * 100)} %:`,
      details: text.trim() === '' ? [] : [text.trim()],
      how: 'characters were recognised by ocr_extract; single letters may be wrong.',
      limitations: ['Recognised letters can be wrong, most of all in small or blurred print.'],
      artifacts: [
        { type: 'OCRText', content: { image: task.file, image_sha256: null, confidence, text, language: task.language ?? 'eng', page: null } },
        ...(confidence >= VISION_CONFIDENCE_MIN ? [] : [{ type: 'VisionAnalysis', content: { image: task.file, image_sha256: null, confidence, description: 'Text was recognised, with little confidence.', observations: [], next_step: 'Use a larger or sharper picture of the same page.' } }]),
      ],
    };
  },
};

async function documents(path: string, pattern: string, hands: WorkerHands): Promise<{ readonly shown: readonly string[]; readonly left: number }> {
  const { output } = await hands.call('glob', { path, pattern, ignore_case: true });
  const { paths, total_matches: total } = GlobReply.parse(output);
  const shown = paths.slice(0, DOCUMENTS_MAX);
  return { shown, left: total - shown.length };
}
