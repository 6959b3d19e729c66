'use strict';
// Tells where a defect lies in the sources, also when the program was put together from them.

const { readFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { fileURLToPath } = require('node:url');

/** A place in a file, as every line of a stack ends. */
const PLACE = /file:\/\/[^\s()]+\.js:\d+:\d+/g;

function readableStack(error) {
  const stack = error && error.stack ? error.stack : String(error);
  const maps = new Map();
  return stack.replace(PLACE, (place) => inSources(place, maps));
}

/** Maps are read only now: reading them at every start would take longer than starting. */
function inSources(place, maps) {
  const [, address, line, column] = /^(.*):(\d+):(\d+)$/.exec(place);
  try {
    if (!maps.has(address)) maps.set(address, new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(address)}.map`, 'utf8'))));
    const found = maps.get(address).findEntry(Number(line) - 1, Number(column) - 1);
    return `${new URL(found.originalSource, address).href}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  } catch {
    return place;
  }
}

module.exports = { readableStack };
