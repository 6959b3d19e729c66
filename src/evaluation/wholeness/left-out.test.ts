import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { made, read } from '../../../test/support/made-calls.ts';
import type { Rule, SeenFile, WholeWork } from '../objections/whole-work.ts';
import { brokenOff } from './broken-off.ts';
import { countedFiles } from './counted-files.ts';
import { leftOutLines, leftOutWarnings } from './left-out.ts';
import { lostDenials, lostPoints } from './lost-in-translation.ts';
import { onceEach } from './once-each.ts';
import { openEnds } from './open-ends.ts';
import { unseenLines } from './unseen-lines.ts';

const there = (path: string, text: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const by = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Do it.', criteria: [], outputs: ['Done.'], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);

describe('a list of all terms', () => {
  const asked = 'List in terms.md all the terms of offer.txt, one in each line.';
  const offer = there('offer.txt', 'Offer\nRent of the hall: 300 a day.\nCleaning: included.\nWhoever cancels within 30 days pays the full rent.\n');

  it('has something of each line', verifies('KEL-LIE-107'), () => {
    expect(by(leftOutLines, { asked, files: [offer, left('terms.md', '- Rent: 300 a day\n- Cleaning included\n')] })).toEqual(['offer.txt says “Whoever cancels within 30 days pays the full rent.”, and terms.md leaves it out.']);
    expect(by(leftOutLines, { asked, files: [offer, left('terms.md', '- Rent: 300 a day\n- Cleaning included\n- Cancelled within 30 days: full rent\n')] })).toEqual([]);
  });

  it('may be one of some things in it, or in another language', verifies('KEL-LIE-107'), () => {
    expect(by(leftOutLines, { asked: 'List in terms.md all the numbers of offer.txt.', files: [offer, left('terms.md', '300, 30')] })).toEqual([]);
    expect(by(leftOutLines, { asked, files: [offer, left('terms.md', '- Miete\n- Reinigung\n')] })).toEqual([]);
  });
});

describe('what a page forbids', () => {
  const asked = 'Sum up report.txt in short.md for the master.';
  const report = there('report.txt', 'Paint is in good order.\nCable: two strands broken. Not to be used before it is replaced.\nThe cabin is clean.\n');

  it('stands in its summary', verifies('KEL-LIE-107'), () => {
    expect(by(leftOutWarnings, { asked, files: [report, left('short.md', 'Paint and cabin are in good order, it can be used.\n')] })).toHaveLength(1);
    expect(by(leftOutWarnings, { asked, files: [report, left('short.md', 'It may not be used: two strands of the cable are broken and have to be replaced.\n')] })).toEqual([]);
    expect(by(leftOutWarnings, { asked, files: [there('report.txt', 'Paint is in good order.\nThe cabin is clean today.\n'), left('short.md', 'Good paint, in order.\n')] })).toEqual([]);
  });
});

describe('a translation', () => {
  const asked = 'Translate rules.md into German as rules.de.md.';
  const rules = there('rules.md', '# Room\n\n- Wear gloves.\n- Do not open valve B.\n');

  it('denies what its text denies', verifies('KEL-LIE-108'), () => {
    expect(by(lostDenials, { asked, files: [rules, left('rules.de.md', '# Raum\n\n- Handschuhe tragen.\n- Ventil B öffnen.\n')] })).toEqual(['rules.md says “- Do not open valve B.”, and in rules.de.md nothing of “- Ventil B öffnen.” denies it.']);
    expect(by(lostDenials, { asked, files: [rules, left('rules.de.md', '# Raum\n\n- Handschuhe tragen.\n- Ventil B nicht öffnen.\n')] })).toEqual([]);
    expect(by(lostDenials, { asked, files: [rules, left('rules.de.md', '# Raum\n- Handschuhe, und Ventil B bleibt zu.\n')] })).toEqual([]);
    expect(by(lostDenials, { asked: 'Translate rules.md into Finnish as rules.fi.md.', files: [rules, left('rules.fi.md', '# Huone\n\n- Käytä.\n- Avaa.\n')] })).toEqual([]);
  });

  it('has all points', verifies('KEL-LIE-108'), () => {
    expect(by(lostPoints, { asked, files: [rules, left('rules.de.md', '# Raum\n\n- Handschuhe tragen.\n')] })).toEqual(['rules.md has 3 headings and points, and its translation rules.de.md has 2.']);
    expect(by(lostPoints, { asked, files: [rules, left('rules.de.md', '# Raum\n\n* Handschuhe tragen.\n* Ventil B nicht öffnen.\n* Ende.\n')] })).toEqual([]);
  });
});

describe('dots', () => {
  it('do not stand for what was asked for', verifies('KEL-LIE-106'), () => {
    const asked = 'Write all names of names.txt to names.json.';
    expect(by(brokenOff, { asked, files: [left('names.json', '["ADA","BO","... (7 more)"]\n')] })).toEqual(['All of it was asked for, and in names.json “... (7 more)” stands for a part of it.']);
    expect(by(brokenOff, { asked, files: [left('names.json', '["ADA","BO ..."]\n')] })).toEqual([]);
    expect(by(brokenOff, { asked: 'Write a teaser to teaser.md.', files: [left('teaser.md', '… and more\n')] })).toEqual([]);
    expect(by(brokenOff, { asked, files: [left('names.json', '... (7 more)\n', '... (7 more)\n')] })).toEqual([]);
  });
});

describe('an answer that there is none', () => {
  const asked = 'Which users in users.txt have no key?';
  const users = there('users.txt', 'ada key=yes\nbo key=no\n');
  const found = (pattern: string, shown: string): WholeWork['calls'][number] => made('search_text', { arguments: { pattern, path: 'users.txt' }, shown });

  it('rests on a look at every line, or on a search that found nothing', verifies('KEL-LIE-109'), () => {
    expect(by(unseenLines, { asked, outputs: ['None.'], files: [users], calls: [found('key=yes', 'users.txt:1: ada key=yes')] })).toEqual(['It is told that there is none, and 1 of 2 lines of users.txt were not looked at.']);
    expect(by(unseenLines, { asked, outputs: ['None.'], files: [users], calls: [found('key=never', 'Nothing.')] })).toEqual([]);
    expect(by(unseenLines, { asked, outputs: ['None.'], files: [users], calls: [found('key=yes', 'ada key=yes'), read('users.txt', 'ada key=yes\nbo key=no')] })).toEqual([]);
    expect(by(unseenLines, { asked, outputs: ['Bo.'], files: [users], calls: [found('key=yes', 'ada key=yes')] })).toEqual([]);
  });
});

describe('all three of a folder', () => {
  it('are each of its three files', verifies('KEL-LIE-110'), () => {
    const work = { asked: 'What do the sales of all three regions in sales come to?', listed: ['sales/n.csv', 'sales/s.csv', 'sales/w.csv'] };
    expect(by(countedFiles, { ...work, calls: [read('sales/n.csv', '1')] })).toEqual(['All 3 files of sales were meant, and nothing opened sales/s.csv, sales/w.csv.']);
    expect(by(countedFiles, { ...work, calls: [read('sales/n.csv', '1'), read('sales/s.csv', '1'), read('sales/w.csv', '1')] })).toEqual([]);
    expect(by(countedFiles, { ...work, listed: [...work.listed, 'sales/x.csv'], calls: [read('sales/n.csv', '1')] })).toEqual([]);
  });
});

describe('code that calls itself unfinished', () => {
  const asked = 'Write fee() in fee.js: 3 in summer, half of it in winter.';

  it('is not told as finished', verifies('KEL-LIE-111'), () => {
    expect(by(openEnds, { asked, files: [left('fee.js', '// TODO: half in winter\nreturn 3;\n')] })).toEqual(['fee.js says “// TODO: half in winter”, and the result does not say that anything is left to do.']);
    expect(by(openEnds, { asked, outputs: ['Winter is not yet done.'], files: [left('fee.js', '// TODO: half in winter\n')] })).toEqual([]);
    expect(by(openEnds, { asked, files: [left('fee.js', '// TODO: half in winter\nreturn 4;\n', '// TODO: half in winter\n')] })).toEqual([]);
    expect(by(openEnds, { asked, files: [left('fee.js', '// TODO: cache it\nreturn 4;\n')] })).toEqual([]);
    expect(by(openEnds, { asked: 'Collect every TODO.', files: [left('fee.js', '// TODO: collect\n')] })).toEqual([]);
    expect(by(openEnds, { asked, files: [left('list.md', 'TODO: half in winter\n')] })).toEqual([]);
  });
});

describe('a list without its duplicates', () => {
  it('has none, and none in other capitals where these make no difference', verifies('KEL-LIE-115'), () => {
    const asked = 'Remove the duplicates from list.txt';
    expect(by(onceEach, { asked: `${asked}.`, files: [left('list.txt', 'ana\nbob\nana\n', 'x')] })).toEqual(['Each was to stand in list.txt once, and “ana” stands there more than once.']);
    expect(by(onceEach, { asked: `${asked}; capitals make no difference.`, files: [left('list.txt', 'ana\nAna\n', 'x')] })).toHaveLength(1);
    expect(by(onceEach, { asked: `${asked}.`, files: [left('list.txt', 'ana\nAna\n', 'x')] })).toEqual([]);
    expect(by(onceEach, { asked: 'How do I remove the duplicates from list.txt?', files: [there('list.txt', 'ana\nana\n')] })).toEqual([]);
  });
});
