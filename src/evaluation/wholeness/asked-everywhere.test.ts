import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { made, read, shell } from '../../../test/support/made-calls.ts';
import type { SeenFile, WholeWork } from '../objections/whole-work.ts';
import type { MadeCall } from '../work.ts';
import { askedEverywhere, foldersInWords } from './asked-everywhere.ts';
import { everywhereDone } from './everywhere-done.ts';
import { unheededFolders } from './unheeded-folders.ts';

const file = (path: string, now: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: now, now });
const against = (asked: string, files: readonly SeenFile[]): string[] => everywhereDone({ asked, criteria: [], outputs: [], unsure: [], calls: [], files } satisfies WholeWork).map(({ why }) => why);

describe('an order about every file of a folder', () => {
  it.each([
    ['Put the line "// Copyright Quay Ltd" on top of every file in src.', { folder: 'src', ending: '', isOfFiles: true, text: '// Copyright Quay Ltd', isToHold: true }],
    ['Add `use strict` to all .js files under lib/core/.', { folder: 'lib/core', ending: '.js', isOfFiles: true, text: 'use strict', isToHold: true }],
    ['Replace the name Kestrel by Heron in all pages of docs.', { folder: 'docs', ending: '', isOfFiles: true, text: 'Kestrel', isToHold: false }],
    ['Rename Kestrel to Heron throughout the folder docs.', { folder: 'docs', ending: '', isOfFiles: true, text: 'Kestrel', isToHold: false }],
    ['Please rename “old_total” to “sum” in every file of ./src.', { folder: 'src', ending: '', isOfFiles: true, text: 'old_total', isToHold: false }],
    ['Rename the environment variable OLD_ID to NEW_ID everywhere: code, scripts, handbook.', { folder: '.', ending: '', isOfFiles: true, text: 'OLD_ID', isToHold: false }],
    ['Remove "DRAFT" from each page in the folder notes.', { folder: 'notes', ending: '', isOfFiles: true, text: 'DRAFT', isToHold: false }],
  ])('is read: %s', verifies('KEL-LIE-41'), (asked, order) => {
    expect(askedEverywhere(asked)).toEqual([order]);
    expect(foldersInWords(asked)).toEqual([order.folder]);
  });

  it.each([
    ['Write a one-line reply to each letter in letters.'],
    ['Does every file in src hold "use strict"?'],
    ['Do not replace Kestrel by Heron in all pages of docs.'],
    ['Change every test in tests so that it is faster.'],
    ['Replace run by runner in every file in src.'],
    ['Add a test for each function in /etc or ../other.'],
    ['Put "a" on top of every file in ../other.'],
    ['Replace the boiler with care.'],
  ])('is not made out of other words: %s', verifies('KEL-LIE-41'), (asked) => {
    expect(askedEverywhere(asked)).toEqual([]);
  });

  it('is looked at in all of them, also where nobody touched them', verifies('KEL-LIE-41'), () => {
    const put = 'Put the line "// mine" on top of every .js file in src.';
    expect(against(put, [file('src/a.js', '// mine\n1'), file('src/b.js', '2'), file('src/c.md', '3'), file('lib/d.js', '4')])).toEqual(['“// mine” was asked for in every file of src, and is not in src/b.js.']);
    expect(against(put, [file('src/a.js', '// mine\n1'), file('src/empty.js', ''), file('lib/d.js', '4')])).toEqual([]);
    expect(against(put.replace('.js ', ''), [{ ...file('src/a.js', '// mine\n1'), hasChanged: true }, file('src/data.json', '{}'), file('src/logo.png', 'PNG\uFFFD\0')])).toEqual([]);
    const replace = 'Replace the name Kestrel by Heron in all pages of docs.';
    expect(against(replace, ['a', 'b', 'c', 'd'].map((name) => file(`docs/${name}.md`, 'Ask Kestrel.')))).toEqual(['“Kestrel” was to be gone from every file of docs, and still stands in docs/a.md, docs/b.md, docs/c.md and 1 more.']);
    expect(against(replace, ['a', 'b', 'c'].map((name) => file(`docs/${name}.md`, 'Kestrel')))).toEqual(['“Kestrel” was to be gone from every file of docs, and still stands in docs/a.md, docs/b.md, docs/c.md.']);
    expect(against(replace, [file('docs/a.md', 'Heron, once of Kestrelton.'), file('other.md', 'Kestrel')])).toEqual([]);
  });
});

describe('a folder of which all files are meant', () => {
  const listed = ['pages/a.md', 'pages/b.md', 'pages/c.md', 'pages/logo.png'];
  const left = (asked: string, calls: readonly MadeCall[]): string[] => unheededFolders({ asked, criteria: [], outputs: [], unsure: [], calls, files: [], listed }).map(({ why }) => why);

  it('is left half done when some of its files were opened and others not', verifies('KEL-LIE-41'), () => {
    expect(left('Translate all pages in pages into German.', [read('pages/a.md', 'One.')])).toEqual(['Every file of pages was meant, and nothing was done with pages/b.md, pages/c.md.']);
    expect(left('Translate all pages in pages into German.', [read('pages/a.md', 'One.'), made('search_text', { arguments: { pattern: 'x', path: 'docs' } })])).toHaveLength(1);
  });

  it.each<readonly [string, string, readonly MadeCall[]]>([
    ['all were opened', 'Translate all pages in pages.', ['a', 'b', 'c'].map((name) => read(`pages/${name}.md`, 'x'))],
    ['none was', 'Write a reply to each letter in pages.', [made('glob', { arguments: { pattern: 'pages/*' }, shown: 'pages/a.md' })]],
    ['a search went through it', 'Check every page in pages.', [read('pages/a.md', 'x'), made('search_text', { arguments: { pattern: 'x', path: 'pages' } })]],
    ['a program was run', 'Check every page in pages.', [read('pages/a.md', 'x'), shell('node check.mjs')]],
    ['what stands in the files is meant', 'Fix all errors in pages.', [read('pages/a.md', 'x')]],
  ])('is not, when %s', verifies('KEL-LIE-41'), (_, asked, calls) => {
    expect(left(asked, calls)).toEqual([]);
  });
});

describe('an order about everything', () => {
  it('is looked at in every file of every kind', verifies('KEL-LIE-114'), () => {
    const asked = 'Rename OLD_ID to NEW_ID everywhere.';
    expect(against(asked, [file('src/a.js', 'NEW_ID'), file('handbook.md', 'Set OLD_ID.'), file('bin/start.sh', 'NEW_ID=7')])).toEqual(['“OLD_ID” was to be gone from every file of the folder, and still stands in handbook.md.']);
    expect(against(asked, [file('src/a.js', 'NEW_ID'), file('handbook.md', 'Set NEW_ID.')])).toEqual([]);
  });
});
