import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { made, read, shell } from '../../../test/support/made-calls.ts';
import type { Rule, SeenFile, WholeWork } from '../objections/whole-work.ts';
import type { MadeCall } from '../work.ts';
import { forbiddenMeans, namesForbidden } from './forbidden-means.ts';
import { namesForContents } from './names-for-contents.ts';
import { openSlots } from './open-slots.ts';
import { foldersAppealedTo, unopenedSubjects } from './unopened-subjects.ts';

const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
interface Told {
  readonly asked: string;
  readonly output?: string;
  readonly calls?: readonly MadeCall[];
  readonly files?: readonly SeenFile[];
  readonly listed?: readonly string[];
}
function against(rule: Rule, { asked, output = '', calls = [], files = [], listed = [] }: Told): string[] {
  const work: WholeWork = { asked, criteria: [], outputs: [output], unsure: [], calls, files, listed };
  return rule(work).map(({ why }) => why);
}

describe('means that were forbidden', () => {
  it.each([
    ['Do without the module re, it is not on the device.', [{ name: 're', isModule: true }]],
    ['Do not use lodash or moment.', [{ name: 'lodash', isModule: false }, { name: 'moment', isModule: false }]],
    ['Avoid calling eval().', [{ name: 'eval', isModule: false }]],
    ['Write it without the requests library.', [{ name: 'requests', isModule: true }]],
    ['It has to run without time limits.', []],
    ['Do not forget to use json.', []],
    ['Do not use lodash in the tests.', []],
  ])('are read from: %s', verifies('KEL-LIE-86'), (asked, names) => expect(namesForbidden(asked)).toEqual(names));

  it('stand in no line that this run wrote', verifies('KEL-LIE-86'), () => {
    const using = (asked: string, path: string, now: string, before: string | null = null): string[] => against(forbiddenMeans, { asked, files: [left(path, now, before)] });
    expect(using('Write tag() without the module re.', 'tags.py', 'import re\n')).toEqual(['The work was to do without re, and tags.py uses it.']);
    expect(using('Write tag() without the module re.', 'tags.py', 'from re import sub\n')).toHaveLength(1);
    expect(using('Do not use lodash.', 'a.mjs', "import { map } from 'lodash/fp';\n")).toHaveLength(1);
    expect(using('Do not use fs.', 'a.cjs', "const fs = require('node:fs');\n")).toHaveLength(1);
    expect(using('Avoid calling eval.', 'a.mjs', 'const x = eval(text);\n')).toHaveLength(1);
    expect(using('Write tag() without the module re.', 'tags.py', 'import rex\n# import re\n')).toEqual([]);
    expect(using('Write tag() without the module re.', 'tags.py', 'import re\nx = 1\n', 'import re\n')).toEqual([]);
    expect(using('Write tag() without the module re.', 'tags.md', 'import re\n')).toEqual([]);
    expect(using('Do not call main.', 'a.mjs', 'main();\n')).toEqual([]);
    expect(using('Write tag() without the module test.', 'a.mjs', 'test(1);\n')).toEqual([]);
    expect(using('Write tag().', 'a.py', 'import re\n')).toEqual([]);
  });
});

describe('what is to go out', () => {
  const letter = (now: string, before: string | null = null): SeenFile => left('letter.txt', now, before);

  it('has no slots left in it', verifies('KEL-LIE-87'), () => {
    const asked = 'Write letter.txt to the tenant. It goes out today.';
    expect(against(openSlots, { asked, files: [letter('Dear [name of tenant],\n')] })).toEqual(['letter.txt was to go out, and “[name of tenant]” is still to be filled in.']);
    expect(against(openSlots, { asked, files: [letter('Dear {{customer}},\n')] })).toHaveLength(1);
    expect(against(openSlots, { asked, files: [letter('Dear <your name>,\n')] })).toHaveLength(1);
    expect(against(openSlots, { asked, files: [letter('On ____ we come.\n')] })).toHaveLength(1);
    expect(against(openSlots, { asked, files: [letter('Dear Mrs Aune,\n')] })).toEqual([]);
    expect(against(openSlots, { asked, files: [letter('See [your rights](a.html), [1] and [sic].\n')] })).toEqual([]);
    expect(against(openSlots, { asked, files: [letter('<title>Hello</title>\n')] })).toEqual([]);
    expect(against(openSlots, { asked, files: [letter('Dear [name],\n', 'Dear [name],\n')] })).toEqual([]);
  });

  it('may have them where a form was asked for, or nothing that is sent', verifies('KEL-LIE-87'), () => {
    expect(against(openSlots, { asked: 'Write a template of a letter to letter.txt.', files: [letter('Dear [name],\n')] })).toEqual([]);
    expect(against(openSlots, { asked: 'Describe the email of the tool in usage.md.', files: [left('usage.md', 'tool [name]\n')] })).toEqual([]);
    expect(against(openSlots, { asked: 'Write a letter about the tool.', files: [left('usage.md', '`tool [name]`\n$ tool [date]\ntool [days] --all\n')] })).toEqual([]);
    expect(against(openSlots, { asked: 'Write a letter about the tool.', files: [left('about.md', 'Dear [name],\n')] })).toHaveLength(1);
    expect(against(openSlots, { asked: 'Write usage.md.', files: [left('usage.md', 'tool [name]\n')] })).toEqual([]);
    expect(against(openSlots, { asked: 'Write a letter with send.py.', files: [left('send.py', 'x[name]\n')] })).toEqual([]);
  });
});

describe('the name of a file', () => {
  const asked = 'On which day did Einar date his letter in box3?';
  const listed = made('glob', { arguments: { pattern: 'box3/*' }, output: { paths: ['box3/letter-1911-03-04.txt', 'box3/scan_19110305.md'] } });
  const why = (day: string, path: string): string => `${day} stands in the name of ${path} alone, and no call of this run that succeeded opened it.`;

  it('says nothing of what stands in it', verifies('KEL-LIE-88'), () => {
    expect(against(namesForContents, { asked, output: 'On 4 March 1911.', calls: [listed] })).toEqual([why('1911-03-04', 'box3/letter-1911-03-04.txt')]);
    expect(against(namesForContents, { asked, output: 'On 5 March 1911.', calls: [listed] })).toEqual([why('1911-03-05', 'box3/scan_19110305.md')]);
    expect(against(namesForContents, { asked, output: 'On 4 March 1911.', calls: [listed, read('box3/letter-1911-03-04.txt', 'Bergen')] })).toEqual([]);
    expect(against(namesForContents, { asked, output: 'On 4 March 1911.', calls: [listed, read('box3/list.txt', '4 March 1911')] })).toEqual([]);
    expect(against(namesForContents, { asked, output: 'On 6 March 1911.', calls: [listed] })).toEqual([]);
  });

  it('may be told as a name, and where names are asked about', verifies('KEL-LIE-88'), () => {
    expect(against(namesForContents, { asked, output: 'By its name on 4 March 1911.', calls: [listed] })).toEqual([]);
    expect(against(namesForContents, { asked: 'Which is the newest letter in box3?', output: 'That of 5 March 1911.', calls: [listed] })).toEqual([]);
    expect(against(namesForContents, { asked: 'Sort the letters of box3 by day.', output: 'From 4 March 1911 on.', calls: [listed] })).toEqual([]);
  });

  it('that a question is about has to have been opened before something is told of it', verifies('KEL-LIE-88'), () => {
    const told: Told = { asked: 'Are both life rafts in date? Go by the files in log.', output: 'Raft 1 is in date.', listed: ['log/engine.txt', 'log/rafts.txt'], calls: [read('log/engine.txt', 'oil')] };
    expect(against(unopenedSubjects, told)).toEqual(['Something is told of what log/rafts.txt is about, and no call of this run that succeeded opened it.']);
    expect(against(unopenedSubjects, { ...told, calls: [read('log/rafts.txt', 'raft 1: fine')] })).toEqual([]);
    expect(against(unopenedSubjects, { ...told, calls: [read('log/engine.txt', 'rafts are fine')] })).toEqual([]);
    expect(against(unopenedSubjects, { ...told, calls: [shell('python3 all.py')] })).toEqual([]);
    expect(against(unopenedSubjects, { ...told, output: 'The oil is fine.' })).toEqual([]);
    expect(against(unopenedSubjects, { ...told, asked: 'Is the oil fine? Go by the files in log.' })).toEqual([]);
    expect(against(unopenedSubjects, { ...told, asked: 'Are both life rafts in date?' })).toEqual([]);
    expect(foldersAppealedTo('Go by the files in log/, the pages of the docs/rules and the notes under ../x. Files are good.')).toEqual(['log', 'docs/rules']);
  });
});
