#!/usr/bin/env node
'use strict';
// Runs on any Node: answers --version by itself, and hands everything else to Node 24,
// which comes with the package, when the caller's own is older. There it starts the program.

const NEEDED_MAJOR = 24;
const CANNOT_WRITE = 74;
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.on('error', () => (process.exitCode = CANNOT_WRITE));
  process.stdout.write(`${require('../package.json').version}\n`);
} else if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  const nodeModule = require('node:module');
  const { directory } = nodeModule.enableCompileCache();
  // Threads take part in the cache only when the environment names it; Node adds a folder of its version below.
  if (directory) process.env.NODE_COMPILE_CACHE ??= require('node:path').dirname(directory);
  const { join } = require('node:path');
  const program = require('./program-file.cjs').programFile(join(__dirname, '..'), process.env);
  import(require('node:url').pathToFileURL(program).href).then(({ main }) => main(args)).catch((error) => {
    process.stderr.write(`keelson: a defect: ${require('./readable-stack.cjs').readableStack(error)}\n`);
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
  // Only the child decides how to end. A terminal sends Ctrl-C to both, so it may get it twice; it knows.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    // End as the child did, which our own handler would prevent.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  child.on('error', (error) => {
    process.stderr.write(`keelson: cannot start ${node}: ${error.message}\n`);
    process.exit(1);
  });
}
