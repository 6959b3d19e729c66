import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { commandsOf, programOf } from '../evidence/call-nature.ts';
import { clausesOf, isFileName } from './asked-words.ts';
import { opens } from './opened-files.ts';
import type { Rule } from './whole-work.ts';

const COMPARING_PROGRAMS: ReadonlySet<string> = new Set(['diff', 'cmp', 'comm']);
const COMPARING: ReadonlySet<string> = new Set(['check', 'checked', 'compare', 'compared', 'verify', 'verified', 'validate', 'validated', 'tested']);

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
  const named = clausesOf(work.asked).flatMap(({ words, lower }) => words.filter((word, at) => isFileName(word) && lower[at - 1] === 'against' && lower.slice(0, at).some((one) => COMPARING.has(one))));
  return [...new Set(named)].flatMap((path) => {
    const last = work.calls.findLast((call) => hasCompleted(call) && call.outcome.changes.some((change) => posix.basename(change.path) !== posix.basename(path)));
    if (last === undefined || work.calls.slice(work.calls.indexOf(last)).some((call) => opens(call, path, work))) return [];
    return [{ why: `The work was to be checked against ${path}, and no call opened it after the last change.`, calls: [last] }];
  });
};
