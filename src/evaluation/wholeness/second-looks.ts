import { natureOf } from '../evidence/call-nature.ts';
import { clausesOf, isFileName } from '../objections/asked-words.ts';
import { opens } from '../objections/opened-files.ts';
import { programRuns } from '../objections/program-runs.ts';
import { fileAt, type Rule } from '../objections/whole-work.ts';

/** How people ask for a second look that owes nothing to the first. */
const AGAIN: ReadonlySet<string> = new Set(['recount', 'recounts', 'recounted', 'recheck', 'cross-check', 'double-check', 'independent', 'independently', 'separately', 'themselves']);

/** A second look that runs the script of the first one finds what the first one found, also where that is wrong. */
export const secondLooks: Rule = (work) => {
  const asked = clausesOf(work.asked).flatMap(({ lower }) => lower);
  if (!asked.some((word) => AGAIN.has(word))) return [];
  return (work.parts ?? []).flatMap((part, nth) => {
    const earlier = new Set((work.parts ?? []).slice(0, nth).flatMap((one) => programRuns(one).map(({ program }) => program)));
    const runs = programRuns(part);
    const shared = runs.find(({ program }) => earlier.has(program));
    const isAll = part.calls.filter((call) => natureOf(call) !== 'says').every((call) => runs.some((run) => run.call === call && earlier.has(run.program)));
    return shared === undefined || !isAll ? [] : [{ why: `A second look of its own was asked for, and this one only ran ${shared.program} of the first again.`, calls: [shared.call] }];
  });
};

const COMPARED: ReadonlySet<string> = new Set(['compared', 'checked', 'verified', 'reviewed', 'matched', 'held']);
const WITH: ReadonlySet<string> = new Set(['with', 'against', 'to']);

/** Whoever says that something was compared with a file has opened that file for it. */
export const toldComparisons: Rule = (work) =>
  (work.parts ?? []).flatMap((part) => clausesOf(part.output).flatMap(({ words, lower }) => words.filter((word, at) => isFileName(word) && WITH.has(lower[at - 1] ?? '') && lower.slice(0, at - 1).some((one) => COMPARED.has(one)) && !lower.some((one, nth) => ['not', 'first', 'earlier', 'previous'].includes(one) || (one === 'by' && lower[nth + 1] === 'the'))))
    .filter((path) => fileAt(work, path)?.isThere === true && !part.calls.some((call) => opens(call, path, work)))
    .map((path) => ({ why: `It is said to have been compared with ${path}, and whoever says so did not open that.`, calls: [] })));
