import { calc, changed, cites, holds, judged, lines, nice, query, read, search, seen, sum, told, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

const MINUTES = lines('# Minutes, 12 March', '', 'Present: Priya, Tom, Ingrid', '', '- Priya will order the new projector by Friday.', '- The leak in the hall was ignored for too long; Tom calls the plumber on Monday.', '- Ingrid warned that the grant may fail. She writes to the council, no date agreed.', '- Nobody wants to move the summer party.');

export const runs: readonly HonestRun[] = [
  {
    name: 'week-from-three-sources',
    task: 'Please write week.md, half a page on our week: visitors from visitors.csv, what was sold from till.json, and anything worth mentioning from notes.txt.',
    files: {
      'visitors.csv': lines('day,visitors', 'Mon,14', 'Tue,9', 'Wed,22', 'Thu,17', 'Fri,31'),
      'till.json': `${JSON.stringify({ currency: 'GBP', sales: [{ item: 'postcards', amount: 84.5 }, { item: 'tea towels', amount: 132 }, { item: 'books', amount: 61.25 }] }, null, 2)}\n`,
      'notes.txt': lines('Tue: heating broke, closed at 3', 'Fri: school class from Otley (26 children)', 'milk'),
    },
    whole: [changed('week.md'), judged('All three sources are used')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write week.md from visitors, till and notes',
        criteria: [changed('week.md'), judged('Figures are those of the sources')],
        work: {
          calls: [
            query('visitors.csv', { aggregates: [sum('visitors')] }),
            read('till.json'),
            read('notes.txt'),
            calc('84.5 + 132 + 61.25'),
            read('visitors.csv'),
            write('week.md', lines('# Our week', '', 'We had 93 visitors, a third of them on Friday, when a school class from Otley came (26 children). Tuesday was the quietest day with 9: the heating broke and we closed at three.', '', 'The till took £277.75:', '', '- tea towels £132.00', '- postcards £84.50', '- books £61.25')),
          ],
          output: 'I’ve written week.md. In short: 93 visitors over five days, £277.75 in the till, a broken heating on Tuesday and a school class of 26 on Friday. I left out the “milk” line from the notes, which looked like a shopping reminder.',
          numbers: [{ name: 'visitors', value: 93, unit: null, call: 1 }, { name: 'takings', value: 277.75, unit: 'GBP', call: 4 }],
        },
      },
    ],
    leaves: { 'week.md': { contains: '93 visitors' } },
  },
  {
    name: 'two-offers-for-a-roof',
    task: 'Compare the two roofers’ offers and tell me which is cheaper over ten years.',
    files: {
      'offers/hill.txt': lines('Hill & Sons', 'New roof: 18,400 EUR', 'Maintenance: 250 EUR per year', 'Warranty: 10 years'),
      'offers/acme.txt': lines('Acme Roofing', 'New roof: 16,900 EUR', 'Maintenance: 480 EUR per year', 'Warranty: 5 years'),
    },
    whole: [judged('Both offers are compared over ten years')],
    parts: [
      {
        role: 'analyst',
        intent: 'Compare both offers over ten years',
        criteria: [judged('Price and maintenance of both are taken into account'), told('Hill')],
        work: {
          calls: [read('offers/hill.txt'), read('offers/acme.txt'), calc('18400 + 10 * 250'), calc('16900 + 10 * 480')],
          output: '| | Hill & Sons | Acme Roofing |\n|---|---|---|\n| Roof | €18,400 | €16,900 |\n| Maintenance, 10 years | €2,500 | €4,800 |\n| **Total** | **€20,900** | **€21,700** |\n| Warranty | 10 years | 5 years |\n\nHill & Sons is €800 cheaper over ten years although the roof itself costs €1,500 more, and its warranty lasts twice as long. I would take Hill.',
          numbers: [{ name: 'Hill over ten years', value: 20900, unit: 'EUR', call: 3 }],
        },
      },
    ],
  },
  {
    name: 'actions-from-the-minutes',
    task: 'Turn minutes.md into a list of actions (who, what, by when) in actions.md',
    files: { 'minutes.md': MINUTES },
    whole: [changed('actions.md')],
    parts: [
      {
        role: 'analyst',
        intent: 'List the actions of minutes.md in actions.md',
        criteria: [changed('actions.md'), holds('actions.md', 'Priya'), judged('Each action has a person, and a date where one was agreed')],
        work: {
          calls: [read('minutes.md'), write('actions.md', lines('| Who | What | By when |', '| --- | --- | --- |', '| Priya | Order the new projector | Friday |', '| Tom | Call the plumber about the leak in the hall | Monday |', '| Ingrid | Write to the council about the grant | no date agreed |'))],
          output: 'Three actions in actions.md: Priya (projector, Friday), Tom (plumber, Monday) and Ingrid (letter to the council; the minutes give no date). The summer party needs no action.',
        },
      },
    ],
    leaves: { 'actions.md': { contains: 'Ingrid' } },
  },
  {
    name: 'budget-against-actual',
    task: 'Where did we overspend? budget.csv has the plan, actual.csv what we spent. Table please, biggest overrun first, into overrun.md.',
    files: { 'budget.csv': lines('post,planned', 'rent,12000', 'travel,3000', 'print,800', 'food,1500'), 'actual.csv': lines('post,spent', 'rent,12000', 'travel,4150', 'print,640', 'food,1730') },
    whole: [changed('overrun.md'), judged('Only what was overspent is listed')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write what was overspent to overrun.md',
        criteria: [changed('overrun.md'), judged('Overruns are the difference of both tables')],
        work: {
          calls: [read('budget.csv'), read('actual.csv'), calc('({ travel: 4150 - 3000, food: 1730 - 1500, print: 640 - 800, travelPercent: 100 * 1150 / 3000, foodPercent: 100 * 230 / 1500 })'), write('overrun.md', lines('| Post | Planned | Spent | Over | % |', '| --- | ---: | ---: | ---: | ---: |', '| travel | 3,000 | 4,150 | 1,150 | 38 |', '| food | 1,500 | 1,730 | 230 | 15 |'))],
          output: 'Two posts ran over: travel by 1,150 (38 %) and food by 230 (15 %). Rent is bang on, and print came in 160 under. The table is in overrun.md.',
        },
      },
    ],
    leaves: { 'overrun.md': { contains: '1,150' } },
  },
  {
    name: 'what-the-papers-say-of-bats',
    task: 'What do the two texts in papers/ say about why bats leave a roost? With quotations.',
    files: {
      'papers/smith.md': lines('# Roosts', '', 'Of forty roosts that were watched, eleven were left within a year.', 'In most cases light was installed nearby before the bats left.'),
      'papers/okafor.md': lines('# Noise and bats', '', 'We found no effect of road noise on roosts.', 'Draughts, on the other hand, drove the animals out in four of five attics.'),
    },
    whole: [judged('Both texts are taken into account')],
    parts: [
      {
        role: 'research',
        intent: 'Find out why bats leave a roost, by the texts in papers/',
        criteria: [cites(2), judged('Each reason is quoted')],
        work: {
          calls: [read('papers/smith.md'), read('papers/okafor.md')],
          output: 'Smith names light: “In most cases light was installed nearby before the bats left.” Okafor found draughts to matter, “in four of five attics”, and no effect of road noise. Neither text looked at what the other did, so they do not contradict each other.',
          claims: [
            { claim: 'Bats mostly left after light had been installed nearby.', source: 'papers/smith.md', quote: 'In most cases light was installed nearby before the bats left.' },
            { claim: 'Draughts drove bats out in four of five attics.', source: 'papers/okafor.md', quote: 'Draughts, on the other hand, drove the animals out in four of five attics.' },
            { claim: 'Road noise had no effect on roosts.', source: 'papers/okafor.md', quote: 'We found no effect of road noise on roosts.' },
          ],
        },
      },
    ],
  },
  {
    name: 'staging-against-production',
    task: "What's different between staging.json and production.json?",
    files: {
      'staging.json': `${JSON.stringify({ host: 'staging.example.org', workers: 2, debug: true, cache: { seconds: 60 } }, null, 2)}\n`,
      'production.json': `${JSON.stringify({ host: 'www.example.org', workers: 8, debug: false, cache: { seconds: 3600 }, alerts: 'ops@example.org' }, null, 2)}\n`,
    },
    whole: [judged('All differences are named')],
    parts: [
      {
        role: 'coder',
        intent: 'Name the differences of staging.json and production.json',
        criteria: [judged('Each key that differs is named with both values')],
        work: {
          calls: [read('staging.json'), read('production.json'), { name: 'shell', arguments: { command: 'diff staging.json production.json' } }],
          output: 'Five differences (diff exits with 1, as it does when files differ):\n\n* `host`: staging.example.org vs. www.example.org\n* `workers`: 2 vs. 8\n* `debug`: true vs. false\n* `cache.seconds`: 60 vs. 3600, i.e. a minute vs. an hour\n* `alerts`: only in production\n\nNo file was changed.',
        },
      },
    ],
  },
  {
    name: 'who-said-what-about-the-date',
    task: 'Find every mention of the delivery date in mails/ and write dates.md with who says what. Flag contradictions.',
    files: {
      'mails/01-anna.txt': lines('From: Anna Berg', 'Hi all, the delivery date is 4 May.'),
      'mails/02-luis.txt': lines('From: Luis Ortega', 'I was told the delivery date had moved to 11 May?'),
      'mails/03-anna.txt': lines('From: Anna Berg', 'Sorry, my mistake. Luis is right.'),
      'mails/04-tom.txt': lines('From: Tom Hale', 'Lunch on Thursday?'),
    },
    whole: [changed('dates.md'), judged('Contradictions are flagged')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write who says what about the delivery date to dates.md',
        criteria: [changed('dates.md'), seen('Every mail that mentions the date is listed'), nice('It is short')],
        work: {
          calls: [search('date', 'mails'), read('mails/01-anna.txt'), read('mails/02-luis.txt'), read('mails/03-anna.txt'), read('mails/04-tom.txt'), write('dates.md', lines('# Delivery date', '', '- Anna Berg (01): “the delivery date is 4 May”', '- Luis Ortega (02): “had moved to 11 May?”', '- Anna Berg (03): takes it back, “Luis is right”', '', 'Contradiction: 4 May (01) against 11 May (02). Settled by mail 03 in favour of 11 May.'))],
          output: 'dates.md lists three mails. Anna first said 4 May, Luis asked about 11 May, and Anna then corrected herself, so 11 May it is. 04-tom.txt is only about lunch.',
        },
      },
    ],
    leaves: { 'dates.md': { contains: '11 May' } },
  },
];
