import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE, LINT, runStep, TYPES, WEB_TYPES } from './steps.ts';

/** How many done requirements are proved by mutation on every run, within the time that all of it may take; `npm run requirements` proves all. */
const MUTATION_SAMPLE = '4';

/** Everything that tests put into the system's folder for temporary files, to be taken away when they are done: it comes to half a gigabyte. */
const temporary = mkdtempSync(join(tmpdir(), 'keelson-test-'));
// As open as the folder that it stands in for: some tests work as another account.
chmodSync(temporary, 0o1777);
const report = join(temporary, 'report.json');
const arguments_ = process.argv.slice(2);

const results = [await runStep(TYPES), await runStep(LINT), await runStep(BUNDLE)];
results.push(
  await runStep({
    name: 'tests',
    program: process.execPath,
    args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...arguments_],
    environment: { TMPDIR: temporary },
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
try {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
} catch (error) {
  console.error(`Not everything that the tests left in ${temporary} could be taken away: ${String(error)}`);
}
// This line stands alone, so that a machine can read it.
if (summary !== undefined) console.log(`${summary.numPassedTests} passed, ${summary.numFailedTests} failed, ${summary.numPendingTests} skipped`);
if (results.includes(false)) {
  console.log('FAILED: see the steps marked above');
  process.exitCode = 1;
}
