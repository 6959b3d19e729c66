import { posix } from 'node:path';
import { quantitiesIn } from '../support/quantities.ts';
import { clausesOf } from './asked-words.ts';
import { callsOn, changedFiles, type Rule } from './whole-work.ts';

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx', '.py', '.rb', '.go', '.rs', '.java', '.php']);

interface Bound {
  readonly number: number;
  /** Whether the number itself is in. */
  readonly isIncluded: boolean;
}

/** `From ten on` takes ten in and `more than ten` leaves it out; code that compares with ten the other way, and in no way that fits, does something else. */
export const wrongBounds: Rule = (work) => {
  const bounds = boundsIn(work.asked);
  return changedFiles(work).filter(({ path, now }) => now !== null && CODE.has(posix.extname(path)) && !path.includes('test')).flatMap(({ path, now }) => {
    const code = ` ${(now ?? '').split(/\s/u).join('')} `;
    const wrong = bounds.find(({ number, isIncluded }) => {
      const [strict, loose] = [[`>${number}`, `${number}<`], [`>=${number}`, `${number}<=`]].map((signs) => signs.some((sign) => stands(code, sign)));
      const [below, upTo] = [[`<${number}`, `${number}>`], [`<=${number}`, `${number}>=`]].map((signs) => signs.some((sign) => stands(code, sign)));
      const [takesIn, leavesOut] = [loose === true || below === true, strict === true || upTo === true];
      return isIncluded ? leavesOut && !takesIn : takesIn && !leavesOut;
    });
    return wrong === undefined ? [] : [{ why: `${wrong.number} itself was to be ${wrong.isIncluded ? 'included' : 'left out'}, and ${path} compares as if it were ${wrong.isIncluded ? 'not' : 'included'}.`, calls: callsOn(work, path) }];
  });
};

/** The sign with its number as they are, and not as parts of longer ones. */
function stands(code: string, sign: string): boolean {
  for (let at = code.indexOf(sign); at !== -1; at = code.indexOf(sign, at + 1)) {
    const [before, behind] = [code.charAt(at - 1), code.charAt(at + sign.length)];
    if (!/[\d.<>=]/u.test(before) && !/[\d.]/u.test(behind) && !(sign.endsWith('<') && behind === '=') && !(sign.endsWith('>') && behind === '=')) return true;
  }
  return false;
}

/** `From ten pieces on`, `at least ten`, `ten or more`, `more than ten`; a number of which both is said bounds nothing here. */
function boundsIn(asked: string): Bound[] {
  const found = clausesOf(asked.replaceAll(' than ', '~than ')).flatMap(({ lower: joined }) => {
    const lower = joined.flatMap((word) => word.split('~'));
    return lower.flatMap((word, at): Bound[] => {
      const number = quantitiesIn(word)[0]?.values[0];
      if (number === undefined || number < 2) return [];
      const [before, behind] = [lower.slice(Math.max(0, at - 2), at).join(' '), lower.slice(at + 1, at + 4)];
      if (before.endsWith('more than') || before.endsWith('over') || before.endsWith('above')) return [{ number, isIncluded: false }];
      const isFrom = lower[at - 1] === 'from' && behind.includes('on');
      return isFrom || before.endsWith('at least') || behind.slice(0, 2).join(' ') === 'or more' || behind[0] === 'included' ? [{ number, isIncluded: true }] : [];
    });
  });
  return found.filter(({ number, isIncluded }) => !found.some((other) => other.number === number && other.isIncluded !== isIncluded));
}
