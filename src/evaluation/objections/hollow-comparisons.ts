import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { commandsOf, programOf } from '../evidence/call-nature.ts';
import { clausesOf, filesNamedIn, isFileName } from './asked-words.ts';
import { opens } from './opened-files.ts';
import type { Rule } from './whole-work.ts';

const COMPARING_PROGRAMS: ReadonlySet<string> = new Set(['diff', 'cmp', 'comm']);
const COMPARING: ReadonlySet<string> = new Set(['check', 'checked', 'compare', 'compared', 'verify', 'verified', 'validate', 'validated', 'tested', 'review', 'reviewed', 'proofread', 'held', 'hold', 'audit', 'audited']);

/** A thing that is compared with itself is always the same. */
export const selfComparisons: Rule = ({ calls }) =>
  calls.flatMap((call) =>
    (commandsOf(call) ?? []).flatMap((command) => {
      const { program, rest } = programOf(command);
      const [one, other] = rest.filter((word) => !word.startsWith('-')).map((word) => posix.normalize(word));
      return COMPARING_PROGRAMS.has(program) && one !== undefined && one === other ? [{ why: `${program} compared ${one} with itself, which shows nothing. Compare it with what it was made from.`, calls: [call] }] : [];
    }),
  );

/** What is to be checked against a file has to be held against that file after it was written. */
export const uncheckedAgainst: Rule = (work) => {
  const named = clausesOf(work.asked).flatMap(({ words, lower }) => lower.flatMap((word, at) => (word === 'against' && lower.slice(0, at).some((one) => COMPARING.has(one)) ? fileMeant(words.slice(at + 1), work.asked) : [])));
  return [...new Set(named)].flatMap((path) => {
    const last = work.calls.findLast((call) => hasCompleted(call) && call.outcome.changes.some((change) => posix.basename(change.path) !== posix.basename(path)));
    if (last === undefined || work.calls.slice(work.calls.indexOf(last)).some((call) => opens(call, path, work))) return [];
    return [{ why: `The work was to be checked against ${path}, and no call opened it after the last change.`, calls: [last] }];
  });
};

/** A file by its name, or as people speak of one that they named before: `the INI file`, `the CSV`. */
function fileMeant([first = '', ...rest]: readonly string[], asked: string): string[] {
  if (isFileName(first)) return [first];
  const kind = ['the', 'its'].includes(first.toLowerCase()) ? (rest[0] ?? '').toLowerCase() : '';
  const [path, ...more] = filesNamedIn(asked).filter((name) => kind !== '' && posix.extname(name).toLowerCase() === `.${kind}`);
  return path === undefined || more.length > 0 ? [] : [path];
}
