'use strict';
// Puts the program together where that has not been done for these very sources. Without it everything works as well, only
// slower, so whatever stands in its way (an old Node, a folder that cannot be written, no bundler) is no failure here.

const { join } = require('node:path');
const { programFile } = require('../bin/program-file.cjs');

const NEEDED_MAJOR = 24;
const root = join(__dirname, '..');

if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR && programFile(root).endsWith('.ts')) {
  import('./bundle/bundle-program.ts')
    .then(({ bundleProgram }) => bundleProgram(root))
    .catch((error) => {
      if (process.argv.includes('--verbose')) process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
    });
}
