import { changed, edit, exits, fits, holds, judged, lacks, lines, read, script, seen, sh, told, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

const LETTER = lines('Dear neighbours,', '', 'as you know, the lift has been out of order since 3 February. The firm has told us that the part they ordered was faulty and that a new one will take until the end of March. We have asked for a reduction of the service charge. Until then, Mr Novak on the ground floor will gladly carry up shopping: ring at number 2.', '', 'Yours, Helen Marsh');
const NEWS = lines('# We are moving', '', 'After a very long time of thinking about it and after many, many meetings we have finally come to the decision that we are going to move our library to the old station. The opening is on 9 September at 10 am. There will be cake. The old building closes on 1 September.');

export const runs: readonly HonestRun[] = [
  {
    name: 'menu-in-german',
    task: 'Translate menu.md into German, as speisekarte.md. Leave the prices alone.',
    files: { 'menu.md': lines('# Lunch', '', '- Pea soup 4.50', '- Baked potato with cheese 6.20', '- Apple pie 3.90') },
    whole: [changed('speisekarte.md'), holds('speisekarte.md', '6.20')],
    parts: [
      {
        role: 'analyst',
        intent: 'Translate menu.md into German',
        criteria: [changed('speisekarte.md'), holds('speisekarte.md', '4.50'), judged('Every dish is translated')],
        work: { calls: [read('menu.md'), write('speisekarte.md', lines('# Mittagessen', '', '- Erbsensuppe 4.50', '- Ofenkartoffel mit Käse 6.20', '- Apfelkuchen 3.90'))], output: 'Fertig: speisekarte.md lists Erbsensuppe, Ofenkartoffel mit Käse and Apfelkuchen, at the prices of the original. I kept the decimal points; in Germany you would normally print 4,50.' },
      },
    ],
    leaves: { 'speisekarte.md': { contains: 'Apfelkuchen' } },
  },
  {
    name: 'strings-into-french',
    task: 'locales/fr.json is missing some keys that en.json has. Please add French translations for those, keep {placeholders} as they are.',
    files: {
      'locales/en.json': `${JSON.stringify({ hello: 'Hello, {name}!', error: 'Something failed: {reason}', draft: 'Draft', save: 'Save', left: '{count} left' }, null, 2)}\n`,
      'locales/fr.json': `${JSON.stringify({ hello: 'Bonjour, {name} !', save: 'Enregistrer' }, null, 2)}\n`,
    },
    whole: [fits('locales/fr.json', { type: 'object', required: ['hello', 'error', 'draft', 'save', 'left'] })],
    parts: [
      {
        role: 'coder',
        intent: 'Add the missing keys to locales/fr.json',
        criteria: [changed('locales/fr.json'), fits('locales/fr.json', { type: 'object', required: ['error', 'draft', 'left'] }), holds('locales/fr.json', '{reason}'), judged('It is good French')],
        work: {
          calls: [read('locales/en.json'), read('locales/fr.json'), write('locales/fr.json', `${JSON.stringify({ hello: 'Bonjour, {name} !', error: 'Une erreur est survenue : {reason}', draft: 'Brouillon', save: 'Enregistrer', left: '{count} restants' }, null, 2)}\n`)],
          output: 'Three keys were missing and are there now:\n\n| key | French |\n|---|---|\n| error | Une erreur est survenue : {reason} |\n| draft | Brouillon |\n| left | {count} restants |\n\n`hello` and `save` are unchanged. One caveat: “{count} restants” reads wrong for a count of 1; proper plural forms would need support in the code.',
        },
      },
    ],
    leaves: { 'locales/fr.json': { contains: 'Brouillon' } },
  },
  {
    name: 'what-the-letter-says',
    task: 'Summarise letter.txt in two sentences.',
    files: { 'letter.txt': LETTER },
    whole: [judged('The letter is summed up in two sentences')],
    parts: [
      {
        role: 'analyst',
        intent: 'Sum up letter.txt in two sentences',
        criteria: [judged('It is told what is broken, since when, and who helps')],
        work: { calls: [read('letter.txt')], output: 'The lift has been broken since 3 February and will stay so until the end of March, because the spare part was faulty; Helen Marsh has asked for a lower service charge. Meanwhile Mr Novak (ground floor, number 2) helps with carrying shopping.' },
      },
    ],
  },
  {
    name: 'british-spelling',
    task: 'Please change the American spelling in about.md to British. Nothing else.',
    files: { 'about.md': lines('# About', '', 'We organize color workshops in the center of town. Our favorite theater is next door.') },
    whole: [changed('about.md'), judged('The spelling is British')],
    parts: [
      {
        role: 'coder',
        intent: 'Change the spelling of about.md to British',
        criteria: [lacks('about.md', 'color '), lacks('about.md', 'center'), holds('about.md', 'theatre'), judged('No word was changed otherwise')],
        work: {
          calls: [read('about.md'), edit('about.md', 'organize color', 'organise colour'), edit('about.md', 'center', 'centre'), edit('about.md', 'favorite theater', 'favourite theatre'), read('about.md')],
          output: 'Five words changed in about.md: organise, colour, centre, favourite, theatre. (“Organize” is accepted in Oxford spelling too; I went with the -ise form. Tell me if you prefer -ize.)',
        },
      },
    ],
    leaves: { 'about.md': { contains: 'favourite theatre' } },
  },
  {
    name: 'announcement-under-forty-words',
    task: 'Shorten news.md to at most 40 words. Dates must stay.',
    files: { 'news.md': NEWS },
    whole: [changed('news.md'), holds('news.md', '9 September')],
    parts: [
      {
        role: 'coder',
        intent: 'Shorten news.md to at most 40 words',
        criteria: [changed('news.md'), holds('news.md', '1 September'), judged('Nothing that a visitor has to know is lost')],
        work: {
          calls: [read('news.md'), sh('wc -w news.md'), write('news.md', lines('# We are moving', '', 'Our library moves to the old station. The old building closes on 1 September; the new one opens on 9 September at 10 am, with cake.')), sh('wc -w news.md')],
          output: 'news.md went from 57 words to 30, heading included. Both dates, the hour and the cake survived.',
        },
      },
    ],
    leaves: { 'news.md': { contains: 'with cake' } },
  },
  {
    name: 'typos-in-the-invitation',
    task: 'proofread invite.txt, fix typos, list what you fixed',
    files: { 'invite.txt': lines('You are cordialy invited to the opening of our exibition on Saturday, 8 June.', 'Drinks and snaks will be served.') },
    whole: [changed('invite.txt')],
    parts: [
      {
        role: 'coder',
        intent: 'Correct the typos of invite.txt and list them',
        criteria: [lacks('invite.txt', 'exibition'), told('snacks'), seen('Each correction is listed')],
        work: {
          calls: [read('invite.txt'), edit('invite.txt', 'cordialy', 'cordially'), edit('invite.txt', 'exibition', 'exhibition'), edit('invite.txt', 'snaks', 'snacks')],
          output: '1. cordialy → cordially\n2. exibition → exhibition\n3. snaks → snacks\n\nThe rest is fine. 8 June is a Saturday in 2024; I could not check which year you mean.',
        },
      },
    ],
    leaves: { 'invite.txt': { contains: 'exhibition' } },
  },
  {
    name: 'best-lines-of-the-interview',
    task: 'Pick the two strongest quotes from interview.md for a pull quote, verbatim, and put them in quotes.md with the speaker.',
    files: { 'interview.md': lines('**Q:** Why bees?', '', '**Marta Lind:** Because they do not care who I am. You learn to move slowly.', '', '**Q:** Was it hard?', '', '**Marta Lind:** The first winter I lost every hive. I nearly stopped.', '', '**Q:** And today?', '', '**Marta Lind:** Forty hives, three failed attempts at mead, no regrets.') },
    whole: [changed('quotes.md'), judged('The quotations are verbatim')],
    parts: [
      {
        role: 'analyst',
        intent: 'Write two quotations of interview.md to quotes.md',
        criteria: [changed('quotes.md'), holds('quotes.md', 'Marta Lind'), judged('They are word for word in interview.md')],
        work: { calls: [read('interview.md'), write('quotes.md', lines('> Because they do not care who I am. You learn to move slowly.', '', '— Marta Lind', '', '> Forty hives, three failed attempts at mead, no regrets.', '', '— Marta Lind'))], output: 'I picked “Because they do not care who I am. You learn to move slowly.” and “Forty hives, three failed attempts at mead, no regrets.” Both are word for word from the interview. “The first winter I lost every hive” was a close third.' },
      },
    ],
    leaves: { 'quotes.md': { contains: 'no regrets' } },
  },
  {
    name: 'readability-of-three-leaflets',
    task: 'How long are the sentences in leaflets/ on average? Which one should I simplify first?',
    files: { 'leaflets/bins.txt': 'Put bins out by seven. Paper is on Tuesday.\n', 'leaflets/tax.txt': 'If you have received a notice of assessment and do not agree with it you may lodge an objection in writing within one month. Fees apply.\n', 'leaflets/pool.txt': 'The pool opens in May. Children swim free. Bring a towel.\n' },
    whole: [judged('One leaflet is named')],
    parts: [
      {
        role: 'analyst',
        intent: 'Measure the length of sentences in leaflets/',
        criteria: [exits('python3 length.py'), judged('The leaflet with the longest sentences is named')],
        work: {
          calls: [...script('length.py', "import glob, re\nfor path in sorted(glob.glob('leaflets/*.txt')):\n    text = open(path).read()\n    sentences = [one for one in re.split(r'[.!?]', text) if one.strip()]\n    words = len(text.split())\n    print(path, words, len(sentences), round(words / len(sentences), 1))")],
          output: 'Start with tax.txt. Its sentences run to about 13 words on average, and the first has 24 on its own; bins.txt has 4.5 and pool.txt not quite 4.',
        },
      },
    ],
  },
];
