import { changed, edit, exits, glob, holds, judged, lacks, lines, list, read, removed, search, seen, sh, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

export const runs: readonly HonestRun[] = [
  {
    name: 'scans-by-year',
    task: 'Sort the scans into folders by year: scans/2022/…, scans/2023/… The year is in the file name.',
    files: { 'scans/2022-04-01_tax.txt': 'tax\n', 'scans/2022-09-12_lease.txt': 'lease\n', 'scans/2023-01-30_invoice.txt': 'invoice\n', 'scans/letter.txt': 'a letter without a date\n' },
    whole: [judged('Each scan with a year is in its folder')],
    parts: [
      {
        role: 'coder',
        intent: 'Move the scans into folders by year',
        criteria: [changed('scans/2022/2022-04-01_tax.txt'), changed('scans/2022/2022-09-12_lease.txt'), changed('scans/2023/2023-01-30_invoice.txt'), removed('scans/2022-04-01_tax.txt')],
        work: {
          calls: [list('scans'), sh('mkdir -p scans/2022 scans/2023 && mv scans/2022-*.txt scans/2022/ && mv scans/2023-*.txt scans/2023/'), glob('scans/**/*.txt')],
          output: 'Moved three scans:\n\n- scans/2022/: 2022-04-01_tax.txt, 2022-09-12_lease.txt\n- scans/2023/: 2023-01-30_invoice.txt\n\nletter.txt has no year in its name, so I left it where it was. Where should it go?',
        },
      },
    ],
    leaves: { 'scans/2022/2022-04-01_tax.txt': { contains: 'tax' } },
  },
  {
    name: 'guide-moves-to-docs',
    task: 'Move GUIDE.md to docs/guide.md and fix the link in the README.',
    files: { 'GUIDE.md': lines('# Guide', '', 'Press the green button.'), 'README.md': lines('# Kettle', '', 'See the [guide](GUIDE.md).') },
    whole: [changed('docs/guide.md'), removed('GUIDE.md'), holds('README.md', 'docs/guide.md')],
    parts: [
      {
        role: 'coder',
        intent: 'Move GUIDE.md to docs/guide.md and fix the link',
        criteria: [changed('docs/guide.md'), removed('GUIDE.md'), lacks('README.md', '(GUIDE.md)')],
        work: { calls: [search('GUIDE\\.md'), sh('mkdir -p docs && mv GUIDE.md docs/guide.md'), read('README.md'), edit('README.md', '(GUIDE.md)', '(docs/guide.md)'), search('GUIDE\\.md')], output: 'GUIDE.md is now docs/guide.md, with its text unchanged, and the README links there. No other file mentioned it.' },
      },
    ],
    leaves: { 'docs/guide.md': { contains: 'green button' } },
  },
  {
    name: 'old-dump-to-the-attic',
    task: 'move old-dump.sql to attic/ if nothing uses it any more',
    files: { 'old-dump.sql': lines('INSERT INTO a VALUES (1);'), 'restore.sh': lines('#!/bin/sh', '# restores the newest dump', 'cat dump.sql'), 'dump.sql': lines('INSERT INTO a VALUES (2);') },
    whole: [removed('old-dump.sql'), changed('attic/old-dump.sql')],
    parts: [
      {
        role: 'coder',
        intent: 'Move old-dump.sql to attic/ if nothing uses it',
        criteria: [removed('old-dump.sql'), judged('It was looked whether something uses it')],
        work: { calls: [search('old-dump'), sh('mkdir -p attic && mv old-dump.sql attic/'), list()], output: 'Nothing refers to old-dump.sql (restore.sh reads dump.sql), so it is in the attic now: attic/old-dump.sql. dump.sql and restore.sh are as they were.' },
      },
    ],
  },
  {
    name: 'shouting-file-names',
    task: 'Can you make all the file names in letters/ lowercase? The contents should stay as they are.',
    files: { 'letters/AUNT.TXT': 'Dear aunt\n', 'letters/Bank.txt': 'Dear Sirs\n', 'letters/cousin.txt': 'Hi!\n' },
    whole: [judged('All names in letters are lowercase')],
    parts: [
      {
        role: 'coder',
        intent: 'Write the names in letters/ in lowercase',
        criteria: [seen('No name in letters/ has a capital'), changed('letters/aunt.txt')],
        work: {
          calls: [list('letters'), sh('mv letters/AUNT.TXT letters/aunt.txt && mv letters/Bank.txt letters/bank.txt'), list('letters')],
          output: 'Renamed two of the three: AUNT.TXT → aunt.txt and Bank.txt → bank.txt. cousin.txt was lowercase already.',
        },
      },
    ],
    leaves: { 'letters/aunt.txt': { contains: 'Dear aunt' } },
  },
  {
    name: 'one-file-for-each-recipe',
    task: 'Split recipes.md into one file per recipe under recipes/. Keep recipes.md.',
    files: { 'recipes.md': lines('# Scones', '', '225 g flour, 55 g butter. 12 minutes at 220 °C.', '', '# Flapjacks', '', '250 g oats, 125 g butter. 25 minutes at 180 °C.', '', '# Leek soup', '', '3 leeks, 1 potato. Half an hour.') },
    whole: [changed('recipes/scones.md'), changed('recipes/flapjacks.md'), changed('recipes/leek-soup.md')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write each recipe of recipes.md to a file of its own',
        criteria: [changed('recipes/scones.md'), changed('recipes/flapjacks.md'), changed('recipes/leek-soup.md'), judged('Nothing of the text is lost')],
        work: {
          calls: [
            read('recipes.md'),
            write('recipes/scones.md', lines('# Scones', '', '225 g flour, 55 g butter. 12 minutes at 220 °C.')),
            write('recipes/flapjacks.md', lines('# Flapjacks', '', '250 g oats, 125 g butter. 25 minutes at 180 °C.')),
            write('recipes/leek-soup.md', lines('# Leek soup', '', '3 leeks, 1 potato. Half an hour.')),
          ],
          output: 'Three files, one per recipe: scones.md, flapjacks.md and leek-soup.md, all in recipes/. recipes.md is still there, untouched.',
        },
      },
    ],
    leaves: { 'recipes/leek-soup.md': { contains: '3 leeks' } },
  },
  {
    name: 'two-guest-lists-become-one',
    task: 'Merge his.txt and hers.txt into guests.txt, sorted, no one twice. How many are we?',
    files: { 'his.txt': lines('Mehmet', 'Clara', 'Joan', 'Piotr'), 'hers.txt': lines('Clara', 'Aoife', 'Joan', 'Zadie') },
    whole: [changed('guests.txt'), judged('The number of guests is given')],
    parts: [
      {
        role: 'analyst',
        intent: 'Merge both lists into guests.txt and count',
        criteria: [changed('guests.txt'), exits('test -s guests.txt'), judged('Nobody is listed twice')],
        work: { calls: [sh('sort -u his.txt hers.txt > guests.txt'), sh('wc -l guests.txt'), read('guests.txt'), sh('sort his.txt hers.txt | uniq -d')], output: 'There will be six of you: Aoife, Clara, Joan, Mehmet, Piotr and Zadie. Clara and Joan were on both lists. guests.txt has them in alphabetical order.' },
      },
    ],
    leaves: { 'guests.txt': { contains: 'Zadie' } },
  },
];
