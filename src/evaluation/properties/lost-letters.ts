import { posix } from 'node:path';
import { callsOn, type Rule } from '../objections/whole-work.ts';
import { turnedFiles } from './turned-files.ts';

/** Words with which somebody speaks of how letters are written down, and not of what they say. */
const ENCODINGS = ['latin-1', 'latin1', 'iso-8859', 'utf-8', 'utf8', 'utf-16', 'windows-125', 'cp125', 'encoding', 'charset', 'codepage'] as const;

/** Written down in another way, a text has as many signs as before: fewer have been dropped where the new way did not know them. */
export const lostLetters: Rule = (work) => {
  if (!ENCODINGS.some((name) => work.asked.toLowerCase().includes(name))) return [];
  return turnedFiles(work).filter(({ source, target }) => posix.extname(source.path) === posix.extname(target.path)).flatMap(({ source, target }) => {
    const [before, behind] = [signsIn(source.now), signsIn(target.now)];
    return source.now === null || target.now === null || behind >= before ? [] : [{ why: `${source.path} has ${before} signs, and ${target.path}, which is only to be written down otherwise, has ${behind}.`, calls: callsOn(work, target.path) }];
  });
};

/** Without a mark of the order of bytes, and whatever the ends of lines. */
function signsIn(text: string | null): number {
  return [...(text ?? '').normalize('NFC')].filter((sign) => sign !== '\r' && sign !== '\uFEFF' && sign !== '\0').length;
}
