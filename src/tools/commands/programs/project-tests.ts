/** Runners of tests, of scripts and of development servers. What they run must stand in the workspace. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { plain } from '../expand/marks.ts';
import { readOptions } from './options.ts';
import { judgeCodeFile } from './script-files.ts';
import { runText } from './shells.ts';

const LEAVES = /^(\.\.|\/|~)/;
const OUTPUT = /^--?(o|out|output.*|.*report.*|.*xml|.*json|.*dir|log.*|cov.*|logdir|port|tb)$/i;

/** Operands are tests, which are code; values of options are reports and settings. */
const runsTests: ProgramRule = (call) => {
  for (const [index, argument] of call.args.entries()) {
    const before = call.args[index - 1] ?? '';
    const equals = argument.indexOf('=');
    const isOption = argument.startsWith('-');
    const value = isOption ? (equals === -1 ? '' : argument.slice(equals + 1)) : argument;
    const option = isOption ? argument.slice(0, equals === -1 ? undefined : equals) : before;
    if (/^https?:/.test(value) && !isOption) call.ask('remote_code', `${call.shown} runs ${plain(value)} from the network.`);
    if (!LEAVES.test(value)) call.read(value.split('::')[0] ?? '');
    else if (OUTPUT.test(option)) call.write(value);
    else judgeCodeFile(call, call.paths(value)[0] ?? '', value);
  }
};

/** A server that others can reach is not only a thing of this machine. */
const serves: ProgramRule = (call) => {
  runsTests(call);
  if (call.args.some((argument) => /^(--?[a-z-]*=)?(0\.0\.0\.0|\[?::\]?)(:[0-9]+)?$/.test(argument))) call.ask('listens', `${call.shown} lets other machines connect.`);
};

/** nyc and c8 measure the program that follows. */
const covers: ProgramRule = (call) => {
  const [first = '', ...rest] = readOptions(call.args, { short: 'rnxt', long: ['reporter', 'include', 'exclude', 'report-dir', 'temp-dir'], operandsFirst: true }).operands;
  if (first !== '' && !['report', 'check-coverage', 'merge', 'instrument'].includes(first)) return call.run([first, ...rest]);
};

const coverage: ProgramRule = (call) => {
  const [verb, ...rest] = call.args;
  if (verb !== 'run') return runsTests(call);
  const at = rest.findIndex((argument) => argument === '-m' || !argument.startsWith('-'));
  return call.run(['python', ...(at === -1 ? [] : rest.slice(at))]);
};

/** Each operand is a command line, or the name of one of the project's scripts. */
function runsTogether(call: Call): void {
  const options = readOptions(call.args, { short: 'ncsmplt', long: ['names', 'prefix-colors', 'success', 'max-processes', 'prefix', 'restart-tries', 'kill-signal', 'timings'] });
  for (const text of options.operands) if (!/^(npm|yarn|pnpm|bun|node|deno):[\w:*-]+$/.test(text)) runText(call, text, [], { own: false });
}

function runsScripts(call: Call): void {
  const odd = call.args.find((argument) => !argument.startsWith('-') && !/^[\w:*@./ -]+$/.test(argument));
  const risky = call.args.find((argument) => /(^|:)(deploy|publish|release|destroy)/.test(argument));
  if (odd !== undefined || risky !== undefined) call.ask('build_target', `${call.shown} runs scripts that may do more than build.`);
}

function restarts(call: Call): string | void {
  const options = readOptions(call.args, { short: 'wixed', long: ['watch', 'ignore', 'ext', 'exec', 'delay', 'config', 'signal'], operandsFirst: true });
  const programs = options.all('x', 'exec');
  for (const program of programs) runText(call, program, [], { own: false });
  if (programs.length === 0 && options.operands.length > 0) return call.run(['node', ...options.operands]);
}

const TESTS = (
  'ava bats behave busted cucumber elm-test jasmine jest karma mocha nose2 phpunit pest playwright-ct py.test pytest ' +
  'rspec shunit2 stestr tap testcafe vitest wdio protractor luacheck selene'
).trim().split(' ');
const SERVERS = 'daphne gunicorn hypercorn json-server streamlit tensorboard uvicorn'.split(' ');
const OPEN_SERVERS = 'http-server serve live-server browser-sync'.split(' ');

/** These let everyone connect unless they are told otherwise. */
const servesOpenly: ProgramRule = (call) => {
  serves(call);
  if (!call.args.some((argument) => /(^|[/=@])(localhost|127\.0\.0\.1)(:|$)/.test(argument))) call.ask('listens', `${call.shown} lets other machines connect.`);
};

const goTests: ProgramRule = (call) => {
  if (call.args.some((argument) => /^--(raw-command|post-run-command|watch-chdir)/.test(argument))) call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
};

const kotlin: ProgramRule = (call) => {
  if (call.args.some((argument) => /^-(e|expression)$/.test(argument))) call.ask('inline_code', `${call.shown} runs code that is given on the command line.`);
  return runsTests(call);
};

export const PROJECT_TEST_PROGRAMS: ProgramTable = {
  ...Object.fromEntries(TESTS.map((name) => [name, runsTests])),
  ...Object.fromEntries(SERVERS.map((name) => [name, serves])),
  ...Object.fromEntries(OPEN_SERVERS.map((name) => [name, servesOpenly])),
  gotestsum: goTests, kotlin,
  watchexec: (call) => void (call.args.includes('--') ? call.run(call.args.slice(call.args.indexOf('--') + 1)) : call.ask('runs_program', `${call.shown} runs a program again and again.`)),
  nyc: covers, c8: covers, coverage, concurrently: runsTogether, nodemon: restarts,
  'npm-run-all': runsScripts, 'run-s': runsScripts, 'run-p': runsScripts,
};
