import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import type { MadeCall } from '../work.ts';
import { isFileName } from './asked-words.ts';
import type { WholeWork } from './whole-work.ts';

const PROGRAM_ENDINGS: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.sh', '.rb', '.pl', '.php']);

/** What a program that was named by its file printed, and how it was called. */
export interface ProgramRun {
  readonly program: string;
  readonly command: string;
  readonly printed: string;
  readonly call: MadeCall;
}

export function isProgram(word: string): boolean {
  return isFileName(word) && PROGRAM_ENDINGS.has(posix.extname(word));
}

/** The command of a call that runs one: a shell's, or that of the tests. */
export function commandOf({ decision }: MadeCall): string | undefined {
  const command = decision.arguments[decision.tool_id === 'run_tests' ? 'test_command' : 'command'];
  return (decision.tool_id === 'shell' || decision.tool_id === 'run_tests') && typeof command === 'string' ? command : undefined;
}

/** Every run of a program with a name of its own, in order. Printing its text or listing it runs nothing. */
export function programRuns({ calls }: Pick<WholeWork, 'calls'>): ProgramRun[] {
  return calls.flatMap((call) => {
    const command = commandOf(call);
    if (command === undefined || !hasCompleted(call) || !['acts', 'measures'].includes(natureOf(call))) return [];
    const programs = command.split(/[\s'"`;&|()]/u).filter(isProgram).map((word) => posix.basename(word));
    return [...new Set(programs)].map((program) => ({ program, command, printed: printedBy(call), call }));
  });
}

/** The last run of each program: what an earlier one printed may have been mended since. */
export function lastRuns(work: Pick<WholeWork, 'calls'>): ProgramRun[] {
  return [...new Map(programRuns(work).map((run) => [run.program, run])).values()];
}

function printedBy({ outcome }: MadeCall): string {
  const { stdout, stderr } = outcome.output ?? {};
  const printed = [stdout, stderr].filter((text) => typeof text === 'string').join('\n');
  return printed.trim() === '' ? outcome.shown.text : printed;
}
