import { describe, expect, it } from 'vitest';
import { made, read, shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { classifyCall, classifyError, classifyFailure } from './failure-class.ts';

const codes = (...names: string[]): string[] => names.map((code) => classifyError({ code }));

describe('whose fault a failure is', () => {
  it('is the environment\'s for network, permission, what is missing, and time', verifies('ART-R4A-08'), () => {
    const environmental = ['network.unreachable', 'network.refused', 'path.denied', 'path.missing', 'tool.refused_by_policy', 'tool.timed_out', 'tool.unavailable', 'tool.rate_limited', 'sandbox.failed', 'mcp.disconnected', 'model.call_failed', 'ledger.disk_full', 'counter.exhausted'];
    expect(codes(...environmental)).toEqual(environmental.map(() => 'environmental'));
  });

  it('is the approach\'s for what was asked wrongly, and for every failure that nobody classed', verifies('ART-R4A-08'), () => {
    const logical = ['tool.unknown', 'tool.arguments_invalid', 'tool.failed', 'tool.approval_denied', 'tool.role_not_allowed', 'path.wrong_kind', 'archive.refused', 'something.new', 'plan.invalid'];
    expect(codes(...logical)).toEqual(logical.map(() => 'logical'));
  });

  it('is read from what a program says where it has no code of ours', verifies('ART-R4A-08'), () => {
    expect(classifyCall(shell('cp a b', { exitCode: 1, stderr: "cp: cannot stat 'a': No such file or directory" }))).toBe('environmental');
    expect(classifyCall(shell('npm i', { exitCode: 1, stdout: 'getaddrinfo ENOTFOUND registry' }))).toBe('environmental');
    expect([124, 126, 127, 137, 143, 2].map((exitCode) => classifyCall(shell('make', { exitCode })))).toEqual(['environmental', 'environmental', 'environmental', 'environmental', 'environmental', 'logical']);
    expect(classifyCall(made('shell', { output: { exit_code: null, ending: 'out_of_memory' } }))).toBe('environmental');
    expect(classifyCall(made('write_file', { status: 'interrupted' }))).toBe('environmental');
    expect(classifyCall(made('write_file', { errorCode: 'path.exists' }))).toBe('logical');
    expect(classifyCall(wrote('a', { after: 'x' }))).toBeNull();
  });

  it('is that of the primary call, and logical where everything that was done went well', verifies('ART-R4A-08'), () => {
    expect(classifyFailure({ calls: [made('write_file', { errorCode: 'path.denied' }), read('a', 'x')] })).toBe('environmental');
    expect(classifyFailure({ calls: [made('http_fetch', { errorCode: 'network.unreachable' }), wrote('a', { after: 'x' })] })).toBe('logical');
    expect(classifyFailure({ calls: [] })).toBe('logical');
  });
});
