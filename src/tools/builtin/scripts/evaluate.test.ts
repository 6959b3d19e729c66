import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { evaluateTool } from './evaluate.ts';
import { evaluateInEngine } from './evaluate-in-engine.ts';
import { EVALUATION_LOG_LINES_MAX } from './limits.ts';

async function refusalOf(code: string, timeMs = 300): Promise<string> {
  return evaluateInEngine({ code, timeMs, seed: null }).then(
    ({ json }) => `gave ${json}`,
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );
}

describe('evaluate', () => {
  it('gives the result of an expression or of the last statement of a program, with what was logged', async () => {
    const rig = await toolRig();
    const sum = await rig.call(evaluateTool, { expression: '(3 + 4) / 2 // half' });
    const program = await rig.call(evaluateTool, { code: 'const all = [1, 2]; console.log("seen", { n: all.length }); all.map((n) => n * 2)' });
    expect([sum, program]).toEqual([
      { result: 3.5, result_type: 'number', log: [], is_log_cut: false },
      { result: [2, 4], result_type: 'object', log: ['seen {"n":2}'], is_log_cut: false },
    ]);
    expect([sum, program].map((output) => evaluateTool.show(output))).toEqual(['3.5', '[2,4]\n\nLog:\nseen {"n":2}']);
  });

  it('takes an expression or code, never both or neither', () => {
    const taken = [{ expression: '1' }, { code: '1' }, {}, { expression: '1', code: '1' }, { expression: '' }].map((input) => evaluateTool.input?.safeParse(input).success);
    expect(taken).toEqual([true, true, false, false, false]);
  });

  it('says in words what JSON has no word for', async () => {
    const results = await Promise.all(['2n ** 70n', '1 / 0', 'undefined', '() => 1', 'null', '[NaN, 5n]'].map((code) => evaluateInEngine({ code, timeMs: 1_000, seed: null })));
    expect(results.map(({ json, type }) => [json, type])).toEqual([
      ['"1180591620717411303424"', 'bigint'],
      ['"Infinity"', 'number'],
      [null, 'undefined'],
      [null, 'function'],
      ['null', 'null'],
      ['["NaN","5"]', 'object'],
    ]);
  });

  it('ends loops, memory bombs, deep recursion, huge texts and slow patterns with a clear error', verifies('KEL-DTOOL-03'), async () => {
    const time = 'The code did not end within 300 ms.';
    const memory = 'The code needed more than 64 MB of memory.';
    const depth = 'The code calls itself too deeply, or its result is nested too deeply.';
    const bombs: [string, string][] = [
      ['for (;;);', time],
      ['try { for (;;); } catch { 1 }', time],
      ['/(a+)+$/.test("a".repeat(40) + "b")', time],
      ['new Uint8Array(2e8)', memory],
      ['"x".repeat(2 ** 29)', memory],
      ['let s = "x"; for (;;) s += s', 'The code made a text that is too long.'],
      ['const f = () => f() + 1; f()', depth],
      ['let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; o', depth],
      ['"x".repeat(300000)', 'The result has 300002 characters as JSON; at most 200000 are given back.'],
    ];
    for (const [code, message] of bombs) expect([code, await refusalOf(code, message === time ? 300 : 20_000)]).toEqual([code, message]);
  });

  it('gives results nested as deeply as a record can hold, and no deeper', async () => {
    const nested = (depth: number): string => `let a = "[[\\"[["; for (let i = 0; i < ${depth}; i++) a = i % 2 ? [a] : { a, b: 1 }; a`;
    const deepest = await refusalOf(nested(200), 20_000);
    expect([deepest.startsWith('gave '), await refusalOf(nested(201), 20_000)]).toEqual([true, 'The code calls itself too deeply, or its result is nested too deeply.']);
  });

  it('ends what the engine itself cannot interrupt, by ending its process', verifies('KEL-DTOOL-03'), async () => {
    const rig = await toolRig();
    expect(await rig.failure(evaluateTool, { code: 'new Array(4e9).sort()', time_limit_ms: 1 })).toEqual({
      code: 'tool.failed',
      message: 'The code did not end within 1 ms.',
      nextStep: 'Do less work, allow more time with time_limit_ms, or use run_node.',
    });
  });

  it('reaches nothing of the host', verifies('KEL-DTOOL-04'), async () => {
    const names = ['process', 'require', 'fetch', 'std', 'os', 'setTimeout', 'performance', 'navigator', 'WebAssembly', '__write'];
    const { json } = await evaluateInEngine({ code: `[${names.map((name) => `typeof ${name}`).join(', ')}, Function("return typeof process")()]`, timeMs: 1_000, seed: null });
    expect(JSON.parse(json ?? '')).toEqual(['undefined', ...names.map(() => 'undefined')]);
    expect(await refusalOf('import("fs")')).toBe('The code failed with Error: the result is a promise; nothing waits for it here');
  });

  it('gives the same answer every time: no clock, and chance only by a seed', verifies('KEL-DTOOL-04'), async () => {
    const noClock = 'The code failed with Error: The clock is not available here: results must be repeatable. Pass the time as a value.';
    const clocks = await Promise.all(['Date.now()', 'new Date()', 'Date()', 'new (new Date(0).constructor)()'].map((code) => refusalOf(code)));
    const draw = async (seed: number) => (await evaluateInEngine({ code: 'Array.from({ length: 3 }, () => Math.random())', timeMs: 1_000, seed })).json;
    const drawn = [await draw(7), await draw(7), await draw(8)];
    expect(clocks).toEqual([1, 2, 3, 4].map(() => noClock));
    expect(await refusalOf('Math.random()')).toBe('The code failed with Error: Chance is not available here: results must be repeatable. Give a seed to draw numbers.');
    expect([drawn[0] === drawn[1], drawn[0] === drawn[2]]).toEqual([true, false]);
    expect((await evaluateInEngine({ code: 'new Date(Date.UTC(2024, 0, 31)).toISOString()', timeMs: 1_000, seed: null })).json).toBe('"2024-01-31T00:00:00.000Z"');
  });

  it('bounds the log and says that it was cut', async () => {
    const { log, isLogCut } = await evaluateInEngine({ code: 'for (let i = 0; i < 1200; i++) console.log(i)', timeMs: 1_000, seed: null });
    expect([log.length, isLogCut]).toEqual([EVALUATION_LOG_LINES_MAX, true]);
    expect(evaluateTool.show({ result: null, result_type: 'undefined', log: ['1'], is_log_cut: true })).toBe('(undefined)\n\nLog:\n1\n[The log was longer; the rest of it was left out.]');
  });

  it('tells what the code threw, in bounds, and takes nothing it words itself for an end of the engine', verifies('KEL-DTOOL-03'), async () => {
    const thrown = ['x.y', 'throw { a: 1 }', '1 +', 'throw null', 'throw 5', 'throw new Error("interrupted")', 'throw new TypeError("out of memory")', 'throw "y".repeat(600)'];
    expect(await Promise.all(thrown.map((code) => refusalOf(code)))).toEqual([
      "The code failed with ReferenceError: 'x' is not defined",
      'The code failed with {"a":1}',
      "The code failed with SyntaxError: unexpected token in expression: ''",
      'The code failed with null',
      'The code failed with 5',
      'The code failed with Error: interrupted',
      'The code failed with TypeError: out of memory',
      `The code failed with "${'y'.repeat(499)}`,
    ]);
  });
});
