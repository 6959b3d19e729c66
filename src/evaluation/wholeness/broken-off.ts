import { callsOn, changedFiles, quoted, type Rule } from '../objections/whole-work.ts';
import { clausesOf } from '../objections/asked-words.ts';

const OF_ALL: ReadonlySet<string> = new Set(['all', 'every', 'each', 'whole', 'complete', 'entire', 'full', 'everything', 'both']);
const LEFT_OUT: ReadonlySet<string> = new Set(['more', 'others', 'further', 'remaining', 'rest', 'omitted', 'truncated', 'shortened', 'abbreviated', 'similarly', 'likewise']);
/** A line that says more than this is prose, and may speak of what is left out elsewhere. */
const LINE_WORDS_MAX = 8;

/** Where all of something was asked for, dots with `7 more` or `the rest` behind them stand for what was not done. */
export const brokenOff: Rule = (work) => {
  if (!clausesOf(work.asked).some(({ lower }) => lower.some((word) => OF_ALL.has(word)))) return [];
  return changedFiles(work).flatMap(({ path, before, now }) => {
    const known = new Set((before ?? '').split('\n'));
    const piece = (now ?? '').split('\n').filter((line) => !known.has(line)).flatMap((line) => line.split(/["“”]/u)).find((one) => standsForMore(one) && !work.asked.includes(one.trim()));
    return piece === undefined ? [] : [{ why: `All of it was asked for, and in ${path} ${quoted(piece)} stands for a part of it.`, calls: callsOn(work, path) }];
  });
};

function standsForMore(piece: string): boolean {
  const words = piece.toLowerCase().split(/[^\p{L}\p{N}]/u).filter((word) => word !== '');
  return (piece.includes('...') || piece.includes('…')) && words.length > 0 && words.length <= LINE_WORDS_MAX && words.some((word) => LEFT_OUT.has(word));
}
