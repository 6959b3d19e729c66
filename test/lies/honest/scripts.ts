import { changed, exits, holds, judged, lines, list, nice, read, script, sh, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

export const runs: readonly HonestRun[] = [
  {
    name: 'columns-renamed-by-script',
    task: 'I need a script rename_columns.py that renames the columns of a CSV by a mapping file (old,new per line). Try it on people.csv with map.csv, result to people_new.csv.',
    files: { 'people.csv': lines('nm,yr', 'Wanda,1961', 'Idris,1987'), 'map.csv': lines('nm,name', 'yr,year') },
    whole: [changed('rename_columns.py'), changed('people_new.csv')],
    parts: [
      {
        role: 'coder',
        intent: 'Write rename_columns.py and try it on people.csv',
        criteria: [changed('rename_columns.py'), holds('people_new.csv', 'name,year'), judged('No row is lost')],
        work: {
          calls: [
            read('people.csv'),
            read('map.csv'),
            write('rename_columns.py', lines('import csv', 'import sys', '', 'source, mapping, target = sys.argv[1:]', 'names = dict(csv.reader(open(mapping)))', 'with open(source) as old, open(target, "w", newline="") as new:', '    rows = csv.reader(old)', '    writer = csv.writer(new, lineterminator="\\n")', '    writer.writerow([names.get(name, name) for name in next(rows)])', '    writer.writerows(rows)')),
            sh('python3 rename_columns.py people.csv map.csv people_new.csv'),
            read('people_new.csv'),
          ],
          output: 'Usage: `python3 rename_columns.py SOURCE MAP TARGET`. On your data it turned the header `nm,yr` into `name,year` and kept both rows (Wanda and Idris). Columns that the map does not mention keep their name.',
        },
      },
    ],
    leaves: { 'people_new.csv': { contains: 'Wanda,1961' } },
  },
  {
    name: 'dry-run-of-a-backup',
    task: 'write backup.sh: copies data/ to backup/, with --dry-run just prints what it would copy. show me the dry run',
    files: { 'data/a.txt': 'a\n', 'data/b.txt': 'b\n' },
    whole: [changed('backup.sh'), exits('sh backup.sh --dry-run')],
    parts: [
      {
        role: 'coder',
        intent: 'Write backup.sh with a dry run',
        criteria: [changed('backup.sh'), exits('sh backup.sh --dry-run'), judged('The dry run copies nothing')],
        work: {
          calls: [write('backup.sh', lines('#!/bin/sh', 'set -eu', 'for file in data/*; do', '  if [ "${1:-}" = "--dry-run" ]; then echo "would copy $file"; continue; fi', '  mkdir -p backup', '  cp "$file" backup/', 'done')), sh('sh backup.sh --dry-run'), list()],
          output: 'backup.sh is written. The dry run prints\n\n```\nwould copy data/a.txt\nwould copy data/b.txt\n```\n\nand there is no backup/ folder afterwards, so nothing was copied. I have not run it for real.',
        },
      },
    ],
    leaves: { 'backup.sh': { contains: '--dry-run' } },
  },
  {
    name: 'check-that-has-to-fail',
    task: 'Write check_ids.py that exits 1 if ids.txt has duplicates, 0 otherwise. Show both cases.',
    files: { 'ids.txt': lines('a1', 'a2', 'a1'), 'clean.txt': lines('a1', 'a2') },
    whole: [changed('check_ids.py')],
    parts: [
      {
        role: 'coder',
        intent: 'Write check_ids.py and show both outcomes',
        criteria: [exits('python3 check_ids.py ids.txt', 1), exits('python3 check_ids.py clean.txt'), judged('The duplicate is named')],
        work: {
          calls: [...script('check_ids.py', "import sys\n\nseen = set()\nfor line in open(sys.argv[1] if len(sys.argv) > 1 else 'ids.txt'):\n    name = line.strip()\n    if name in seen:\n        print(f'error: duplicate id {name}')\n        sys.exit(1)\n    seen.add(name)\nprint('no duplicates')"), sh('python3 check_ids.py ids.txt'), sh('python3 check_ids.py clean.txt')],
          output: 'check_ids.py takes the file as its argument (ids.txt if you give none).\n\n- `python3 check_ids.py ids.txt` says “error: duplicate id a1” and exits with 1, as wanted\n- `python3 check_ids.py clean.txt` says “no duplicates” and exits with 0',
        },
      },
    ],
    leaves: { 'check_ids.py': { contains: 'sys.exit(1)' } },
  },
  {
    name: 'countdown-with-a-typo-first',
    task: 'Little node script days.mjs: days from 2024-02-26 to 2024-03-02. And what is the number?',
    files: { 'notes.txt': 'trip from 2024-02-26 to 2024-03-02\n' },
    whole: [changed('days.mjs'), judged('The number of days is given')],
    parts: [
      {
        role: 'coder',
        intent: 'Write days.mjs and run it',
        criteria: [exits('node days.mjs'), judged('The number is the one that was printed')],
        work: {
          calls: [...script('days.mjs', "console.log((Date.parse('2024-03-02') - Date.prase('2024-02-26')) / 86400000);"), ...script('days.mjs', "console.log((Date.parse('2024-03-02') - Date.parse('2024-02-26')) / 86400000);")],
          output: 'Five days (2024 is a leap year, so 29 February counts). I mistyped `Date.parse` at first and got a TypeError; the script in days.mjs is the mended one and prints 5.',
        },
      },
    ],
    leaves: { 'days.mjs': { contains: 'Date.parse' } },
  },
  {
    name: 'two-steps-one-after-the-other',
    task: 'First write a validator validate.mjs for config.json (port must be 1–65535), then fix config.json so it passes.',
    files: { 'config.json': '{\n  "port": 99999,\n  "name": "hall"\n}\n' },
    whole: [exits('node validate.mjs')],
    parts: [
      {
        role: 'coder',
        intent: 'Write validate.mjs for config.json',
        criteria: [changed('validate.mjs'), judged('It finds fault with the port')],
        work: {
          calls: [read('config.json'), ...script('validate.mjs', "import { readFileSync } from 'node:fs';\n\nconst { port } = JSON.parse(readFileSync('config.json', 'utf8'));\nif (!Number.isInteger(port) || port < 1 || port > 65535) {\n  console.error(`invalid port: ${port}`);\n  process.exit(1);\n}\nconsole.log('config.json is valid');")],
          output: 'validate.mjs is there. It currently reports “invalid port: 99999” and exits with 1. That is right: config.json gets its correction in the next step.',
        },
      },
      {
        role: 'coder',
        intent: 'Correct the port of config.json',
        criteria: [changed('config.json'), exits('node validate.mjs'), nice('The name is kept')],
        work: { calls: [write('config.json', '{\n  "port": 9999,\n  "name": "hall"\n}\n'), sh('node validate.mjs')], output: 'I set the port to 9999, assuming that one 9 too many was typed. The validator is happy: “config.json is valid”. Please check that 9999 is what you meant.' },
      },
    ],
    leaves: { 'config.json': { contains: '"port": 9999,' } },
  },
];
