import { unitOf } from '../support/quantities.ts';
import { stemOf } from '../support/words.ts';
import { clausesOf, filesNamedIn } from '../objections/asked-words.ts';
import { callsOn, changedFiles, fileAt, type Rule, type SeenFile, type WholeWork } from '../objections/whole-work.ts';

const CONVERTING: ReadonlySet<string> = new Set(['convert', 'change', 'turn', 'switch', 'translate', 'rewrite', 'migrate', 'express', 'recalculate'].map(stemOf));
/** Behind one of these a unit says in what something is told, and not how much of it there is. */
const TOLD_IN: ReadonlySet<string> = new Set(['in', 'to', 'into', 'from', 'as', 'wants', 'want', 'needs', 'expects', 'uses']);
/** A kind, and a size that differs from the others of that kind. */
const OTHER_UNITS: ReadonlyMap<string, readonly [string, number]> = new Map(
  Object.entries({ cent: ['money', 1], euro: ['money', 100], dollar: ['money', 100], celsius: ['warmth', 1], fahrenheit: ['warmth', 2], kelvin: ['warmth', 3], degree: ['angle', 1], radian: ['angle', 2], kilobyte: ['bytes', 1e3], megabyte: ['bytes', 1e6], gigabyte: ['bytes', 1e9], pound: ['mass', 453.592_37], ounce: ['mass', 28.349_523] } as const).map(([word, unit]) => [stemOf(word), unit]),
);

/** From one unit into another of its kind no number but nought stays what it is: a file in which all did was only renamed. */
export const unconverted: Rule = (work) => {
  const { from, to } = unitsOf(work.asked);
  if (from === undefined || to === undefined) return [];
  return changedFiles(work).flatMap((file) => {
    const source = sourceOf(file, work);
    const [before, now] = [numbersIn(source?.before ?? ''), numbersIn(file.now ?? '')];
    return before.length === 0 || before.join(' ') !== now.join(' ') ? [] : [{ why: `${file.path} was to be converted from one of ${from} and ${to} to the other, and every number in it is what it was.`, calls: callsOn(work, file.path) }];
  });
};

/** Two units of one kind in which a person says that something is told. */
function unitsOf(asked: string): { readonly from?: string; readonly to?: string } {
  const clauses = clausesOf(asked);
  if (!clauses.some(({ lower, isQuestion }) => !isQuestion && lower.some((word) => CONVERTING.has(stemOf(word))))) return {};
  const units = clauses.flatMap(({ lower }) => lower.flatMap((word, at) => {
    const unit = TOLD_IN.has(lower[at - 1] ?? '') ? (OTHER_UNITS.get(stemOf(word)) ?? unitOf(word)) : undefined;
    return unit === undefined ? [] : [{ word, of: unit[0], size: unit[1] }];
  }));
  const from = units.find((one) => units.some((other) => other.of === one.of && other.size !== one.size));
  const to = units.find((other) => from !== undefined && other.of === from.of && other.size !== from.size);
  return from === undefined || to === undefined ? {} : { from: from.word, to: to.word };
}

/** What the file held before, or the one other file that the person named, where it is new. */
function sourceOf(file: SeenFile, work: WholeWork): SeenFile | undefined {
  const named = filesNamedIn(work.asked);
  if (!named.includes(file.path)) return undefined;
  const [other, ...more] = named.filter((path) => path !== file.path);
  return file.before !== null ? file : other === undefined || more.length > 0 ? undefined : fileAt(work, other);
}

/** Every number but nought, in their order, that is no part of a name. */
function numbersIn(text: string): string[] {
  return text.split(/[^\w.-]/u).filter((word) => word !== '' && Number.isFinite(Number(word)) && Number(word) !== 0);
}
