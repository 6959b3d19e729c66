import { posix } from 'node:path';
import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, ToolIntention, ToolPlace } from '../../registry/tool.ts';
import type { WorkspaceFiles } from '../../paths/workspace-files.ts';
import { capturedText, isCut } from '../processes/captured-text.ts';
import { ProcessEndingFields, showOutputs, toldEnding } from '../processes/process-ending.ts';
import { scriptIntentions, scriptProgram } from '../processes/script-program.ts';
import { toolFailure } from '../tool-failure.ts';
import { detectRunner, NAMED_RUNNERS, RUNNER_PROGRAMS, TEST_RUNNERS, type TestRunner } from './detect-runner.ts';
import { RUN_TESTS_TIMEOUT_MS, TEST_ENVIRONMENT_NAMES_MAX, TEST_OUTPUT_BYTES_MAX } from './limits.ts';
import { parseFailures } from './failures/parse-failures.ts';
import { COUNTS_SOURCES, parseCounts, type TestFormat } from './parse-counts.ts';

const EnvironmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'expected the name of an environment variable');

const Input = z.strictObject({
  repo_path: NonEmptyText.describe('The folder of the project, below the workspace; `.` is the workspace.'),
  test_command: NonEmptyText.optional().describe('Words for bash; found out from what lies in the folder when left out.'),
  env_vars: z
    .record(EnvironmentName, z.string())
    .default({})
    .refine((names) => Object.keys(names).length <= TEST_ENVIRONMENT_NAMES_MAX, `at most ${TEST_ENVIRONMENT_NAMES_MAX} variables`),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({
  ...ProcessEndingFields,
  command: z.string(),
  /** Null when a command was given, and for a runner that has no name here; the command says which it was. */
  runner: z.enum(NAMED_RUNNERS).nullable(),
  stdout: z.string(),
  stderr: z.string(),
  /** Passed and failed; null, like the others, when the output does not say. */
  tests_run: Count.nullable(),
  tests_passed: Count.nullable(),
  tests_failed: Count.nullable(),
  tests_skipped: Count.nullable(),
  counts_source: z.enum(COUNTS_SOURCES),
  /** What the output names as failed, with place and reason where it gives them. */
  failures: z.array(z.strictObject({ name: z.string(), file: z.string().nullable(), line: Count.nullable(), message: z.string().nullable() })),
});

/** Nobody watches and nobody types: no colours, no watching, no traces in the source tree. */
const ENVIRONMENT = { CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', CARGO_TERM_COLOR: 'never', PYTHONDONTWRITEBYTECODE: '1' };

export const runTestsTool = defineTool<Input, z.infer<typeof Output>>({
  tool_id: 'run_tests',
  tool_name: 'Run tests',
  category: 'validation',
  side_effects: 'read_only',
  handles_patterns: ['run.*tests', 'execute.*test.*suite', 'npm.*test', 'pytest'],
  keywords: ['test', 'suite', 'jest', 'pytest', 'mocha'],
  priority: 100,
  timeout_ms: RUN_TESTS_TIMEOUT_MS,
  max_retries: 0,
  allowed_roles: ['coder', 'critic'],
  input: Input,
  output: Output,
  touches: ['workspace_read', 'workspace_write', 'programs'],
  taint: 'user_trusted_bounded',
  intentions: (input, place) => [{ kind: 'path', op: 'list', path: input.repo_path }, ...programIntentions(input, place)],
  async perform(input, hands) {
    const { program, runner, formats, command } = await chosenProgram(input, hands.place, hands.files);
    const result = await hands.run({ ...program, outputBytesMax: TEST_OUTPUT_BYTES_MAX });
    const [stdout, stderr] = [capturedText(result.stdout), capturedText(result.stderr)];
    const { source, counts } = parseCounts({ text: `${stdout}\n${stderr}`, isCut: isCut(result.stdout) || isCut(result.stderr) }, formats);
    return {
      ...toldEnding(result),
      command,
      runner: NAMED_RUNNERS.find((name) => name === runner) ?? null,
      stdout,
      stderr,
      tests_run: counts === null ? null : counts.passed + counts.failed,
      tests_passed: counts?.passed ?? null,
      tests_failed: counts?.failed ?? null,
      tests_skipped: counts?.skipped ?? null,
      counts_source: source,
      failures: result.exitCode === 0 ? [] : parseFailures(`${stdout}\n${stderr}`, source, program.currentFolder).map((failure) => ({ ...failure })),
    };
  },
  show(output) {
    const counts = output.tests_run === null ? 'How many tests ran cannot be told from the output.' : `${output.tests_run} tests ran: ${output.tests_passed} passed, ${output.tests_failed} failed; ${output.tests_skipped} skipped.`;
    return `${output.command}\n${counts}\n${showOutputs(output)}`;
  },
});

function programIntentions(input: Input, place: ToolPlace): ToolIntention[] {
  if (input.test_command !== undefined) return scriptIntentions(place, input.test_command, input.repo_path, environmentOf(input));
  return TEST_RUNNERS.map((runner) => ({ kind: 'program', ...runnerProgram(input, place, runner) }));
}

interface ChosenProgram {
  readonly program: ProgramIntention;
  readonly runner: TestRunner | null;
  readonly formats: readonly TestFormat[] | null;
  readonly command: string;
}

async function chosenProgram(input: Input, place: ToolPlace, files: WorkspaceFiles): Promise<ChosenProgram> {
  if (input.test_command !== undefined) {
    return { program: scriptProgram(place, input.test_command, input.repo_path, environmentOf(input)), runner: null, formats: null, command: input.test_command };
  }
  const runner = await detectRunner(files, input.repo_path);
  if (runner === null) {
    throw toolFailure('run_tests', `Nothing in ${input.repo_path} says how its tests are run.`, 'Give the command as test_command.');
  }
  return { program: runnerProgram(input, place, runner), runner, formats: RUNNER_PROGRAMS[runner].formats, command: RUNNER_PROGRAMS[runner].argv.join(' ') };
}

function runnerProgram(input: Input, place: ToolPlace, runner: TestRunner): ProgramIntention {
  return { argv: RUNNER_PROGRAMS[runner].argv, currentFolder: posix.resolve(place.workspace, input.repo_path), environment: environmentOf(input) };
}

function environmentOf({ env_vars }: Input): Record<string, string> {
  return { ...ENVIRONMENT, ...env_vars };
}
