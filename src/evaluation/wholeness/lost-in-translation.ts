import { callsOn, quoted, type Rule } from '../objections/whole-work.ts';
import { wordsIn } from '../support/words.ts';
import { turnedFiles, type TurnedFile } from '../properties/turned-files.ts';
import type { WholeWork } from '../objections/whole-work.ts';

/** How languages deny and forbid, for those of which all usual words are here. */
const DENYING: Readonly<Record<string, readonly string[]>> = {
  german: ['nicht', 'nie', 'niemals', 'kein', 'keine', 'keinen', 'keiner', 'keinem', 'ohne', 'weder', 'verboten', 'untersagt', 'niemand', 'nichts', 'unzulässig', 'unterlassen', 'vermeiden'],
  french: ['ne', 'n', 'pas', 'jamais', 'aucun', 'aucune', 'sans', 'interdit', 'interdite', 'défense', 'ni', 'non', 'rien', 'éviter', 'évitez'],
  spanish: ['no', 'nunca', 'jamás', 'ningún', 'ninguna', 'sin', 'prohibido', 'prohibida', 'ni', 'nada', 'nadie', 'tampoco', 'evite', 'evitar'],
  italian: ['non', 'mai', 'nessun', 'nessuna', 'nessuno', 'senza', 'vietato', 'vietata', 'né', 'niente', 'nulla', 'evitare'],
  dutch: ['niet', 'nooit', 'geen', 'zonder', 'verboden', 'noch', 'niemand', 'niets', 'vermijd', 'vermijden'],
  portuguese: ['não', 'nunca', 'jamais', 'nenhum', 'nenhuma', 'sem', 'proibido', 'proibida', 'nem', 'nada', 'evite', 'evitar'],
  swedish: ['inte', 'ej', 'aldrig', 'ingen', 'inget', 'inga', 'utan', 'förbjudet', 'undvik'],
  danish: ['ikke', 'aldrig', 'ingen', 'intet', 'uden', 'forbudt', 'undgå'],
  norwegian: ['ikke', 'aldri', 'ingen', 'uten', 'forbudt', 'unngå'],
};

/** Words that deny in every English sentence; `no` may be a number. */
const FORBIDDING: ReadonlySet<string> = new Set(['not', 'never', 'cannot']);

/** A translation that goes line by line denies where its text denies. */
export const lostDenials: Rule = (work) =>
  translations(work).flatMap(({ source, target, language }) => {
    const denying = new Set(DENYING[language] ?? []);
    const [old, made] = [linesOf(source.now), linesOf(target.now)];
    if (denying.size === 0 || old.length !== made.length) return [];
    const at = old.findIndex((line, nth) => wordsIn(line).some(({ raw }) => FORBIDDING.has(raw.toLowerCase()) || isNegated(raw.toLowerCase())) && !wordsIn(made[nth] ?? '').some(({ raw }) => raw.toLowerCase().split(/['’-]/u).some((part) => denying.has(part))));
    return at === -1 ? [] : [{ why: `${source.path} says ${quoted(old[at] ?? '')}, and in ${target.path} nothing of ${quoted(made[at] ?? '')} denies it.`, calls: callsOn(work, target.path) }];
  });

/** A translation has as many points as its text: numbered ones, bullets and headings. */
export const lostPoints: Rule = (work) =>
  translations(work).flatMap(({ source, target }) => {
    const [before, behind] = [pointsIn(source.now), pointsIn(target.now)];
    return before < 2 || behind >= before ? [] : [{ why: `${source.path} has ${before} headings and points, and its translation ${target.path} has ${behind}.`, calls: callsOn(work, target.path) }];
  });

/** The `n’t` of an English verb. */
function isNegated(word: string): boolean {
  return word.endsWith('n’t') || word.endsWith("n't");
}

interface Translation extends TurnedFile {
  readonly language: string;
}

/** `Translate a.md into German as b.md`. */
function translations(work: WholeWork): Translation[] {
  return turnedFiles(work).filter(({ lower }) => lower.includes('translate')).map((turned) => ({ ...turned, language: turned.lower.find((word) => DENYING[word] !== undefined) ?? '' }));
}

function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

function pointsIn(text: string | null): number {
  return linesOf(text).filter((line) => ['- ', '* ', '• ', '#'].some((mark) => line.startsWith(mark)) || /^\d{1,3}[.)] /u.test(line)).length;
}
