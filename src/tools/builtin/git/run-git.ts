import type { KeelsonError } from '../../../kernel/index.ts';
import type { ProgramIntention, ToolAvailability, ToolIntention, ToolPlace } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import type { ProcessResult } from '../../sandbox/sandbox.ts';
import { isCut, textUntilCut } from '../processes/captured-text.ts';
import { toolFailure } from '../tool-failure.ts';
import { gitProgram } from './git-program.ts';
import { GIT_OUTPUT_BYTES_MAX } from './limits.ts';

export interface GitOutput {
  readonly text: string;
  /** There was more than is kept; the text ends somewhere. */
  readonly isCut: boolean;
  readonly totalBytes: number;
}

export interface GitCall {
  readonly toolId: string;
  readonly repoPath: string;
  readonly access?: 'read_only' | 'read_write';
  /** Failures that are answers too, by what Git says. */
  readonly allows?: (message: string) => boolean;
}

/** Every Git tool first reads the names of the repository's settings, which runs nothing. */
function settingsProgram(place: ToolPlace, repoPath: string): ProgramIntention {
  return gitProgram(place, repoPath, ['config', '--list', '--name-only', '--null']);
}

/** What a Git tool tells before it begins. */
export function gitIntentions(place: ToolPlace, repoPath: string, programs: readonly ProgramIntention[]): ToolIntention[] {
  const all = [settingsProgram(place, repoPath), ...programs];
  return [{ kind: 'path', op: 'list', path: repoPath }, ...all.map((program) => ({ kind: 'program' as const, ...program }))];
}

/** Runs these programs one after the other and gives what each wrote; the first that fails ends it. */
export async function runGit(hands: ToolHands, call: GitCall, programs: readonly ProgramIntention[]): Promise<GitOutput[]> {
  await refuseFilters(hands, call);
  const outputs: GitOutput[] = [];
  for (const program of programs) outputs.push(await runOne(hands, call, program));
  return outputs;
}

/** A filter is a program that Git runs on contents, under a name that only the repository knows. */
async function refuseFilters(hands: ToolHands, call: GitCall): Promise<void> {
  const { text } = await runOne(hands, { ...call, access: 'read_only' }, settingsProgram(hands.place, call.repoPath));
  const names = text.split('\0').filter(isFilter);
  if (names.length === 0) return;
  throw toolFailure(
    call.toolId,
    `The configuration of this repository names programs that Git would run on files: ${names.join(', ')}.`,
    'If you trust them, run git with the shell tool, which asks; otherwise take them out of .git/config.',
  );
}

function isFilter(name: string): boolean {
  return name.startsWith('filter.') && ['.clean', '.smudge', '.process'].some((end) => name.endsWith(end));
}

async function runOne(hands: ToolHands, call: GitCall, program: ProgramIntention): Promise<GitOutput> {
  const result = await hands.run({ ...program, workspaceAccess: call.access ?? 'read_only', outputBytesMax: GIT_OUTPUT_BYTES_MAX });
  const message = textUntilCut(result.stderr).trim();
  const isAnswer = result.ending === 'exited' && (result.exitCode === 0 || call.allows?.(message) === true);
  if (!isAnswer) throw gitFailure(call, result, message);
  return { text: result.exitCode === 0 ? textUntilCut(result.stdout) : '', isCut: isCut(result.stdout), totalBytes: result.stdout.totalBytes };
}

function gitFailure({ toolId, repoPath }: GitCall, { ending, exitCode, stdout }: ProcessResult, message: string): KeelsonError {
  if (ending !== 'exited') return toolFailure(toolId, `Git did not end by itself (${ending}).`, 'Try it on a smaller part, such as one path.');
  if (message.includes('not a git repository') || message.includes('cannot use bare repository')) {
    return toolFailure(toolId, `${repoPath} is not in a Git repository of this workspace.`, 'Name the folder of a repository as repo_path.');
  }
  if (message.includes('unable to auto-detect email address') || message.includes('Please tell me who you are')) {
    return toolFailure(toolId, 'Git does not know who commits here.', 'Give author_name and author_email, or set user.name and user.email in the repository.');
  }
  const said = message === '' ? textUntilCut(stdout).trim() : message;
  return toolFailure(toolId, `Git failed with exit code ${exitCode ?? 'none'}: ${said.slice(0, 1_000) || 'it said nothing.'}`, 'Correct what Git complains about, then try again.');
}

export async function gitAvailability({ hasProgram }: Pick<ToolHands, 'hasProgram'>): Promise<ToolAvailability> {
  return (await hasProgram('git')) ? { isAvailable: true } : { isAvailable: false, reason: 'Git is not installed.' };
}
