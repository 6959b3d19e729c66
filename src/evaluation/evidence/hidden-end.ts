import { commandEnds, type CommandEnd } from '../shell/command-ends.ts';
import { lostFlags } from '../shell/lost-flags.ts';

/** Signs of a script that is not understood, and whose end may tell nothing of what ran in it. */
const HIDING = ['|| ', '; exit 0', 'set +e', 'if ', 'trap ', ' & ', ' | ', '$(', '`', ' done'] as const;

/** Whether a shell command can end with 0 although the program that it names did not. */
export function hidesItsEnd(command: string, program: string): boolean {
  const ends = commandEnds(command);
  if (ends === undefined) return HIDING.some((sign) => command.includes(sign));
  const last = ends.findLast(({ words }) => words.some((word) => word.includes(program)));
  return last !== undefined && last.fate.how !== 'shown';
}

/**
 * What a command tells of how a program in it ended, each time that it ran there: by its own end, in what it printed, or not at
 * all. `for f in *; do check "$f"; done` ends as the last of them does, and `check; echo $?` prints it.
 */
export function endToldBy(command: string, program: string, printed: string): 'by_its_end' | 'well' | 'badly' | 'hidden' {
  const ends = commandEnds(command);
  if (ends === undefined) return hidesItsEnd(command, program) ? 'hidden' : 'by_its_end';
  const told = new Set(ends.filter(({ words }) => words.some((word) => word.includes(program))).map((end) => toldIn(printed, end)));
  return (['badly', 'hidden', 'well'] as const).find((one) => told.has(one)) ?? (lostFlags(command).length > 0 ? 'hidden' : 'by_its_end');
}

function toldIn(printed: string, { fate }: CommandEnd): ReturnType<typeof endToldBy> {
  if (fate.how === 'shown') return 'by_its_end';
  if (fate.how === 'words_printed') return printed.includes(fate.text) ? 'badly' : 'well';
  const codes = fate.how === 'hidden' ? [] : codesBehind(fate.behind, printed);
  if (codes.length === 0) return 'hidden';
  return codes.every((code) => code === 0) ? 'well' : 'badly';
}

/** Numbers that stand right behind some words, or by themselves in a line where there are no words. */
function codesBehind(words: string, printed: string): number[] {
  const mark = words.trim();
  return printed.split('\n').flatMap((line) => {
    const at = mark === '' ? 0 : line.lastIndexOf(mark);
    const digits = at === -1 ? '' : (/^\d{1,3}(?!\d)/u.exec(line.slice(at + mark.length).trimStart())?.[0] ?? '');
    return digits === '' || (mark === '' && line.trim() !== digits) ? [] : [Number(digits)];
  });
}

/** Whether a script that this run wrote ends well whatever happens in it. */
export function endsWellAnyway(path: string, text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (path.endsWith('.sh') || text.startsWith('#!/bin/')) {
    const isGuarded = lines.some((line) => line.startsWith('set -e') || line === 'set -o errexit');
    return lines.some((line) => (line.startsWith('trap ') && line.includes('exit 0')) || line === 'set +e' || line.endsWith('|| true') || line.endsWith('|| :')) || (!isGuarded && ['exit 0', 'true', ':'].includes(lines.at(-1) ?? ''));
  }
  if (path.endsWith('.py')) return text.includes('subprocess.run(') && !['check=True', 'returncode', 'check_returncode'].some((sign) => text.includes(sign));
  return false;
}
