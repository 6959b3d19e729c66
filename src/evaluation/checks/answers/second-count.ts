import { z } from 'zod';
import { met, unmet } from '../finding.ts';
import { refsOf } from '../../work.ts';
import type { AnswerLook } from './answer-look.ts';
import { counted, repliesOf } from './calls.ts';

const Survey = z.object({
  files: z.array(z.object({ path: z.string(), text: z.object({ lines: z.number(), words: z.number() }).nullable() })),
  total_files: z.number(),
  left_out: z.object({ links: z.array(z.string()) }),
});
const Found = z.object({ paths: z.array(z.string()), total_matches: z.number() });

/** Files that are read again to count in them. */
const READ_AGAIN_MAX = 3;

/** One tool measured the files; another has to find the same ones, and what was counted in some of them has to be there. */
export const secondCount: AnswerLook = async (work, ports) => {
  const [survey, found] = [repliesOf(work, 'survey_files', Survey).at(-1), repliesOf(work, 'glob', Found).at(-1)];
  if (survey === undefined || found === undefined) return unmet('The files were not counted in two ways.', 'logical');
  const refs = refsOf([survey.call, found.call]);
  const { files, total_files: total, left_out: left } = survey.reply;
  const measured = new Set([...files.map(({ path }) => path), ...left.links]);
  const missed = found.reply.paths.find((path) => !measured.has(path));
  if (found.reply.total_matches !== total + left.links.length || (missed !== undefined && files.length === total)) {
    return unmet(`survey_files measured ${counted(total, 'file')}, and glob found ${found.reply.total_matches - left.links.length}${missed === undefined ? '' : `, among them ${missed}`}.`, 'environmental', refs);
  }
  const texts = files.filter(({ text }) => text !== null).toSorted((left, right) => (right.text?.lines ?? 0) - (left.text?.lines ?? 0)).slice(0, READ_AGAIN_MAX);
  for (const { path, text } of texts) {
    const [lines, words] = sizeOf((await ports.readFile(path)) ?? '');
    if (lines !== text?.lines || words !== text.words) return unmet(`${path}, read again, has ${counted(lines, 'line')} and ${counted(words, 'word')}, not ${text?.lines ?? 0} and ${text?.words ?? 0}.`, 'environmental', refs);
  }
  return met(`glob finds the same ${counted(total, 'file')}${texts.length === 0 ? '' : `; ${counted(texts.length, 'file')} read again ${texts.length === 1 ? 'has' : 'have'} as many lines and words`}.`, refs);
};

function sizeOf(text: string): [lines: number, words: number] {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return [bare === '' ? 0 : bare.split('\n').length - (bare.endsWith('\n') ? 1 : 0), bare.split(/\s/u).filter((word) => word !== '').length];
}
