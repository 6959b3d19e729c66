'use strict';
// Which file is the program: one that was put together from exactly the sources that lie here, or else the sources.

const { readFileSync, statSync } = require('node:fs');
const { join, sep } = require('node:path');

const SOURCES = join('src', 'main', 'index.ts');
/** Says where the program lies that was put together, and of what it was made. */
const RECORD = join('dist', 'program.json');

/** The module to start from, below the folder of this package. Tests ask for the sources, which they change and count. */
function programFile(root, environment = {}) {
  const record = environment.KEELSON_FROM_SOURCES === '1' ? undefined : readRecord(root);
  const isUsable = record !== undefined && (isInstalled(root) || isMadeOfWhatIsHere(root, record));
  return join(root, isUsable ? record.program : SOURCES);
}

function readRecord(root) {
  try {
    const record = JSON.parse(readFileSync(join(root, RECORD), 'utf8'));
    return statSync(join(root, record.program), { throwIfNoEntry: false }) === undefined ? undefined : record;
  } catch {
    return undefined;
  }
}

/** Nobody edits an installed package, and unpacking it gave its files other times. */
function isInstalled(root) {
  return root.includes(`${sep}node_modules${sep}`);
}

/** A file that was added since counts for nothing before one of these names it. */
function isMadeOfWhatIsHere(root, { files }) {
  return files.every(([file, size, changedMs]) => {
    const found = statSync(join(root, file), { throwIfNoEntry: false });
    return found !== undefined && found.size === size && found.mtimeMs === changedMs;
  });
}

module.exports = { programFile, RECORD, SOURCES };
