import type { FileChange, JsonObject, StorageRef, ToolCallOutcome } from '../../src/contracts/index.ts';
import type { CheckedWork, CheckPorts, MadeCall } from '../../src/evaluation/index.ts';
import { canonicalJson, KeelsonError, sha256Hex } from '../../src/kernel/index.ts';
import { sample } from './sample-values.ts';

export const WORKSPACE = '/home/ada/project';

/** Where the journal holds the nth call of a test. */
export function callRef(nth: number): StorageRef {
  return { kind: 'event', key: `${sample.runId}/execute/1/call-${nth}` };
}

/** What a file held before and holds after a call; left out where there was or is nothing. */
export interface Edit {
  readonly before?: string;
  readonly after?: string;
}

export interface CallParts {
  readonly nth?: number;
  readonly arguments?: JsonObject;
  readonly status?: ToolCallOutcome['status'];
  readonly output?: JsonObject | null;
  readonly shown?: string;
  readonly edits?: Readonly<Record<string, Edit>>;
  readonly errorCode?: string;
}

/** A call as the tool runner gives it back; its parts default to one that completed and changed nothing. */
export function made(toolId: string, { nth = 1, arguments: given = {}, status = 'completed', output, shown, edits = {}, errorCode }: CallParts = {}): MadeCall {
  const failed = errorCode !== undefined || status === 'failed';
  const given_back = output === undefined ? (failed || status === 'interrupted' ? null : {}) : output;
  const text = shown ?? (given_back === null ? '' : canonicalJson(given_back));
  return {
    decision: { tool_id: toolId, role_id: 'coder', arguments: given, workspace: WORKSPACE, definition_hash: sample.sha256, action_hash: sample.sha256, intentions: [], approval_id: null },
    outcome: {
      status: failed ? 'failed' : status,
      output: given_back,
      shown: { text, total_chars: text.length, whole: null },
      changes: Object.entries(edits).map(([path, edit]) => changeOf(path, edit)),
      is_undoable: true,
      taint_class: 'user_trusted_bounded',
      sandbox: null,
      attempts: 1,
      duration_ms: 1,
      error: failed ? { code: errorCode ?? 'tool.failed', message: 'It did not work.', next_step: 'Try something else.', data: {} } : null,
    },
    evidence: { tool_id: toolId, input: canonicalJson(given), output_excerpt: text.slice(0, 200), outcome: failed ? 'failed' : status, journal_ref: callRef(nth) },
  };
}

function changeOf(path: string, { before, after }: Edit): FileChange {
  return {
    path,
    kind: before === undefined ? 'created' : after === undefined ? 'deleted' : 'modified',
    before: before === undefined ? null : keptRef(before),
    before_mode: before === undefined ? null : 0o644,
    after_sha256: after === undefined ? null : sha256Hex(after),
  };
}

export function keptRef(text: string): StorageRef {
  return { kind: 'blob', key: `blob/${sha256Hex(text)}`, sha256: sha256Hex(text) };
}

/** A shell call with the end that its exit code says. */
export function shell(command: string, { exitCode = 0, stdout = '', stderr = '', ...parts }: Omit<CallParts, 'arguments' | 'output'> & { exitCode?: number; stdout?: string; stderr?: string } = {}): MadeCall {
  const output = { exit_code: exitCode, ending: 'exited', signal: null, duration_ms: 1, stdout, stderr };
  return made('shell', { ...parts, arguments: { command }, output, shown: `${stdout}${stderr}` });
}

export function wrote(path: string, edit: Edit, parts: CallParts = {}): MadeCall {
  return made('write_file', { ...parts, arguments: { path, content: edit.after ?? '' }, output: { path }, edits: { [path]: edit } });
}

export function read(path: string, text: string, parts: CallParts = {}): MadeCall {
  return made('read_file', { ...parts, arguments: { path }, output: { path, text }, shown: text });
}

export function ranTests(counts: { run: number; failed?: number; skipped?: number }, parts: CallParts = {}): MadeCall {
  const { run, failed = 0, skipped = 0 } = counts;
  const output = { exit_code: failed === 0 ? 0 : 1, ending: 'exited', tests_run: run, tests_passed: run - failed, tests_failed: failed, tests_skipped: skipped };
  return made('run_tests', { arguments: { repo_path: '.' }, output, shown: `npm test\n${run} tests ran: ${run - failed} passed, ${failed} failed; ${skipped} skipped.`, ...parts });
}

export function workOf(calls: readonly MadeCall[], output = 'Done.', runCalls: readonly MadeCall[] = calls): CheckedWork {
  return { output, calls, runCalls };
}

/** The world as a check meets it; what is not given is not there, and cannot be run. */
export interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly kept?: readonly string[];
  readonly exitCode?: number | null;
  readonly tests?: { exitCode?: number | null; run: number | null; failed?: number | null; skipped?: number | null };
  readonly citations?: ReturnType<CheckPorts['citations']>;
}

/** Refs of what the ports ran. */
export const COMMAND_REF: StorageRef = { kind: 'event', key: 'check/command' };
export const TESTS_REF: StorageRef = { kind: 'event', key: 'check/tests' };

export function portsOf({ files = {}, kept = [], exitCode, tests, citations = [] }: World = {}): CheckPorts {
  const cannot = (): never => {
    throw new KeelsonError('sandbox.unavailable', { message: 'No sandbox works here.', nextStep: 'Install one.', data: { backend: null, considered: [] } });
  };
  return {
    readFile: async (path) => files[path],
    hashFile: async (path) => (files[path] === undefined ? undefined : sha256Hex(files[path])),
    readKept: async (ref) => kept.find((text) => sha256Hex(text) === ref.sha256),
    runCommand: async () => (exitCode === undefined ? cannot() : { exitCode, output: '', ref: COMMAND_REF }),
    runTests: async () => (tests === undefined ? cannot() : { exitCode: tests.exitCode === undefined ? 0 : tests.exitCode, testsRun: tests.run, testsPassed: tests.run, testsFailed: tests.failed ?? 0, testsSkipped: tests.skipped ?? 0, output: '', ref: TESTS_REF }),
    citations: () => citations,
  };
}
