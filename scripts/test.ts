import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE, LINT, runStep, TYPES, WEB_TYPES } from './steps.ts';

/** How many done requirements are proved by mutation on every run, within the time that all of it may take; `npm run requirements` proves all. */
const MUTATION_SAMPLE = '4';

const report = join(mkdtempSync(join(tmpdir(), 'keelson-test-')), 'report.json');
const arguments_ = process.argv.slice(2);

const results = [await runStep(TYPES), await runStep(LINT), await runStep(BUNDLE)];
results.push(
  await runStep({
    name: 'tests',
    program: process.execPath,
    args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...arguments_],
  }),
);
if (arguments_.length === 0) {
  results.push(await runStep(WEB_TYPES));
  results.push(
    await runStep({ name: 'mutation sample', program: process.execPath, args: ['scripts/requirements.ts', '--sample', MUTATION_SAMPLE] }),
  );
}

interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}
// A run that was ended from outside leaves no report.
const summary = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Summary) : undefined;
rmSync(join(report, '..'), { recursive: true });
// This line stands alone, so that a machine can read it.
if (summary !== undefined) console.log(`${summary.numPassedTests} passed, ${summary.numFailedTests} failed, ${summary.numPendingTests} skipped`);
if (results.includes(false)) {
  console.log('FAILED: see the steps marked above');
  process.exitCode = 1;
}
