import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES } from '../test/architecture/module-table.ts';
import { moduleTableMarkdown } from '../test/architecture/rules.ts';
import { ROOT } from '../test/architecture/source-files.ts';
import { CONFIG_SCHEMA_FILE, configSchema } from './config-schema.ts';
import { typeOwners } from './type-owners.ts';

const START = '<!-- module table: written by `npm run docs` -->';
const END = '<!-- end of module table -->';

/** Puts the module table between its two marks in the README. */
export function withModuleTable(readme: string): string {
  const start = readme.indexOf(START) + START.length;
  return `${readme.slice(0, start)}\n${moduleTableMarkdown(MODULES)}\n${readme.slice(readme.indexOf(END))}`;
}

// `npm run docs` writes what is derived; tests fail while it is out of date.
const readme = join(ROOT, 'README.md');
writeFileSync(readme, withModuleTable(readFileSync(readme, 'utf8')));
writeFileSync(join(ROOT, 'src/contracts/type-owners.json'), typeOwners());
writeFileSync(join(ROOT, CONFIG_SCHEMA_FILE), configSchema());
