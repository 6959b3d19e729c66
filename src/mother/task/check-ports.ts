import { z } from 'zod';
import { Sha256, type RoleId, type StorageRef } from '../../contracts/index.ts';
import type { CheckPorts, MadeCall } from '../../evaluation/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { quotedSources } from '../../library/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { TaskWork } from './task-ports.ts';

/** Who looks: a role that may run tests and change nothing. */
const CHECKER: RoleId = 'critic';

const Path = z.strictObject({ path: z.string() });
const Text = z.string().nullable();
const Hash = Sha256.nullable();
const Kept = z.strictObject({ sha256: z.string().nullable() });

/** What may carry citations, and the calls that they are held against. */
export interface CitingWork {
  readonly output: string;
  /** Of the artifacts that came with it. */
  readonly contents: readonly unknown[];
  readonly calls: readonly MadeCall[];
}

/** What checks may look at; every look is recorded, and every program goes through the tools like any other. */
export function checkPorts({ journal, runner, budget, ports, leftByChecks }: TaskWork, base: string, roleId: RoleId, citing: CitingWork, signal: AbortSignal): CheckPorts {
  let looks = 0;
  const at = (what: string): string => `${base}/${what}-${(looks += 1)}`;
  const read: EffectDefinition<z.infer<typeof Path>, string | null> = { name: 'check.read_file', sideEffect: 'read_only', request: Path, result: Text, perform: async ({ path }) => (await ports.readWorkspaceFile(path)) ?? null };
  const hash: EffectDefinition<z.infer<typeof Path>, Sha256 | null> = { name: 'check.hash_file', sideEffect: 'read_only', request: Path, result: Hash, perform: async ({ path }) => hashOf(await ports.readWorkspaceBytes(path)) };
  const call = async (toolId: string, given: ToolCallResult['decision']['arguments'], asRole: RoleId): Promise<ToolCallResult> => {
    const made = await runner.call({ toolId, arguments: given, roleId: asRole, key: at(toolId), typedBy: 'plan', journal, counters: budget.counters, signal });
    for (const { path, after_sha256: left } of made.outcome.changes) if (left !== null) leftByChecks.set(path, left);
    return made;
  };
  return {
    readFile: async (path) => (await journal.step(at('file'), read, { path }, { signal })) ?? undefined,
    hashFile: async (path) => (await journal.step(at('hash'), hash, { path }, { signal })) ?? undefined,
    leftByCheck: (path) => leftByChecks.get(path),
    readKept: async (ref) => (await journal.step(at('kept'), { name: 'check.read_kept', sideEffect: 'read_only', request: Kept, result: Text, perform: async () => new TextDecoder().decode(await ports.ledger.blobs.read(ref)) }, { sha256: ref.sha256 ?? null }, { signal })) ?? undefined,
    async runCommand(command) {
      // A pipe gives back the code of its last part alone unless told otherwise.
      const { outcome, evidence } = await call('shell', { command: `set -o pipefail; ${command}` }, roleId);
      return { exitCode: numberOf(outcome.output?.['exit_code']), output: outcome.shown.text, ref: evidence.journal_ref };
    },
    async runTests(command) {
      const { outcome, evidence } = await call('run_tests', { repo_path: '.', ...(command !== null && { test_command: command }) }, CHECKER);
      return testsOf(outcome, evidence.journal_ref);
    },
    citations: () => quotedSources(citing, citing.calls),
  };
}

function testsOf({ output, shown, error }: ToolCallResult['outcome'], ref: StorageRef) {
  if (output === null) throw new KeelsonError('tool.failed', { message: error?.message ?? 'The tests could not be run.', nextStep: 'Look at why the tests do not start.', data: { tool_id: 'run_tests', detail: error?.message ?? '' } });
  return { exitCode: numberOf(output['exit_code']), testsRun: numberOf(output['tests_run']), testsPassed: numberOf(output['tests_passed']), testsFailed: numberOf(output['tests_failed']), testsSkipped: numberOf(output['tests_skipped']), output: shown.text, ref };
}

function hashOf(bytes: Uint8Array | undefined): Sha256 | null {
  return bytes === undefined ? null : sha256Hex(bytes);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
