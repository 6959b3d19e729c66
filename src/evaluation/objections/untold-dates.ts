import { hasCompleted } from '../evidence/call-end.ts';
import { wordsIn } from '../support/words.ts';
import { clausesOf } from './asked-words.ts';
import type { Rule } from './whole-work.ts';

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'] as const;
const ASKING_WHEN: ReadonlySet<string> = new Set(['when', 'day', 'date', 'since']);
/** With one of these a date may be worked out from another. */
const WORKED_OUT: ReadonlySet<string> = new Set(['days', 'weeks', 'months', 'years', 'after', 'before', 'later', 'earlier', 'until', 'due', 'deadline', 'next', 'ago', 'today', 'tomorrow', 'yesterday']);

/** Whoever is asked for a day has to name one that their calls showed, where these showed any. */
export const untoldDates: Rule = ({ asked, outputs, calls }) => {
  const questions = clausesOf(asked).filter(({ isQuestion, lower }) => isQuestion && lower.some((word) => ASKING_WHEN.has(word)));
  if (questions.length === 0 || clausesOf(asked).some(({ lower }) => lower.some((word) => WORKED_OUT.has(word)))) return [];
  const telling = calls.filter((call) => hasCompleted(call) && datesIn(call.outcome.shown.text).length > 0);
  const known = new Set([asked, ...telling.map(({ outcome }) => outcome.shown.text)].flatMap(datesIn));
  return outputs.flatMap((output) => {
    const [first, ...more] = datesIn(output);
    if (telling.length === 0 || first === undefined || [first, ...more].some((date) => known.has(date))) return [];
    return [{ why: `The answer names ${first}, and no call showed that day.`, calls: telling }];
  });
};

/** How pages say in which order they write days, and what their slashes mean then. */
const SLASHED: readonly (readonly [readonly string[], 'day' | 'month'])[] = [[['day/month/year', 'dd/mm/yyyy', 'day first'], 'day'], [['month/day/year', 'mm/dd/yyyy', 'month first'], 'month']];

/** A page that says how its dates are to be read is read like that: the other reading of one of them is another day. */
export const turnedDates: Rule = ({ asked, outputs, calls }) => {
  const pages = calls.filter((call) => hasCompleted(call)).map(({ outcome }) => outcome.shown.text);
  const known = new Set([asked, ...pages].flatMap(datesIn));
  return outputs.flatMap((output) => pages.flatMap((page) => {
    const first = SLASHED.find(([marks]) => marks.some((mark) => page.toLowerCase().includes(mark)))?.[1];
    const read = first === undefined ? [] : slashedDates(page);
    const right = new Set(read.map(({ day, month }) => (first === 'day' ? day : month)));
    const wrong = read.map(({ day, month }) => (first === 'day' ? month : day)).find((date) => date !== undefined && !right.has(date) && !known.has(date) && datesIn(output).includes(date));
    return wrong === undefined ? [] : [{ why: `The answer names ${wrong}, and the page that it is from says that the ${first ?? ''} comes first in its dates.`, calls: [] }];
  }).slice(0, 1));
};

/** Every `04/03/2027` of a text, as it is with the day first and with the month first. */
function slashedDates(text: string): { readonly day: string | undefined; readonly month: string | undefined }[] {
  return text.split(/[^\d/]/u).map((word) => word.split('/')).filter((parts) => parts.length === 3).map(([one = '', other = '', year = '']) => ({ day: dateOf(year, other, one)[0], month: dateOf(year, one, other)[0] }));
}

/** Every whole date of a text as year-month-day: `2025-03-15`, `15 March 2025`, `March 15, 2025`. */
export function datesIn(text: string): string[] {
  const words = wordsIn(text).map(({ raw }) => raw.toLowerCase());
  return words.flatMap((word, at) => {
    const [year = '', month = '', day = ''] = word.split('-');
    if (year.length === 4 && month.length === 2 && day.length >= 2) return dateOf(year, month, day.slice(0, 2));
    const index = MONTHS.findIndex((name) => name === word);
    if (index === -1) return [];
    const [before = '', after = '', behind = ''] = [words[at - 1], words[at + 1], words[at + 2]];
    return [...dateOf(after, String(index + 1), before), ...dateOf(behind, String(index + 1), after)].slice(0, 1);
  });
}

function dateOf(year: string, month: string, day: string): string[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return year.length === 4 && m >= 1 && m <= 12 && d >= 1 && d <= 31 && Number.isInteger(y + m + d) ? [`${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`] : [];
}
