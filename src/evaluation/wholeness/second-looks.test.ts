import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { read, shell, wrote } from '../../../test/support/made-calls.ts';
import { filesToWrite } from '../objections/asked-words.ts';
import { uncheckedAgainst } from '../objections/hollow-comparisons.ts';
import type { Rule, SeenFile, WholeWork, WorkPart } from '../objections/whole-work.ts';
import type { MadeCall } from '../work.ts';
import { secondLooks, toldComparisons } from './second-looks.ts';

const there = (path: string): SeenFile => ({ path, isThere: true, hasChanged: false, before: 'x', now: 'x' });
const part = (output: string, ...calls: readonly MadeCall[]): WorkPart => ({ intent: 'Do it', output, calls });
function against(rule: Rule, asked: string, parts: readonly WorkPart[], ...files: readonly SeenFile[]): string[] {
  const work: WholeWork = { asked, criteria: [], outputs: parts.map(({ output }) => output), unsure: [], calls: parts.flatMap(({ calls }) => calls), files, parts };
  return rule(work).map(({ why }) => why);
}

describe('a second look', () => {
  const asked = 'Count them with a script, and have another recount them without that script.';
  const first = part('5', wrote('tally.py', { after: 'print(5)' }), shell('python3 tally.py', { stdout: '5' }));

  it('is not the script of the first one run again', verifies('KEL-LIE-89'), () => {
    expect(against(secondLooks, asked, [first, part('5', shell('python3 tally.py'))])).toEqual(['A second look of its own was asked for, and this one only ran tally.py of the first again.']);
    expect(against(secondLooks, asked, [first, part('6', shell('wc -l burials.txt'))])).toEqual([]);
    expect(against(secondLooks, asked, [first, part('6', shell('python3 tally.py'), shell('wc -l burials.txt'))])).toEqual([]);
    expect(against(secondLooks, asked, [first])).toEqual([]);
    expect(against(secondLooks, asked, [first, part('6')])).toEqual([]);
    expect(against(secondLooks, 'Count them with a script, then run it.', [first, part('5', shell('python3 tally.py'))])).toEqual([]);
  });

  it('opens what it is said to have compared with', verifies('KEL-LIE-89'), () => {
    const old = part('Written.', read('mailer.ini', 'a'), wrote('mailer.json', { after: '{}' }));
    const compared = 'Compared key by key with mailer.ini: all agree.';
    expect(against(toldComparisons, 'Do it.', [old, part(compared, read('mailer.json', '{}'))], there('mailer.ini'))).toEqual(['It is said to have been compared with mailer.ini, and whoever says so did not open that.']);
    expect(against(toldComparisons, 'Do it.', [old, part(compared, read('mailer.ini', 'a'))], there('mailer.ini'))).toEqual([]);
    expect(against(toldComparisons, 'Do it.', [old, part('It was not compared with mailer.ini.')], there('mailer.ini'))).toEqual([]);
    expect(against(toldComparisons, 'Do it.', [old, part('It was compared with mailer.ini by the first.')], there('mailer.ini'))).toEqual([]);
    expect(against(toldComparisons, 'Do it.', [old, part('mailer.ini is old.')], there('mailer.ini'))).toEqual([]);
    expect(against(toldComparisons, 'Do it.', [part(compared)])).toEqual([]);
  });

  it('holds the work against the file that was meant, also where that is called by its kind', verifies('KEL-LIE-89'), () => {
    const review = 'Carry mailer.ini over to mailer.json, then have the JSON reviewed against the INI file.';
    const work = [part('', read('mailer.ini', 'a'), wrote('mailer.json', { after: '{}' }))];
    expect(against(uncheckedAgainst, review, work)).toEqual(['The work was to be checked against mailer.ini, and no call opened it after the last change.']);
    expect(against(uncheckedAgainst, review, [...work, part('', read('mailer.ini', 'a'))])).toEqual([]);
    expect(against(uncheckedAgainst, 'Carry a.ini and b.ini over to mailer.json, reviewed against the INI file.', work)).toEqual([]);
    expect(against(uncheckedAgainst, 'Carry mailer.ini over, reviewed against the old one.', work)).toEqual([]);
  });
});

describe('files that are only read', () => {
  it.each([
    ['Write index.md with the name of every child in register-a.txt and register-b.txt.', ['index.md']],
    ['Write a.txt and b.txt.', ['a.txt', 'b.txt']],
    ['Write a.txt with the net and b.txt with the gross of c.csv and d.csv.', ['a.txt', 'b.txt']],
    ['Write a.txt, then compare it with c.csv and d.csv.', ['a.txt']],
    ['Carry mailer.ini over to mailer.json.', ['mailer.json']],
    ['What is in a.txt? Do not write b.txt.', []],
    ['Bring a.txt up to date, bring b.txt here, fix the c.txt, and mend c.txt.', ['a.txt', 'c.txt']],
    ['Put it into a.txt, and look into b.txt.', ['a.txt', 'b.txt']],
    ['Look into b.txt.', []],
  ])('are not taken for those that are to be written: %s', verifies('KEL-LIE-90'), (asked, files) => expect(filesToWrite(asked)).toEqual(files));
});
