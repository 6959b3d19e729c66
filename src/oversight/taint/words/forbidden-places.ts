import { NEGATIONS } from './requests.ts';
import { fold, nameWordsOf } from './fold.ts';

/** After these the sentence speaks of what may be done again, or never forbade anything. */
const ALLOWS_AGAIN: ReadonlySet<string> = new Set('but only just instead except sondern aber nur mais seulement sino pero solo ma soltanto forget hesitate vergiss vergessen oublie oubliez olvides dimenticare'.split(' '));
/** Words must stay between what was forbidden and what is wished behind it. */
const STAND_IN = '(a place that was forbidden)';
/** These deny a manner, not the deed: "without delay". */
const LACKS: ReadonlySet<string> = new Set('without ohne sans sin senza'.split(' '));
const CLAUSE_END = /[.,;!?:]$/;

/** What a person said without the places they spoke of as forbidden: "send nothing to x@y" names x@y for nothing. */
export function withoutForbiddenPlaces(text: string): string {
  let isForbidding = false;
  return text
    .split(/(\s+)/)
    .map((piece) => {
      const words = nameWordsOf(fold(piece));
      if (words.some((word) => ALLOWS_AGAIN.has(word))) isForbidding = false;
      else if (!isPlace(piece) && words.some((word) => NEGATIONS.has(word) && !LACKS.has(word))) isForbidding = true;
      const kept = isForbidding && isPlace(piece) ? STAND_IN : piece;
      if (CLAUSE_END.test(piece) || piece.includes('\n')) isForbidding = false;
      return kept;
    })
    .join('');
}

function isPlace(piece: string): boolean {
  return piece.includes('@') || piece.includes('://');
}
