'use strict';
// Puts the program and its page together where that has not been done for these very sources. Without the first everything
// works as well, only slower; without the second all but the page. So whatever stands in the way (an old Node, a folder that
// cannot be written, no bundler) is no failure here.

const { join } = require('node:path');
const { programFile } = require('../bin/program-file.cjs');

const NEEDED_MAJOR = 24;
const root = join(__dirname, '..');

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) handOver();
else {
  if (programFile(root).endsWith('.ts')) attempt(() => import('./bundle/bundle-program.ts').then(({ bundleProgram }) => bundleProgram(root)));
  attempt(() => import('./bundle/build-page.ts').then(({ buildPage }) => buildPage(root)));
}

function attempt(work) {
  work().catch((error) => {
    if (process.argv.includes('--verbose')) process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
  });
}

/** To the Node that comes with the package, where the caller's own is older. */
function handOver() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const node = require.resolve(`${name}/${process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'}`);
    require('node:child_process').spawnSync(node, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  } catch (error) {
    if (process.argv.includes('--verbose')) process.stderr.write(`${error.message}\n`);
  }
}
