import { posix } from 'node:path';
import type { ProgramIntention } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import { isCut, textUntilCut } from '../processes/captured-text.ts';
import { RIPGREP_OUTPUT_BYTES_MAX } from './limits.ts';
import type { LinePattern } from './line-pattern.ts';

/** Settings of a person or of the tree must not change what is found; what our own walk leaves out is left out later. */
const FIXED = [
  '--no-config', '--no-messages', '--color=never', '--files-with-matches', '--null', '--hidden', '--glob=!.git', '--text', '--no-require-git',
  '--no-ignore-global', '--no-ignore-exclude', '--no-ignore-parent', '--no-ignore-dot', '--fixed-strings',
];

/** ripgrep only says which files may match: it looks for a text that every match holds. Null when there is no such text. */
export function ripgrepProgram(workspace: string, { path: folder, include_ignored: includesIgnored }: { path: string; include_ignored: boolean }, pattern: LinePattern): ProgramIntention | null {
  if (pattern.required === null) return null;
  const words = [...FIXED, ...(includesIgnored ? ['--no-ignore'] : []), pattern.ignoresCase ? '--ignore-case' : '--case-sensitive', '--regexp', pattern.required, '--', folder];
  return { argv: ['rg', ...words], currentFolder: workspace, environment: {} };
}

/** The files that may match, below the workspace; null when ripgrep cannot tell. */
export async function filesByRipgrep(hands: ToolHands, program: ProgramIntention): Promise<ReadonlySet<string> | null> {
  const { ending, exitCode, stdout } = await hands.run({ ...program, workspaceAccess: 'read_only', outputBytesMax: RIPGREP_OUTPUT_BYTES_MAX });
  // 1 means that nothing matches, 2 that something could not be read.
  const isWhole = ending === 'exited' && (exitCode === 0 || exitCode === 1) && !isCut(stdout);
  if (!isWhole) return null;
  const paths = textUntilCut(stdout).split('\0').filter((path) => path !== '');
  return new Set(paths.map((path) => posix.relative(program.currentFolder, posix.resolve(program.currentFolder, path))));
}
