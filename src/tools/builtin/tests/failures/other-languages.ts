import { z } from 'zod';
import { firstWords, NO_PLACE, placeIn, until, type FailuresParser, type TestFailure } from './test-failure.ts';

/** The short summary at the end names every test; the part above it tells where. */
export const pytestFailures: FailuresParser = (lines) => {
  const start = lines.findIndex((line) => line.startsWith('=') && line.includes(' short test summary info '));
  if (start === -1) return [];
  return lines.slice(start + 1).flatMap((line): TestFailure[] => {
    const kind = ['FAILED ', 'ERROR '].find((one) => line.startsWith(one));
    if (kind === undefined) return [];
    const told = line.slice(kind.length);
    const end = told.indexOf(' - ');
    const [file = '', ...names] = (end === -1 ? told : told.slice(0, end)).split('::');
    const name = names.join('::');
    return [{ name: name === '' ? `${file} (the file itself)` : name, file, line: lineOfPytest(lines, start, file, names), message: end === -1 ? null : told.slice(end + 3) }];
  });
};

/** `test_b.py:3: AssertionError`, in the part under the name of the test. */
function lineOfPytest(lines: readonly string[], end: number, file: string, names: readonly string[]): number | null {
  const title = names.join('.');
  const at = lines.findIndex((line) => line.startsWith('_') && (line.includes(` ${title} `) || line.includes(` of ${title} `)));
  if (at === -1 || at > end) return null;
  const body = until(lines.slice(0, end), at + 1, (line) => line.startsWith('____') || line.startsWith('===='));
  const place = body.findLast((line) => line.startsWith(`${file}:`))?.slice(file.length + 1);
  const line = place === undefined ? undefined : /^\d{1,7}/.exec(place)?.[0];
  return line === undefined ? null : Number(line);
}

/** `FAIL: test_adds (test_a.Sums.test_adds)`, then a traceback whose last line is the error. */
export const unittestFailures: FailuresParser = (lines) =>
  lines.flatMap((line, at): TestFailure[] => {
    const kind = ['FAIL: ', 'ERROR: '].find((one) => line.startsWith(one));
    if (kind === undefined || !(lines[at - 1] ?? '').startsWith('=====')) return [];
    const body = until(lines, at + 1, (one) => one.startsWith('=====') || one.startsWith('Ran '));
    const frames = body.flatMap((one) => FRAME.exec(one.trim()) ?? []);
    const [, file = null, number] = FRAME.exec(body.findLast((one) => FRAME.test(one.trim()))?.trim() ?? '') ?? [];
    return [{ name: line.slice(kind.length), file, line: number === undefined ? null : Number(number), message: frames.length === 0 ? firstWords(body.slice(1)) : (body.findLast((one) => one.trim() !== '' && !one.startsWith('---') && !one.startsWith(' ')) ?? null) }];
  });
const FRAME = /^File "([^"]{1,400})", line (\d{1,7})/;

/** `---- tests::boom stdout ----`, then `thread '…' panicked at src/lib.rs:8:17:` and what it said. */
export const cargoFailures: FailuresParser = (lines) => {
  const told = new Map(
    lines.flatMap((line, at): [string, TestFailure][] => {
      if (!line.startsWith('---- ') || !line.endsWith(' stdout ----')) return [];
      const name = line.slice('---- '.length, -' stdout ----'.length);
      const body = until(lines, at + 1, (one) => one.startsWith('---- ') || one.startsWith('failures:'));
      const panic = body.findIndex((one) => one.startsWith('thread ') && one.includes(' panicked at '));
      const said = body[panic] ?? '';
      const place = placeIn(said.slice(said.indexOf(' panicked at ') + ' panicked at '.length));
      return [[name, { name, ...(place ?? NO_PLACE), message: firstWords(panic === -1 ? body : body.slice(panic + 1)) }]];
    }),
  );
  const named = lines.flatMap((line) => (line.startsWith('test ') && line.endsWith(' ... FAILED') ? [line.slice('test '.length, -' ... FAILED'.length)] : []));
  return named.map((name) => told.get(name) ?? { name, ...NO_PLACE, message: null });
};

const GoEvent = z.object({ Action: z.string(), Test: z.string().optional(), Output: z.string().optional() });

/** What each test printed, and which of them failed. A test of which only a part failed is told by that part. */
export const goJsonFailures: FailuresParser = (lines) => {
  const printed = new Map<string, string[]>();
  const failed: string[] = [];
  for (const line of lines) {
    const event = line.startsWith('{') ? GoEvent.safeParse(parsed(line)).data : undefined;
    if (event?.Test === undefined) continue;
    if (event.Action === 'output') printed.set(event.Test, [...(printed.get(event.Test) ?? []), (event.Output ?? '').trimEnd()]);
    if (event.Action === 'fail') failed.push(event.Test);
  }
  return failed.filter((name) => !failed.some((other) => other.startsWith(`${name}/`))).map((name) => ({ name, ...goPlace(printed.get(name) ?? []) }));
};

/** `--- FAIL: TestB (0.00s)`, with what it logged below it. */
export const goFailures: FailuresParser = (lines) => {
  const found = lines.flatMap((line, at): TestFailure[] => {
    const text = line.trimStart();
    if (!text.startsWith('--- FAIL: ')) return [];
    const [name = ''] = text.slice('--- FAIL: '.length).split(' ');
    return [{ name, ...goPlace(until(lines, at + 1, (one) => one.trimStart().startsWith('--- ') || one.startsWith('FAIL') || one.startsWith('=== '))) }];
  });
  return found.filter(({ name }) => !found.some((other) => other.name.startsWith(`${name}/`)));
};

/** `    a_test.go:8: got 2, want 3` */
function goPlace(lines: readonly string[]): Pick<TestFailure, 'file' | 'line' | 'message'> {
  for (const line of lines) {
    const [, file, number, message] = /^([^\s:]{1,300}\.go):(\d{1,7}): ?(.{0,2000})$/.exec(line.trim()) ?? [];
    if (file !== undefined) return { file, line: Number(number), message: message === undefined || message === '' ? null : message };
  }
  const panic = lines.find((line) => line.trim().startsWith('panic: '));
  return { ...NO_PLACE, message: panic?.trim() ?? null };
}

/** `not ok 2 - b`, and what the block below it says; suites that only hold failed tests are left out. */
export const tapFailures: FailuresParser = (lines) =>
  lines.flatMap((line, at): TestFailure[] => {
    const name = /^\s{0,80}not ok\b(?: \d{1,9})?(?: -)? ?(.{0,1000})$/.exec(line)?.[1];
    if (name === undefined || /# (?:skip|todo)/i.test(line)) return [];
    const block = (lines[at + 1] ?? '').trim() === '---' ? until(lines, at + 2, (one) => one.trim() === '...') : [];
    if (block.some((one) => one.trim() === "failureType: 'subtestsFailed'")) return [];
    const place = placeIn(valueOf(block, 'location') ?? valueOf(block, 'at') ?? '');
    return [{ name: name === '' ? 'a test without a name' : name, ...(place ?? NO_PLACE), message: valueOf(block, 'error') ?? valueOf(block, 'message') ?? null }];
  });

/** `key: 'value'`, or the first line of a block that begins with a bar. */
function valueOf(block: readonly string[], key: string): string | undefined {
  const at = block.findIndex((line) => line.trimStart().startsWith(`${key}: `));
  const told = block[at]?.trim().slice(key.length + 2);
  if (told === undefined) return undefined;
  if (told.startsWith('|') || told.startsWith('>')) return firstWords(block.slice(at + 1)) ?? undefined;
  return told.startsWith("'") || told.startsWith('"') ? told.slice(1, -1) : told;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
