'use strict';
// What `npm start` does: the command it was given, and without one it serves the page.

if (process.argv.length === 2) process.argv.push('serve');
require('../bin/keelson.cjs');
