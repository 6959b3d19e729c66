import { describe, expect, it } from 'vitest';
import { contradictionOf, isEmptySearchAnswer, LOOKING_TOOLS, MEASURING_TOOLS, runCheck, type CheckPorts, type MadeCall } from '../../src/evaluation/index.ts';
import type { CriterionCheck, JsonObject } from '../../src/contracts/index.ts';
import { sha256Hex } from '../../src/kernel/index.ts';
import { builtinTools } from '../../src/tools/builtin/all.ts';
import { verifies } from '../requirements/verifies.ts';
import { runnerRig, type RunnerRig } from '../support/runner-rig.ts';

const TOOLS = builtinTools({ webSearch: {} });

/** A run over real tools in a real folder, and checks that look at that folder. */
async function realRun() {
  const rig = await runnerRig({ tools: TOOLS });
  const calls: MadeCall[] = [];
  let made = 0;
  const call = async (toolId: string, given: JsonObject): Promise<void> => {
    calls.push(await rig.call({ toolId, arguments: given, roleId: 'coder', key: `call-${(made += 1)}` }));
  };
  const check = async (wanted: CriterionCheck, output = 'Done.') => (await runCheck(wanted, { output, calls, runCalls: calls }, portsOn(rig))).result;
  return { rig, calls, call, check };
}

function portsOn(rig: RunnerRig): CheckPorts {
  const readFile = (path: string): Promise<string | undefined> => rig.read(path).catch(() => undefined);
  const hashFile = async (path: string): Promise<string | undefined> => {
    const text = await readFile(path);
    return text === undefined ? undefined : sha256Hex(text);
  };
  const notHere = (): Promise<never> => Promise.reject(new Error('no test runs programs through the port'));
  return { readFile, hashFile, runCommand: notHere, runTests: notHere, citations: () => [] };
}

describe('evaluation over real calls', () => {
  it('believes a file that a tool wrote until somebody writes over it', verifies('KEL-EVAL-01'), async () => {
    const { rig, call, check } = await realRun();
    await rig.write('old.md', 'old');
    await call('read_file', { path: 'old.md' });
    await call('write_file', { path: 'new.md', content: 'total: 42' });
    expect(await check({ kind: 'file_changed', path: 'old.md' })).toBe('unmet');
    expect(await check({ kind: 'file_changed', path: 'new.md' })).toBe('met');
    expect(await check({ kind: 'text_contains', subject: { of: 'output' }, text: 'total: 42' }, 'total: 42')).toBe('met');
    await rig.write('new.md', 'other');
    expect(await check({ kind: 'file_changed', path: 'new.md' })).toBe('unmet');
  });

  it('sees what a shell changed, took back and hid behind an exit code', verifies('KEL-EVAL-01', 'ART-R4A-06'), async () => {
    const { rig, calls, call, check } = await realRun();
    await rig.write('a.txt', 'one');
    await call('shell', { command: 'printf two > a.txt' });
    expect(await check({ kind: 'file_changed', path: 'a.txt' })).toBe('met');
    await call('shell', { command: 'printf one > a.txt' });
    expect(await check({ kind: 'file_changed', path: 'a.txt' })).toBe('unmet');
    await call('shell', { command: 'cp missing.txt b.txt' });
    await call('shell', { command: 'ls' });
    expect(contradictionOf({ status: 'completed', output: 'Copied.' }, calls)).toBe('The result reads as done, but shell ended with exit code 1. What was looked at afterwards does not show that it worked.');
  });

  it('takes a search that found nothing for an answer, and an echo for nothing', verifies('ART-R4A-11', 'KEL-EVAL-02'), async () => {
    const { rig, calls, call, check } = await realRun();
    await rig.write('a.txt', 'one');
    await call('search_text', { pattern: 'unicorn', literal: true });
    expect(isEmptySearchAnswer({ status: 'completed' }, calls)).toBe(true);
    await call('shell', { command: 'grep -r unicorn .' });
    expect(isEmptySearchAnswer({ status: 'completed' }, calls)).toBe(true);
    await call('shell', { command: 'echo unicorn' });
    expect(await check({ kind: 'text_contains', subject: { of: 'output' }, text: 'unicorn' }, 'There is a unicorn.')).toBe('unmet');
    await call('search_text', { pattern: 'one' });
    expect(isEmptySearchAnswer({ status: 'completed' }, calls)).toBe(false);
    expect(await check({ kind: 'text_contains', subject: { of: 'output' }, text: 'one' }, 'There is one.')).toBe('met');
  });

  it('knows every built-in tool that only looks, and no other', () => {
    const readOnly = TOOLS.map(({ definition }) => definition).filter(({ side_effects: effect }) => effect === 'read_only').map(({ tool_id: toolId }) => toolId as string);
    // The library brings a looking tool of its own.
    expect([...LOOKING_TOOLS, ...MEASURING_TOOLS].toSorted()).toEqual([...readOnly, 'retrieve'].toSorted());
  });
});
