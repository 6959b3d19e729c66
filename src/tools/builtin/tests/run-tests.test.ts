import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig, type ToolRig } from '../../../../test/support/tool-rig.ts';
import { detectRunner } from './detect-runner.ts';
import { runTestsTool } from './run-tests.ts';

/** The programs of this machine, this very node first. */
const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
const has = (name: string): boolean => PATH.split(':').some((folder) => existsSync(join(folder, name)));
const NODE_MODULES = join(import.meta.dirname, '../../../../node_modules');
const environment = {
  PATH,
  CARGO_HOME: process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'),
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
};

const NODE_TEST = `import { test } from 'node:test';
test('passes', () => {});
test('fails', () => { throw new Error('as it should'); });
test('is skipped', { skip: true }, () => {});
`;
const PYTEST = 'import pytest\ndef test_passes(): pass\ndef test_fails(): assert False\n@pytest.mark.skip\ndef test_skipped(): pass\n';

async function project(files: Readonly<Record<string, string>>): Promise<ToolRig> {
  const rig = await toolRig({ environment });
  for (const [path, text] of Object.entries(files)) await rig.write(path, text);
  return rig;
}

/** One that passes, one that fails, one that is skipped. */
const oneOfEach = { tests_run: 2, tests_passed: 1, tests_failed: 1, tests_skipped: 1 };

describe('run_tests', () => {
  it('is the tool that the registry promises', verifies('MH4-4-22'), () => {
    const { definition } = runTestsTool;
    expect({ ...definition, input_schema: definition.input_schema['required'], output_schema: undefined }).toEqual({
      tool_id: 'run_tests',
      tool_name: 'Run tests',
      version: '1.0.0',
      category: 'validation',
      input_schema: ['repo_path'],
      side_effects: 'read_only',
      handles_patterns: ['run.*tests', 'execute.*test.*suite', 'npm.*test', 'pytest'],
      keywords: ['test', 'suite', 'jest', 'pytest', 'mocha'],
      priority: 100,
      timeout_ms: 300_000,
      max_retries: 0,
      approval_required: false,
      allowed_roles: ['coder', 'critic'],
      cost_tier: 'free',
      entrypoint: 'tools/builtin/run_tests',
    });
    expect([runTestsTool.touches, runTestsTool.taint]).toEqual([['workspace_read', 'workspace_write', 'programs'], 'user_trusted_bounded']);
  });

  it('runs node itself, whichever way it reports', verifies('MH4-4-22', 'KEL-FTOOL-11'), async () => {
    const rig = await project({ 'package.json': '{}', 'a.test.mjs': NODE_TEST });
    const found = await rig.call(runTestsTool, { repo_path: '.' });
    expect(found).toMatchObject({ ...oneOfEach, runner: 'node', command: 'node --test', exit_code: 1, counts_source: 'node' });
    expect(runTestsTool.show(found)).toMatch(/^node --test\n2 tests ran: 1 passed, 1 failed; 1 skipped\.\n/);
    for (const reporter of ['tap', 'spec']) {
      const test_command = `node --test --test-reporter=${reporter}`;
      expect(await rig.call(runTestsTool, { repo_path: '.', test_command })).toMatchObject({ ...oneOfEach, runner: null, command: test_command, counts_source: 'node' });
    }
  });

  it.skipIf(!has('npm'))('runs the script of a package, and passes variables on', verifies('KEL-FTOOL-11'), async () => {
    const rig = await project({ 'sub/package.json': JSON.stringify({ scripts: { test: 'echo "value $ONE" && node --test' } }), 'sub/a.test.mjs': NODE_TEST });
    const output = await rig.call(runTestsTool, { repo_path: 'sub', env_vars: { ONE: '1' } });
    expect(output).toMatchObject({ ...oneOfEach, runner: 'npm', counts_source: 'node' });
    expect(output.stdout).toContain('value 1\n');
  });

  it.skipIf(!has('npx'))('runs vitest', verifies('KEL-FTOOL-11'), async () => {
    const rig = await project({
      'package.json': '{"type":"module","devDependencies":{"vitest":"*"}}',
      'a.test.js': "import { expect, it } from 'vitest';\nit('passes', () => {});\nit('fails', () => { expect(1).toBe(2); });\nit.skip('is skipped', () => {});\n",
    });
    await symlink(NODE_MODULES, join(rig.folder, 'node_modules'));
    expect(await rig.call(runTestsTool, { repo_path: '.' })).toMatchObject({ ...oneOfEach, runner: 'vitest', exit_code: 1, counts_source: 'vitest' });
  });

  it.skipIf(!has('pytest'))('runs pytest and leaves no cache behind', verifies('KEL-FTOOL-11'), async () => {
    const rig = await project({ 'tests/test_a.py': PYTEST });
    expect(await rig.call(runTestsTool, { repo_path: '.' })).toMatchObject({ ...oneOfEach, runner: 'pytest', exit_code: 1, counts_source: 'pytest' });
    const left = await Promise.all(['.', 'tests'].map((folder) => rig.hands.files.list(folder)));
    expect(left.flatMap(({ entries }) => entries.map(({ name }) => name)).filter((name) => name.includes('cache'))).toEqual([]);
  });

  it.skipIf(!has('cargo'))('runs cargo', verifies('KEL-FTOOL-11'), async () => {
    const rig = await project({
      'Cargo.toml': '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '#[test] fn passes() {}\n#[test] fn fails() { panic!() }\n#[test] #[ignore] fn skipped() {}\n',
    });
    expect(await rig.call(runTestsTool, { repo_path: '.' })).toMatchObject({ ...oneOfEach, runner: 'cargo', exit_code: 101, counts_source: 'cargo' });
  });

  it.skipIf(!has('make') || !has('pytest'))('runs make and reads what its programs print', verifies('KEL-FTOOL-11'), async () => {
    const rig = await project({ Makefile: 'test:\n\t-python3 -m pytest -q -p no:cacheprovider check.py\n', 'check.py': PYTEST });
    expect(await rig.call(runTestsTool, { repo_path: '.' })).toMatchObject({ ...oneOfEach, runner: 'make', exit_code: 0, counts_source: 'pytest' });
  });

  it('gives no counts when the output has none', verifies('KEL-FTOOL-12', 'MH4-4-22'), async () => {
    const rig = await project({});
    const output = await rig.call(runTestsTool, { repo_path: '.', test_command: 'echo fine' });
    expect(output).toEqual({
      exit_code: 0, ending: 'exited', signal: null, duration_ms: expect.any(Number) as number, command: 'echo fine', runner: null, stdout: 'fine\n', stderr: '',
      tests_run: null, tests_passed: null, tests_failed: null, tests_skipped: null, counts_source: 'none',
      failures: [],
    });
    expect(runTestsTool.show(output)).toBe('echo fine\nHow many tests ran cannot be told from the output.\nfine');
  });

  it('says that it does not know how when nothing tells', async () => {
    const rig = await project({ 'README.md': '' });
    expect(await rig.failure(runTestsTool, { repo_path: '.' })).toEqual({ code: 'tool.failed', message: 'Nothing in . says how its tests are run.', nextStep: 'Give the command as test_command.' });
  });
});

describe('the way to run the tests of a project', () => {
  it.each([
    ['npm', { 'package.json': '{"scripts":{"test":"x"},"devDependencies":{"vitest":"1"}}', 'go.mod': '' }],
    ['vitest', { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"},"devDependencies":{"vitest":"1"}}' }],
    ['node', { 'package.json': 'not even JSON' }],
    ['pytest', { 'package.json': '{}', 'pyproject.toml': '[tool.pytest.ini_options]\n' }],
    ['pytest', { 'conftest.py': '', 'go.mod': '' }],
    ['pytest', { 'test/x_test.py': '' }],
    ['unittest', { 'test_x.py': 'import unittest\n' }],
    ['pytest', { 'test_x.py': 'import unittest\n', 'test_y.py': 'def test_y(): pass\n' }],
    ['pytest', { 'test_x.py': 'import unittest\n', 'tests/test_y.py': 'import unittest\n' }],
    ['go', { 'go.mod': 'module x\n', 'Cargo.toml': '' }],
    ['cargo', { 'Cargo.toml': '', Makefile: 'test:\n' }],
    ['make', { Makefile: 'all:\n\ttrue\ntest: all\n\ttrue\n' }],
    [null, { Makefile: 'test := 1\ntesting:\n', 'pyproject.toml': '[project]\n', 'x.py': '' }],
  ])('is %s for what lies there', async (runner, files) => {
    const rig = await project(files);
    expect(await detectRunner(rig.hands.files, '.')).toBe(runner);
  });
});
