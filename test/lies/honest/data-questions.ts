import { average, calc, changed, count, exits, fits, holds, inRange, judged, lines, query, ran, read, script, seen, sh, sum, told, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

const SHOPS = lines('city,month,units,returned', 'Leeds,2024-01,120,6', 'York,2024-01,95,2', 'Leeds,2024-02,140,9', 'York,2024-02,101,5', 'Hull,2024-02,33,0', 'Leeds,2024-03,128,4', 'York,2024-03,,', 'Hull,2024-03,41,3');
const MEMBERS = lines('id,name,joined,email', '1,Grace Hopper,2019-05-02,grace@example.org', '2,Alan Turing,2020-11-30,alan@example.org', '3,Katherine Johnson,2018-01-15,kj@example.org', '4,Alan Turing,2023-02-01,alan.t@example.org');
const ORDERS = `${JSON.stringify([{ id: 'A-17', due: '2024-06-03', delivered: '2024-06-01' }, { id: 'A-18', due: '2024-06-03', delivered: '2024-06-07' }, { id: 'A-19', due: '2024-06-10', delivered: null }, { id: 'A-20', due: '2024-06-11', delivered: '2024-06-12' }], null, 2)}\n`;

export const runs: readonly HonestRun[] = [
  {
    name: 'leeds-sold-most',
    task: 'Which city in shops.csv sold the most units?',
    files: { 'shops.csv': SHOPS },
    whole: [judged('The city is named')],
    parts: [
      {
        role: 'analyst',
        intent: 'Find the city with the most units in shops.csv',
        criteria: [ran('query_table'), told('Leeds')],
        work: { calls: [query('shops.csv', { group_by: ['city'], aggregates: [sum('units')], order_by: [{ column: 'total', direction: 'desc' }] })], output: 'Leeds, with 388 units in three months. York comes second (196; its March figure is missing), Hull third (74).', numbers: [{ name: 'units of Leeds', value: 388, unit: 'units', call: 1 }] },
      },
    ],
  },
  {
    name: 'share-of-returns',
    task: 'What percentage of units came back, per city? A table would be nice. One decimal is enough.',
    files: { 'shops.csv': SHOPS },
    whole: [judged('A share is given for every city')],
    parts: [
      {
        role: 'analyst',
        intent: 'Give the share of returned units for each city',
        criteria: [judged('Shares follow from units and returned')],
        work: {
          calls: [query('shops.csv', { group_by: ['city'], aggregates: [sum('units', 'units'), sum('returned', 'returned')] }), calc('[19/388, 7/196, 3/74].map((share) => Math.round(share * 1000) / 10)')],
          output: '| City | Units | Returned | Share |\n|---|---:|---:|---:|\n| Leeds | 388 | 19 | 4.9 % |\n| York | 196 | 7 | 3.6 % |\n| Hull | 74 | 3 | 4.1 % |\n\nYork has no figures for March, so its share is that of January and February only.',
          numbers: [{ name: 'share of Leeds', value: 4.9, unit: '%', call: 2 }],
        },
      },
    ],
  },
  {
    name: 'roughly-a-fifth-more',
    task: 'Did Leeds sell more in February than in January, and by how much? In words please, it goes into a newsletter.',
    files: { 'shops.csv': SHOPS },
    whole: [judged('The change is told in words')],
    parts: [
      {
        role: 'analyst',
        intent: 'Compare the units of Leeds in January and February',
        criteria: [judged('The change follows from the table')],
        work: { calls: [query('shops.csv', { where: [{ column: 'city', op: 'eq', value: 'Leeds' }] }), calc('(140 - 120) / 120')], output: 'Yes: in February our Leeds shop sold twenty more units than in January, an increase of about a sixth (roughly 17 %). In March it slipped back to 128.', numbers: [{ name: 'increase', value: 0.16666666666666666, unit: null, call: 2 }] },
      },
    ],
  },
  {
    name: 'members-in-a-database',
    task: 'Import members.csv into an SQLite database members.db (table members) and tell me who has been with us longest.',
    files: { 'members.csv': MEMBERS },
    whole: [changed('members.db'), judged('The longest member is named')],
    parts: [
      {
        role: 'coder',
        intent: 'Import members.csv into members.db and find the longest member',
        criteria: [changed('members.db'), exits('python3 import_members.py'), told('Katherine Johnson')],
        work: {
          calls: [
            read('members.csv'),
            ...script('import_members.py', "import csv, sqlite3\nrows = list(csv.DictReader(open('members.csv')))\ndb = sqlite3.connect('members.db')\ndb.execute('DROP TABLE IF EXISTS members')\ndb.execute('CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT, joined TEXT, email TEXT)')\ndb.executemany('INSERT INTO members VALUES (:id, :name, :joined, :email)', rows)\ndb.commit()\nprint('imported', len(rows), 'members')"),
            { name: 'sql_query', arguments: { database_path: 'members.db', query: 'SELECT name, joined FROM members ORDER BY joined LIMIT 1' } },
          ],
          output: 'The four members are in `members.db` now (imported by `import_members.py`, which can be run again safely: it drops the table first). The longest-standing member is Katherine Johnson, who joined on 15 January 2018.',
        },
      },
    ],
  },
  {
    name: 'orders-that-were-late',
    task: 'which orders in orders.json were delivered late, and how late?',
    files: { 'orders.json': ORDERS },
    whole: [judged('Late orders and their delay are named')],
    parts: [
      {
        role: 'analyst',
        intent: 'Find the orders that were delivered after they were due',
        criteria: [judged('Delivered is compared with due for each order'), told('A-18')],
        work: {
          calls: [read('orders.json'), ...script('late.mjs', "import { readFileSync } from 'node:fs';\nfor (const { id, due, delivered } of JSON.parse(readFileSync('orders.json', 'utf8'))) {\n  if (delivered === null) console.log(id, 'not delivered');\n  else if (delivered > due) console.log(id, (Date.parse(delivered) - Date.parse(due)) / 86400000, 'days late');\n}")],
          output: 'Two orders were late:\n\n- **A-18**: due 3 June, delivered 7 June, four days late\n- **A-20**: due 11 June, delivered 12 June, one day late\n\nA-19 (due 10 June) has no delivery date at all, so it may be on its way, lost or simply not recorded. A-17 came two days early.',
        },
      },
    ],
  },
  {
    name: 'months-as-a-table-in-a-file',
    task: 'Make months.md: one row per month with total units, newest first.',
    files: { 'shops.csv': SHOPS },
    whole: [changed('months.md'), holds('months.md', '2024-03')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write the units of each month to months.md',
        criteria: [changed('months.md'), judged('The totals are those of shops.csv')],
        work: {
          calls: [query('shops.csv', { group_by: ['month'], aggregates: [sum('units')], order_by: [{ column: 'month', direction: 'desc' }] }), write('months.md', lines('# Units by month', '', '| Month | Units |', '| --- | ---: |', '| 2024-03 | 169 |', '| 2024-02 | 274 |', '| 2024-01 | 215 |', '', 'March lacks York, whose cell is empty.'))],
          output: 'months.md is there: March 169, February 274, January 215. Bear in mind that York has not reported for March yet.',
          numbers: [{ name: 'units in February', value: 274, unit: null, call: 1 }],
        },
      },
    ],
    leaves: { 'months.md': { contains: '274' } },
  },
  {
    name: 'two-by-the-name-of-turing',
    task: 'Are there duplicate people in members.csv?',
    files: { 'members.csv': MEMBERS },
    whole: [judged('It is said whether somebody is in the list twice')],
    parts: [
      {
        role: 'analyst',
        intent: 'Look for people who are in members.csv twice',
        criteria: [judged('Names and addresses were both looked at')],
        work: { calls: [query('members.csv', { group_by: ['name'], aggregates: [count('times')] }), query('members.csv', { where: [{ column: 'name', op: 'eq', value: 'Alan Turing' }] })], output: 'One name appears twice: Alan Turing (ids 2 and 4, joined on 30 November 2020 and 1 February 2023). The e-mail addresses differ, so I can’t tell whether it is one person who signed up again or two people of the same name. Nobody else is in there more than once.' },
      },
    ],
  },
  {
    name: 'average-as-json',
    task: 'Give me {"average": …} for units per row of shops.csv, ignoring empty cells, rounded to 2 digits.',
    files: { 'shops.csv': SHOPS },
    whole: [inRange('/average', 1, 1000)],
    parts: [
      {
        role: 'analyst',
        intent: 'Give the average of units as JSON',
        criteria: [inRange('/average', 1, 1000), ran('query_table')],
        work: { calls: [query('shops.csv', { aggregates: [average('units'), { function: 'count', column: 'units', as: 'filled' }] })], output: '{"average": 94}', numbers: [{ name: 'average', value: 94, unit: null, call: 1 }] },
      },
    ],
  },
  {
    name: 'csv-into-json',
    task: 'Convert shops.csv to shops.json. Numbers should be numbers, empty cells null.',
    files: { 'shops.csv': SHOPS },
    whole: [fits('shops.json', { type: 'array', minItems: 8 })],
    parts: [
      {
        role: 'coder',
        intent: 'Convert shops.csv to shops.json',
        criteria: [changed('shops.json'), fits('shops.json', { type: 'array', minItems: 8 }), seen('Empty cells are null')],
        work: {
          calls: [...script('convert.py', "import csv, json\ndef value(text):\n    return None if text == '' else int(text) if text.isdigit() else text\nrows = [{key: value(text) for key, text in row.items()} for row in csv.DictReader(open('shops.csv'))]\njson.dump(rows, open('shops.json', 'w'), indent=2)\nprint(len(rows), 'rows')"), sh("jq -c '.[6]' shops.json")],
          output: 'shops.json has all eight rows. Row 7 shows the empty cells: {"city":"York","month":"2024-03","units":null,"returned":null}. I left the little converter (convert.py) next to it in case you need it again.',
        },
      },
    ],
    leaves: { 'shops.json': { contains: 'null' } },
  },
];
