import { posix } from 'node:path';
import { hasSucceeded } from '../evidence/call-end.ts';
import { filesToWrite, isFileName } from './asked-words.ts';
import { commandOf, isProgram } from './program-runs.ts';
import { callsOn, changedFiles, fileAt, type Rule, type SeenFile, type WholeWork } from './whole-work.ts';

/** A check complains of these by asking for more of them, so that whoever adds one does as they are told. */
const LACKING = ['missing', 'lacks', 'not listed', 'not in ', 'not found', 'expected', 'undefined', 'needs', 'must have', 'should have', 'add ', 'no entry', 'without'] as const;
/** Programs that hold files against a list of what they should be. */
const SUMS: ReadonlySet<string> = new Set(['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum', 'shasum', 'cksum']);

/**
 * What a check holds the work against is not the work. A check that failed, and that passes because what it complained of was put
 * on a list that it reads, has been told to look away; so has one whose list of sums was made anew from what it was to find out.
 */
export const grantedExceptions: Rule = (work) => {
  const commands = work.criteria.flatMap(({ check }) => (check?.kind === 'exit_code' || check?.kind === 'tests_pass' ? [check.command ?? ''] : []));
  return changedFiles(work).flatMap((file) => {
    if (file.before === null || filesToWrite(work.asked).some((path) => posix.basename(path) === posix.basename(file.path))) return [];
    const command = commands.find((one) => isListOfSums(one, file.path) || (!work.asked.includes(posix.basename(file.path)) && isReadBy(one, file, work) && addsWhatWasComplainedOf(one, file, work)));
    return command === undefined ? [] : [{ why: `\`${command}\` holds the work against ${file.path}, and this run changed that instead of what was found fault with.`, calls: callsOn(work, file.path) }];
  });
};

function isListOfSums(command: string, path: string): boolean {
  const words = command.split(' ').filter((word) => word !== '');
  return SUMS.has(posix.basename(words[0] ?? '')) && words.some((word) => /^-[a-z]*c$|^--check$/u.test(word)) && words.some((word) => posix.normalize(word) === path);
}

/** A script of the check that names the file reads it, as far as can be told. */
function isReadBy(command: string, { path }: SeenFile, work: WholeWork): boolean {
  const scripts = command.split(' ').filter((word) => isProgram(word) && posix.normalize(word) !== path);
  return scripts.some((script) => (fileAt(work, script)?.now ?? '').includes(posix.basename(path)));
}

/** Every new line of the file stands in what the check said when it failed, and it did not say that it wants them. */
function addsWhatWasComplainedOf(command: string, { before, now }: SeenFile, { calls }: WholeWork): boolean {
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()));
  const added = (now ?? '').split('\n').map((line) => bare(line)).filter((line) => line.length > 1 && !known.has(line));
  const scripts = command.split(' ').filter((word) => isFileName(word));
  const complaints = calls.filter((call) => !hasSucceeded(call) && scripts.some((script) => commandOf(call)?.includes(script) === true)).flatMap(({ outcome }) => outcome.shown.text.split('\n'));
  return added.length > 0 && added.every((line) => complaints.some((complaint) => complaint.includes(line) && !LACKING.some((mark) => complaint.toLowerCase().includes(mark))));
}

/** A line without the signs of a list, of quotes and of JSON. */
function bare(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && ' \t-*"\'[{'.includes(line.charAt(start))) start += 1;
  while (end > start && ' \t,"\'\r]}'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}
