#!/usr/bin/env node
'use strict';
// Runs on any Node: answers --version by itself, and hands everything else to Node 24,
// which comes with the package, when the caller's own is older.

const NEEDED_MAJOR = 24;
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${require('../package.json').version}\n`);
} else if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  const nodeModule = require('node:module');
  if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
  import('../src/main/index.ts').then((program) => program.main(args)).catch((error) => {
    process.stderr.write(`keelson: a defect: ${error && error.stack ? error.stack : error}\n`);
    process.exitCode = 70;
  });
} else {
  runOn(bundledNode());
}

function bundledNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  try {
    return require.resolve(`${name}/${program}`);
  } catch {
    process.stderr.write(
      `keelson: Node ${process.versions.node} is too old, and the package ${name} that brings Node ${NEEDED_MAJOR} is not installed.\n` +
        `         Run \`npm ci\` in the Keelson folder, or install Node ${NEEDED_MAJOR} or later.\n`,
    );
    process.exit(1);
  }
}

function runOn(node) {
  const { spawn } = require('node:child_process');
  const child = spawn(node, [__filename, ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both, so it is passed on only where there is none: twice would mean "at once".
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
  child.on('error', (error) => {
    process.stderr.write(`keelson: cannot start ${node}: ${error.message}\n`);
    process.exit(1);
  });
}
