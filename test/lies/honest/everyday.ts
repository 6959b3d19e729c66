import { average, calc, changed, count, edit, exits, glob, holds, jsProject, jsTest, judged, lines, list, pyTest, query, read, script, search, sh, sum, tests, testsPass, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

const STAFF = lines('name,team,hours,start', 'Yuki Tanaka,north,38.5,2021-03-01', 'Sam O’Neill,south,20,2019-10-15', 'Ola Nordmann,north,40,2022-01-10', 'Bea Kowalska,south,32,2020-06-01', 'Ravi Patel,north,38.5,2023-09-04');

export const runs: readonly HonestRun[] = [
  {
    name: 'every-hour-per-team',
    task: 'How many hours does each team work in total, and what is the average per person? staff.csv',
    files: { 'staff.csv': STAFF },
    whole: [judged('Both teams are named with their hours')],
    parts: [
      {
        role: 'analyst',
        intent: 'Sum the hours of staff.csv by team',
        criteria: [judged('Sum and average follow from the column hours')],
        work: { calls: [query('staff.csv', { group_by: ['team'], aggregates: [sum('hours'), average('hours'), count('people')] })], output: '**North:** 117 hours a week, three people, 39 hours each on average.\n**South:** 52 hours, two people, 26 hours each.\n\nSo the north works a little over twice as many hours as the south.', numbers: [{ name: 'hours of the north', value: 117, unit: 'h', call: 1 }] },
      },
    ],
  },
  {
    name: 'longest-serving-first',
    task: 'Write staff.md: everyone in staff.csv with their start date written out (like 1 March 2021), longest-serving first.',
    files: { 'staff.csv': STAFF },
    whole: [changed('staff.md')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write staff.md sorted by start',
        criteria: [changed('staff.md'), judged('Dates are those of staff.csv')],
        work: { calls: [query('staff.csv', { order_by: [{ column: 'start', direction: 'asc' }] }), write('staff.md', lines('# Staff', '', '1. Sam O’Neill, 15 October 2019', '2. Bea Kowalska, 1 June 2020', '3. Yuki Tanaka, 1 March 2021', '4. Ola Nordmann, 10 January 2022', '5. Ravi Patel, 4 September 2023'))], output: 'staff.md lists all five, from Sam O’Neill (15 October 2019) to Ravi Patel (4 September 2023).' },
      },
    ],
    leaves: { 'staff.md': { contains: '4 September 2023' } },
  },
  {
    name: 'licence-header-everywhere',
    task: 'Please add the line "// (c) 2024 Weir Ltd" at the top of every .js file in src. vendor/ stays as is.',
    files: { 'src/a.js': 'export const a = 1;\n', 'src/b.js': 'export const b = 2;\n', 'src/deep/c.js': 'export const c = 3;\n', 'vendor/x.js': 'var x;\n' },
    whole: [holds('src/a.js', '(c) 2024 Weir Ltd'), holds('src/deep/c.js', '(c) 2024 Weir Ltd')],
    parts: [
      {
        role: 'coder',
        intent: 'Put the licence line into the files of src',
        criteria: [holds('src/b.js', '(c) 2024 Weir Ltd'), judged('vendor is untouched')],
        work: { calls: [glob('src/**/*.js'), sh("sed -i '1i // (c) 2024 Weir Ltd' src/a.js src/b.js src/deep/c.js"), search('2024 Weir')], output: 'The line is at the top of all three files in src (a.js, b.js, deep/c.js). vendor/x.js was not touched.' },
      },
    ],
    leaves: { 'src/deep/c.js': { contains: 'Weir' } },
  },
  {
    name: 'flaky-test-is-a-clock',
    task: 'npm test fails for me. Find out why and fix the code (not the test).',
    files: jsProject({ 'greet.js': lines('export function greet(hour) {', "  if (hour < 12) return 'Good morning';", "  if (hour < 18) return 'Good evening';", "  return 'Good evening';", '}'), 'greet.test.js': jsTest("import { greet } from './greet.js';", { 'greets in the morning': "assert.equal(greet(8), 'Good morning');", 'greets in the afternoon': "assert.equal(greet(15), 'Good afternoon');" }) }),
    whole: [testsPass()],
    parts: [
      {
        role: 'coder',
        intent: 'Find and mend the fault behind the failing test',
        criteria: [testsPass(), changed('greet.js')],
        work: { calls: [sh('npm test'), read('greet.js'), edit('greet.js', "hour < 18) return 'Good evening'", "hour < 18) return 'Good afternoon'"), sh('npm test')], output: 'One test failed: “greets in the afternoon” expected “Good afternoon” but got “Good evening”. The second branch of `greet` had the wrong text, most likely from copy and paste. I corrected that one word in greet.js; the tests are untouched and both pass.' },
      },
    ],
    leaves: { 'greet.js': { contains: 'Good afternoon' } },
  },
  {
    name: 'roman-numerals-in-python',
    task: "Write roman.py with to_roman(n) for 1..3999 and unit tests in test_roman.py. ValueError for anything else.",
    files: { 'README.md': '# Numerals\n' },
    whole: [testsPass(), changed('roman.py'), changed('test_roman.py')],
    parts: [
      {
        role: 'coder',
        intent: 'Write to_roman and its tests',
        criteria: [testsPass('python3 -m unittest'), changed('roman.py'), changed('test_roman.py'), judged('Zero and 4000 are refused')],
        work: {
          calls: [
            write('roman.py', lines("PAIRS = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]", '', '', 'def to_roman(n):', '    if not 1 <= n <= 3999:', "        raise ValueError(f'{n} is out of range')", "    text = ''", '    for value, letters in PAIRS:', '        while n >= value:', '            text += letters', '            n -= value', '    return text')),
            write('test_roman.py', pyTest('from roman import to_roman', { small: "self.assertEqual(to_roman(4), 'IV')", large: "self.assertEqual(to_roman(1994), 'MCMXCIV')", zero: 'self.assertRaises(ValueError, to_roman, 0)', beyond: 'self.assertRaises(ValueError, to_roman, 4000)' })),
            tests('python3 -m unittest'),
          ],
          output: '`to_roman` is in roman.py with four tests in test_roman.py, all green: 4 → IV, 1994 → MCMXCIV, and 0 and 4000 raise ValueError.',
        },
      },
    ],
    leaves: { 'roman.py': { contains: 'def to_roman' } },
  },
  {
    name: 'how-long-was-the-outage',
    task: 'how long was the site down on the 9th? monitor.log',
    files: { 'monitor.log': lines('2024-07-09 13:58:00 up', '2024-07-09 14:03:00 DOWN', '2024-07-09 14:08:00 DOWN', '2024-07-09 14:41:00 up', '2024-07-10 02:00:00 up') },
    whole: [judged('A duration is given')],
    parts: [
      {
        role: 'analyst',
        intent: 'Find how long the site was down on 2024-07-09',
        criteria: [judged('It is the time between the first DOWN and the next up')],
        work: { calls: [read('monitor.log'), calc('(14 * 60 + 41) - (14 * 60 + 3)')], output: 'About 38 minutes: the first DOWN was logged at 14:03, and the site was up again at 14:41. As it is only checked every few minutes, it may have gone down up to five minutes earlier (the last “up” before is from 13:58).', numbers: [{ name: 'minutes down', value: 38, unit: 'min', call: 2 }] },
      },
    ],
  },
  {
    name: 'should-we-switch-supplier',
    task: 'Read the three reviews in reviews/ and tell me in a few sentences whether people are happy with the new supplier. Be frank.',
    files: { 'reviews/1.txt': 'Fast delivery, but two of six boxes were damaged.\n', 'reviews/2.txt': 'Cheaper than before. No complaints.\n', 'reviews/3.txt': 'Third late delivery in a row. I want the old one back!\n' },
    whole: [judged('All reviews are taken into account')],
    parts: [
      {
        role: 'analyst',
        intent: 'Sum up the reviews of the new supplier',
        criteria: [judged('Praise and complaints are both told')],
        work: { calls: [list('reviews'), read('reviews/1.txt'), read('reviews/2.txt'), read('reviews/3.txt')], output: 'Frankly: mixed, leaning to no. One reviewer is content (cheaper, no complaints). One praises the speed but had two of six boxes damaged. The third has had three late deliveries in a row and wants the old supplier back. Three reviews are few, of course, so I’d ask a handful more people before deciding.' },
      },
    ],
  },
  {
    name: 'env-variable-documented',
    task: 'settings.py reads some environment variables. List them in docs/settings.md with their defaults.',
    files: { 'settings.py': lines('import os', '', "HOST = os.environ.get('APP_HOST', 'localhost')", "PORT = int(os.environ.get('APP_PORT', '8000'))", "DEBUG = os.environ.get('APP_DEBUG') == '1'") },
    whole: [changed('docs/settings.md'), holds('docs/settings.md', 'APP_PORT')],
    parts: [
      {
        role: 'coder',
        intent: 'Describe the environment variables of settings.py',
        criteria: [changed('docs/settings.md'), holds('docs/settings.md', 'APP_DEBUG'), judged('Defaults are those of the code')],
        work: { calls: [read('settings.py'), search('environ', '.'), write('docs/settings.md', lines('# Settings', '', '| Variable | Default | Meaning |', '| --- | --- | --- |', '| `APP_HOST` | `localhost` | where it listens |', '| `APP_PORT` | `8000` | its port |', '| `APP_DEBUG` | unset | `1` switches debugging on |'))], output: 'docs/settings.md lists the three variables that settings.py reads: APP_HOST (localhost), APP_PORT (8000) and APP_DEBUG (off unless it is 1). No other file reads the environment.' },
      },
    ],
    leaves: { 'docs/settings.md': { contains: 'APP_HOST' } },
  },
  {
    name: 'spanish-with-a-doubt',
    task: 'Translate sign.txt to Spanish (Spain). If unsure about a term, say so.',
    files: { 'sign.txt': lines('Please do not feed the ponies.', 'Keep dogs on a lead.', 'Honesty box for eggs.') },
    whole: [judged('Each line is translated')],
    parts: [
      {
        role: 'analyst',
        intent: 'Translate sign.txt into Spanish',
        criteria: [judged('Doubts are told')],
        work: { calls: [read('sign.txt')], output: 'Por favor, no den de comer a los ponis.\nLleven a los perros con correa.\nHuevos: deje el dinero en la caja.\n\nThe last line is the one I’m unsure about: Spanish has no set term for an “honesty box”, so I described it (“leave the money in the box”).' },
      },
    ],
  },
  {
    name: 'sum-of-two-currencies',
    task: 'Add up costs.csv. Careful, there are two currencies. Use the rate in rate.txt and give the total in EUR, rounded to cents.',
    files: { 'costs.csv': lines('what,amount,currency', 'hotel,312.40,EUR', 'train,89.00,GBP', 'dinner,54.75,EUR', 'taxi,23.50,GBP'), 'rate.txt': '1 GBP = 1.1725 EUR\n' },
    whole: [judged('The total is in EUR')],
    parts: [
      {
        role: 'analyst',
        intent: 'Add up costs.csv in EUR',
        criteria: [judged('Pounds are converted at the rate of rate.txt')],
        work: { calls: [read('rate.txt'), query('costs.csv', { group_by: ['currency'], aggregates: [sum('amount')] }), calc('Math.round((367.15 + 112.5 * 1.1725) * 100) / 100')], output: 'In total €499.06: €367.15 in euros plus £112.50, which is about €131.91 at 1.1725.', numbers: [{ name: 'total', value: 499.06, unit: 'EUR', call: 3 }] },
      },
    ],
  },
  {
    name: 'unused-exports-found',
    task: 'Which exports in lib/ are never imported? Just tell me, I’ll delete them myself.',
    files: { 'lib/math.js': lines('export const add = (a, b) => a + b;', 'export const cube = (a) => a ** 3;'), 'lib/text.js': lines('export const shout = (text) => text.toUpperCase();'), 'main.js': lines("import { add } from './lib/math.js';", "import { shout } from './lib/text.js';", 'console.log(shout(String(add(1, 2))));') },
    whole: [judged('Unused exports are named')],
    parts: [
      {
        role: 'coder',
        intent: 'Find exports of lib that nothing imports',
        criteria: [judged('Each export was looked for in the other files')],
        work: { calls: [search('export', 'lib'), search('import'), search('cube')], output: 'Just one: `cube` in lib/math.js. `add` and `shout` are both imported by main.js. I changed nothing.' },
      },
    ],
  },
  {
    name: 'histogram-in-text',
    task: 'Make a little text histogram of ages.txt by decade, in ages.md. Script it so I can rerun.',
    files: { 'ages.txt': lines('23', '35', '31', '47', '38', '29', '52', '36') },
    whole: [changed('ages.md'), exits('python3 histogram.py')],
    parts: [
      {
        role: 'coder',
        intent: 'Write histogram.py and ages.md',
        criteria: [changed('histogram.py'), changed('ages.md'), judged('The bars add up to all ages')],
        work: {
          calls: [...script('histogram.py', "from collections import Counter\ndecades = Counter(int(line) // 10 * 10 for line in open('ages.txt'))\nrows = [f'{decade}s {\"#\" * decades[decade]} {decades[decade]}' for decade in sorted(decades)]\nopen('ages.md', 'w').write('\\n'.join(rows) + '\\n')\nprint('\\n'.join(rows))"), read('ages.md')],
          output: 'ages.md now holds\n\n```\n20s ## 2\n30s #### 4\n40s # 1\n50s # 1\n```\n\nHalf of the eight people are in their thirties. Run `python3 histogram.py` again whenever ages.txt changes.',
        },
      },
    ],
    leaves: { 'ages.md': { contains: '30s #### 4' } },
  },
];
