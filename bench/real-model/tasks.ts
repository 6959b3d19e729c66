/**
 * The tasks of the scenarios, without their scripts, given to a small real model one after another. It fails at nearly all of
 * them; what counts is that every run says so: no success that is none, a true reason at each end, nothing touched outside.
 * `node bench/real-model/tasks.ts [FOLDER] [--context TOKENS] [--tasks N] [--minutes N]` keeps what came of each task in FOLDER
 * and goes on where it stopped; the table at the end is of all that were done.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { readLine, type Played } from '../../test/scenarios/run/played.ts';
import { shortfalls } from '../../test/scenarios/run/expectations.ts';
import { readScenarios, type RunScenario } from '../../test/scenarios/run/scenario-file.ts';
import { LAUNCHER } from '../../test/support/keelson-home.ts';
import { treeHash } from './tree-hash.ts';
import { MODEL, startSmallModel, TRAINED_CONTEXT_TOKENS } from './small-model.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { context: { type: 'string', default: String(TRAINED_CONTEXT_TOKENS) }, tasks: { type: 'string', default: '40' }, minutes: { type: 'string', default: '60' } } });
const CONTEXT_TOKENS = Number(values.context);
/** What one task may take; a weak model does not get better with more. */
const LIMITS = ['--max-tokens', '30000', '--max-tool-calls', '6', '--max-minutes', '4', '--on-limit', 'end'];
const OUTPUT_TOKENS = 256;
/** A phase has time for calls that take minutes each. */
const PHASES = Object.fromEntries(['plan', 'execute', 'review', 'finalize'].map((phase) => [phase, { timeout_sec: 900 }]));

interface Done {
  readonly name: string;
  readonly reason: string;
  readonly modelCalls: number;
  readonly seconds: number;
  /** What does not hold of this run: a law broken, a success that is none, something touched outside. */
  readonly faults: readonly string[];
}

/** Different tasks that are put to a model, spread over all there are. */
function chosen(count: number): RunScenario[] {
  const seen = new Set<string>();
  const fit = readScenarios().filter(({ command, model, repository }) => {
    const [verb, task = ''] = command;
    if (verb !== 'run' || task.startsWith('--') || task.trim() === '' || model === null || repository || seen.has(task)) return false;
    seen.add(task);
    return true;
  });
  const every = Math.max(1, fit.length / count);
  return fit.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every)).slice(0, count);
}

async function give(scenario: RunScenario, port: number): Promise<Done> {
  const root = mkdtempSync(join(tmpdir(), 'keelson-weak-'));
  const [home, workspace, beside] = [join(root, 'home'), join(root, 'work', 'space'), join(root, 'work', 'beside')];
  const put = (file: string, content: string): void => (mkdirSync(dirname(file), { recursive: true }), writeFileSync(file, content));
  try {
    mkdirSync(workspace, { recursive: true });
    for (const [path, content] of Object.entries(scenario.workspace)) put(join(workspace, path), content);
    put(join(beside, 'kept.txt'), 'not to be touched');
    const model = { model_id: MODEL, provider: 'here', name: MODEL, tiers: ['flash', 'coding', 'frontier'], capabilities: ['tool_calling', 'strict_json', 'coding'], context_tokens: CONTEXT_TOKENS, output_tokens_max: OUTPUT_TOKENS };
    put(join(home, 'keelson.config.json'), JSON.stringify({ models: { default_model: MODEL, providers: { here: { format: 'openai_chat', base_url: `http://127.0.0.1:${port}/v1`, structured_output: 'native' } }, models: [model] }, runs: { phases: PHASES } }));
    const outside = (): string => treeHash(root, [home, workspace]);
    const before = outside();
    const started = performance.now();
    const child = spawn(process.execPath, [LAUNCHER, 'run', scenario.command[1] ?? '', '--unattended', '--json', '--engine', 'model', ...LIMITS], { cwd: workspace, env: { PATH: process.env['PATH'], HOME: root, LANG: 'C.UTF-8', KEELSON_HOME: home, OLLAMA_HOST: '127.0.0.1:1' }, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    const played = playedFrom(output, stderr, exitCode, (path) => (existsSync(join(workspace, path)) ? readFileSync(join(workspace, path), 'utf8') : undefined), Object.keys(scenario.expect.files ?? {}));
    const reason = played.report?.termination.reason ?? 'no report';
    const faults = [...falsehoods(scenario, played, reason), ...(outside() === before ? [] : ['something outside the folder was touched'])];
    return { name: scenario.name, reason, modelCalls: played.report?.report?.model_calls ?? 0, seconds: Math.round((performance.now() - started) / 1_000), faults };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function playedFrom(output: string, stderr: string, exitCode: number | null, read: (path: string) => string | undefined, paths: readonly string[]): Played {
  const lines = output.split('\n').filter((line) => line !== '').map(readLine);
  return {
    events: lines.flatMap((line) => ('event' in line ? [line.event] : [])),
    report: lines.flatMap((line) => ('report' in line ? [line.report] : [])).at(-1),
    strangeLines: lines.flatMap((line) => ('strange' in line ? [line.strange] : [])),
    exitCode,
    output,
    stderr,
    requests: [],
    files: new Map(paths.map((path) => [path, read(path)])),
    troubles: [],
  };
}

/** The laws of every run; and of a success that the world is as the scenario says it is after a true one. */
function falsehoods({ expect }: RunScenario, played: Played, reason: string): string[] {
  if (played.report === undefined) return [`it ended with ${String(played.exitCode)} and no report: ${played.stderr.slice(-400)}`];
  const { termination } = played.report;
  const laws = shortfalls({ exit_code: played.exitCode ?? -1, reason: termination.reason }, played);
  if (reason !== 'success') return laws;
  if (expect.reason !== 'success') return [...laws, `a success, where ${expect.reason ?? 'no run'} is the truth`];
  return [...laws, ...shortfalls({ exit_code: 0, reason: 'success', files: expect.files, answer_contains: expect.answer_contains }, played)];
}

function table(done: readonly Done[]): void {
  const reasons = [...new Set(done.map(({ reason }) => reason))].map((reason) => [reason, done.filter((one) => one.reason === reason)] as const).toSorted(([, one], [, other]) => other.length - one.length);
  console.log(`\n| reason | tasks | model calls | seconds |\n|---|---|---|---|`);
  const sum = (of: readonly Done[], field: 'modelCalls' | 'seconds'): number => of.reduce((total, one) => total + one[field], 0);
  for (const [reason, of] of reasons) console.log(`| ${reason} | ${of.length} | ${sum(of, 'modelCalls')} | ${sum(of, 'seconds')} |`);
  const faulty = done.filter(({ faults }) => faults.length > 0);
  console.log(`\n${done.length} tasks, ${faulty.length} with something that does not hold`);
  for (const { name, faults } of faulty) console.log(`  ${name}: ${faults.join('; ')}`);
}

const model = await startSmallModel(positionals[0], CONTEXT_TOKENS);
const kept = join(model.folder, `tasks-${CONTEXT_TOKENS}.jsonl`);
const done: Done[] = existsSync(kept) ? readFileSync(kept, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Done) : [];
const endAt = performance.now() + Number(values.minutes) * 60_000;
try {
  for (const scenario of chosen(Number(values.tasks))) {
    if (performance.now() > endAt || done.some(({ name }) => name === scenario.name)) continue;
    const one = await give(scenario, model.port);
    done.push(one);
    appendFileSync(kept, `${JSON.stringify(one)}\n`);
    console.log(`${one.name}: ${one.reason}, ${one.modelCalls} calls, ${one.seconds} s${one.faults.map((fault) => `\n  ${fault}`).join('')}`);
  }
} finally {
  model.stop();
}
table(done);
process.exitCode = done.some(({ faults }) => faults.length > 0) ? 1 : 0;
