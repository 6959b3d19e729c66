import { z } from 'zod';
import type { CountsParser } from './summary-parsers.ts';
import type { TestCounts } from './test-counts.ts';

/** Programs that tell each test and no sum: counted, so only when nothing of the output is missing. */

const GoEvent = z.object({ Action: z.string(), Test: z.string().optional() });
const GO_ACTIONS: Readonly<Record<string, keyof TestCounts>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

/** `go test -json`: a line of JSON for everything that happens; subtests are tests too. */
export const parseGoJson: CountsParser = (lines) => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let isGo = false;
  for (const line of lines) {
    const event = line.startsWith('{"Time":') || line.startsWith('{"Action":') || line.startsWith('{"ImportPath":') ? readGoEvent(line) : null;
    if (event === null) continue;
    isGo = true;
    const kind = event.Test === undefined ? undefined : GO_ACTIONS[event.Action];
    if (kind !== undefined) counts[kind] += 1;
  }
  return isGo ? counts : null;
};

function readGoEvent(line: string): z.infer<typeof GoEvent> | null {
  try {
    return GoEvent.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** `go test -v`. Without `-v` Go names only what fails, so there is nothing to count. */
export const parseGoVerbose: CountsParser = (lines) => {
  if (!lines.some((line) => line.startsWith('=== RUN '))) return null;
  const ends = lines.map((line) => line.trimStart());
  const count = (word: string): number => ends.filter((line) => line.startsWith(`--- ${word}: `)).length;
  return { passed: count('PASS'), failed: count('FAIL'), skipped: count('SKIP') };
};

/** Any TAP whose plan holds. Node's own has a summary, which is read instead. */
export const parseTap: CountsParser = (lines) => {
  const plans = lines.flatMap((line) => /^1\.\.(\d{1,9})(?: |$)/.exec(line)?.[1] ?? []);
  const points = lines.filter((line) => /^(?:not )?ok\b/.test(line));
  if (plans.length !== 1 || Number(plans[0]) !== points.length) return null;
  const isSkipped = (line: string): boolean => /# (?:skip|todo)/i.test(line);
  const skipped = points.filter(isSkipped).length;
  const failed = points.filter((line) => line.startsWith('not ok') && !isSkipped(line)).length;
  return { passed: points.length - skipped - failed, failed, skipped };
};
