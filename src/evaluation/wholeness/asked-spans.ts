import { quantitiesIn } from '../support/quantities.ts';
import { clausesOf, filesNamedIn } from '../objections/asked-words.ts';
import { datesIn } from '../objections/untold-dates.ts';
import { changedTexts, fileAt, type Rule } from '../objections/whole-work.ts';

const DAY_MS = 86_400_000;
/** With one of these other days are meant than those of the calendar. */
const OTHER_DAYS: ReadonlySet<string> = new Set(['working', 'business', 'school', 'weekdays', 'workdays', 'weekends', 'holidays', 'open', 'rainy', 'without', 'except', 'excluding', 'average', 'each', 'per']);

/** `How many days lie between both dates in dates.txt?`: where there are just two days, Keelson counts those between them, with or without the last. */
export const untoldDays: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower }) => {
    const at = lower.findIndex((word, nth) => word === 'days' && lower[nth - 1] === 'many' && lower[nth - 2] === 'how');
    if (at === -1 || !lower.some((word) => ['between', 'from'].includes(word)) || lower.some((word) => OTHER_DAYS.has(word))) return [];
    const named = datesIn(work.asked);
    const texts = filesNamedIn(words.join(' ')).map((path) => fileAt(work, path)?.now ?? '');
    const [one, other, ...more] = [...new Set(named.length > 0 ? named : texts.flatMap(datesIn))];
    if (one === undefined || other === undefined || more.length > 0) return [];
    const days = Math.round(Math.abs(Date.parse(other) - Date.parse(one)) / DAY_MS);
    const told = [...work.outputs, ...changedTexts(work)].flatMap((text) => quantitiesIn(withoutDates(text)).flatMap(({ values }) => values));
    return told.length === 0 || [days - 1, days, days + 1].some((count) => told.includes(count)) ? [] : [{ why: `From ${one} to ${other} it is ${days} days by the calendar, and the result does not say so.`, calls: [] }];
  });

/** The numbers of a date count nothing. */
function withoutDates(text: string): string {
  return text.split(' ').filter((word) => datesIn(word).length === 0).join(' ');
}
