import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callRef, made, portsOf, shell, workOf, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { CriterionCheck } from '../../contracts/index.ts';
import { KeelsonError, sha256Hex } from '../../kernel/index.ts';
import type { CheckPorts } from './check-ports.ts';
import { met } from './finding.ts';
import { runCheck } from './run-check.ts';

const CHECKS: readonly CriterionCheck[] = [
  { kind: 'file_changed', path: 'a.txt' },
  { kind: 'file_removed', path: 'gone.txt' },
  { kind: 'text_contains', subject: { of: 'output' }, text: '7' },
  { kind: 'text_contains', subject: { of: 'file', path: 'a.txt' }, text: '7' },
  { kind: 'text_lacks', subject: { of: 'output' }, text: 'x' },
  { kind: 'json_valid', subject: { of: 'output' }, schema: null },
  { kind: 'tests_pass', command: null },
  { kind: 'exit_code', command: 'make', code: 0 },
  { kind: 'number_in_range', subject: { of: 'output' }, pointer: null, min: null, max: null },
  { kind: 'tool_completed', tool_id: 'shell' },
  { kind: 'citations_resolve', min: 1 },
];

/** A world in which everything is as it should be, so that only the calls can be what is missing. */
const KIND_WORLD = portsOf({
  files: { 'a.txt': '7' },
  exitCode: 0,
  tests: { run: 3 },
  citations: [{ quote: 'word for word', chunkText: 'It is word for word so.', ref: { kind: 'document', key: 'chunk' } }],
});

const brokenCall = fc
  .record({
    tool: fc.constantFrom('shell', 'write_file', 'read_file', 'run_tests', 'mcp__x__y'),
    end: fc.constantFrom<{ errorCode: string } | { status: 'interrupted' | 'truncated'; output: null }>({ errorCode: 'tool.failed' }, { errorCode: 'tool.timed_out' }, { status: 'interrupted', output: null }, { status: 'truncated', output: null }),
    nth: fc.integer({ min: 1, max: 9 }),
    leaves: fc.boolean(),
  })
  .map(({ tool, end, nth, leaves }) => made(tool, { nth, arguments: { path: 'a.txt', command: 'make', content: '7' }, shown: '7', ...end, ...(leaves && { edits: { 'a.txt': { after: '7' }, 'gone.txt': { before: 'x' } } }) }));

describe('runCheck', () => {
  it('calls nothing met by a run in which no call completed', verifies('KEL-EVAL-07', 'ART-R4A-05'), async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CHECKS), fc.array(brokenCall, { maxLength: 5 }), fc.array(brokenCall, { maxLength: 3 }), async (check, calls, earlier) => {
        expect((await runCheck(check, workOf(calls, '7', earlier), KIND_WORLD)).result).toBe('unmet');
      }),
      { numRuns: 300 },
    );
  });

  it('says so, and takes printing one\'s own words for no call', verifies('KEL-EVAL-07'), async () => {
    for (const calls of [[], [shell('echo done', { stdout: 'done' })]]) {
      expect(await runCheck({ kind: 'exit_code', command: 'make', code: 0 }, workOf(calls), KIND_WORLD)).toEqual({ result: 'unmet', evidence: 'No call of this run completed, so nothing that may be there is its work.', refs: [], failureClass: 'logical' });
    }
  });

  it('names a record for everything it calls met, and a class for everything unmet', verifies('KEL-EVAL-07'), async () => {
    const calls = [shell('make', { stdout: '7 x', edits: { 'a.txt': { before: '6', after: '7' }, 'gone.txt': { before: 'y' } } })];
    for (const output of ['7', '', 'x']) {
      for (const check of CHECKS) {
        const { result, refs, failureClass } = await runCheck(check, workOf(calls, output), KIND_WORLD);
        expect({ check, named: refs.length > 0 || result === 'unmet', classed: failureClass !== null }).toEqual({ check, named: true, classed: result === 'unmet' });
      }
    }
    const found = await Promise.all(CHECKS.map((check) => runCheck(check, workOf(calls, '7'), KIND_WORLD)));
    expect(found.map(({ result }) => result)).toEqual(CHECKS.map(() => 'met'));
  });

  it('turns a pass that no record shows into a failure', verifies('KEL-EVAL-07'), () => {
    expect(met('It is so.', [])).toEqual({ result: 'unmet', evidence: 'It is so. But no record of this run shows it.', refs: [], failureClass: 'logical' });
    const refs = Array.from({ length: 12 }, (_, at) => callRef(Math.ceil(at / 1.2)));
    expect(met('It is so.', refs)).toEqual({ result: 'met', evidence: 'It is so.', refs: [0, 1, 2, 3, 4, 5, 6, 7].map(callRef), failureClass: null });
  });

  const failing = (code: 'sandbox.failed' | 'journal.cancelled' | 'counter.exhausted'): CheckPorts => ({
    ...KIND_WORLD,
    runCommand: async () => {
      throw new KeelsonError(code, { message: 'The sandbox is gone.', nextStep: 'Wait.', data: {} as never });
    },
  });
  const EXIT: CriterionCheck = { kind: 'exit_code', command: 'make', code: 0 };

  it('leaves open what the environment did not let it look at', verifies('KEL-EVAL-08'), async () => {
    expect(await runCheck(EXIT, workOf([shell('make')]), failing('sandbox.failed'))).toEqual({ result: 'open', evidence: 'It could not be looked at: The sandbox is gone.', refs: [], failureClass: null });
  });

  it('leaves open a schema that nobody can use', verifies('KEL-EVAL-08'), async () => {
    const finding = await runCheck({ kind: 'json_valid', subject: { of: 'output' }, schema: { $ref: 'https://example.org/far' } }, workOf([shell('make')], '{}'), KIND_WORLD);
    expect(finding.result).toBe('open');
  });

  it('does not take a stop, a spent budget or a defect for a finding', verifies('KEL-EVAL-08'), async () => {
    for (const code of ['journal.cancelled', 'counter.exhausted'] as const) await expect(runCheck(EXIT, workOf([shell('make')]), failing(code))).rejects.toMatchObject({ code });
    const defect = new TypeError('defect');
    await expect(runCheck(EXIT, workOf([shell('make')]), { ...KIND_WORLD, runCommand: () => Promise.reject(defect) })).rejects.toBe(defect);
  });

  it('compares bytes where it can, and leaves open what is no text where it cannot', verifies('KEL-EVAL-08', 'KEL-LIE-74'), async () => {
    const picture = '\uFFFDPNG';
    const work = workOf([wrote('a.png', { after: 'the real bytes' })]);
    const { hashFile: _none, ...textOnly } = portsOf({ files: { 'a.png': picture, 'a.txt': '7' } });
    const check: CriterionCheck = { kind: 'file_changed', path: 'a.png' };
    expect(await runCheck(check, work, textOnly)).toEqual({ result: 'open', evidence: 'a.png is no text, and its bytes could not be compared with what the run left.', refs: [], failureClass: null });
    expect(await runCheck(check, work, { ...textOnly, hashFile: async () => sha256Hex('the real bytes') })).toEqual({ result: 'met', evidence: 'write_file created a.png, and it still holds what that call left.', refs: [callRef(1)], failureClass: null });
    expect((await runCheck({ kind: 'file_changed', path: 'a.txt' }, workOf([wrote('a.txt', { after: '7' })]), textOnly)).result).toBe('met');
  });

  it('does not call meddled with what a command of a check left', verifies('KEL-LIE-74'), async () => {
    const work = workOf([wrote('herd.db', { after: 'the real bytes' })]);
    const check: CriterionCheck = { kind: 'file_changed', path: 'herd.db' };
    const left = sha256Hex('as the check left it');
    const resultWith = async (leftByCheck: () => string | undefined) => (await runCheck(check, work, { ...portsOf(), hashFile: async () => left, leftByCheck: leftByCheck as () => undefined })).result;
    expect([await resultWith(() => left), await resultWith(() => sha256Hex('another')), await resultWith(() => undefined)]).toEqual(['met', 'unmet', 'unmet']);
  });

  it('does not call gone what cannot be read as text, such as a database', verifies('KEL-LIE-74'), async () => {
    const work = workOf([wrote('herd.db', { after: 'the real bytes' })]);
    const check: CriterionCheck = { kind: 'file_changed', path: 'herd.db' };
    expect((await runCheck(check, work, { ...portsOf(), hashFile: async () => sha256Hex('the real bytes') })).evidence).toBe('write_file created herd.db, and it still holds what that call left.');
    expect((await runCheck(check, work, { ...portsOf(), hashFile: async () => undefined })).evidence).toBe('herd.db was changed by write_file, but it is not there any more.');
    const { hashFile: _none, ...textOnly } = portsOf();
    expect((await runCheck(check, work, textOnly)).evidence).toBe('herd.db was changed by write_file, but it is not there any more.');
  });
});
