import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT, sourceFiles } from '../test/architecture/source-files.ts';
import { exportedFunctions, type ExportedFunction } from './scenario-coverage/exported-functions.ts';
import { keyOf, touchedIn, verdictOn, type ProcessTrace } from './scenario-coverage/touched-functions.ts';
import { UNTOUCHED } from './scenario-coverage/untouched.ts';

const HELP = `npm run scenario-coverage -- [options]
Plays every scenario through the real program with a trace, and prints the exported functions of mother, loops,
context and oversight that nothing touched. Exits 1 when one is left that untouched.ts gives no reason for.
  --only NAMES   only the scenarios of a run whose name holds one of these, with commas between
  --into FILE    adds to what earlier plays touched, and keeps it there
  --read         plays nothing, and reads FILE`;

const MODULES = ['mother', 'loops', 'context', 'oversight'];
/** Only what starts the program as a person does; a test that puts modules together itself shows nothing about the product. */
const PLAYED = ['test/scenarios/run/run-scenarios.test.ts', 'test/golden', 'test/scenarios/budgets-command-line.test.ts', 'test/scenarios/code-done-again.test.ts', 'test/scenarios/larger-model.test.ts'];

/** For tests that name none of their own: a traced process is several times slower. */
const TEST_TIMEOUT_MS = 300_000;

const { values } = parseArgs({ options: { only: { type: 'string' }, into: { type: 'string' }, read: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } });

/** The scenarios, whose processes leave their traces in the folder. False when one of them fails. */
function play(folder: string): Promise<boolean> {
  const files = values.only === undefined ? PLAYED : PLAYED.slice(0, 1);
  const args = ['node_modules/vitest/vitest.mjs', 'run', `--testTimeout=${TEST_TIMEOUT_MS}`, ...files];
  const env = { ...process.env, SCENARIOS: values.only ?? 'all', SCENARIO_TRACE: folder };
  return new Promise((settle, fail) => {
    spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
      .on('error', fail)
      .on('exit', (code) => settle(code === 0));
  });
}

function touchedByPlaying(functions: readonly ExportedFunction[], folder: string): string[] {
  const byUrl = Map.groupBy(functions, ({ file }) => pathToFileURL(join(ROOT, file)).href);
  return readdirSync(folder).flatMap((name) => touchedIn(JSON.parse(readFileSync(join(folder, name), 'utf8')) as ProcessTrace, byUrl));
}

async function main(): Promise<number> {
  const sources = sourceFiles(MODULES.map((name) => `src/${name}`), '.ts').filter(({ path }) => !path.endsWith('.test.ts'));
  const functions = sources.flatMap(({ path, text }) => exportedFunctions(path, text));
  const before = values.into !== undefined && existsSync(values.into) ? (JSON.parse(readFileSync(values.into, 'utf8')) as string[]) : [];
  const touched = new Set(before);
  let allKept = true;
  if (!values.read) {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-trace-'));
    try {
      allKept = await play(folder);
      for (const key of touchedByPlaying(functions, folder)) touched.add(key);
    } finally {
      rmSync(folder, { recursive: true });
    }
    if (values.into !== undefined) writeFileSync(values.into, `${JSON.stringify([...touched].sort(), null, 1)}\n`);
  }
  const all = functions.map(keyOf);
  const { untouched, listedInVain } = verdictOn(all, touched, UNTOUCHED);
  for (const key of untouched) console.log(`untouched: ${key}`);
  for (const key of listedInVain) console.log(`listed in untouched.ts, and touched or gone: ${key}`);
  if (!allKept) console.log('Some scenarios failed; see above.');
  console.log(`${all.filter((key) => touched.has(key)).length} of ${all.length} exported functions touched, ${Object.keys(UNTOUCHED).length} listed with a reason`);
  // A play of a part says nothing about the whole.
  const isPart = values.only !== undefined && values.into === undefined;
  return allKept && (isPart || (untouched.length === 0 && listedInVain.length === 0)) ? 0 : 1;
}

if (values.help) console.log(HELP);
else process.exitCode = await main();
