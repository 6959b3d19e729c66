import { describe, expect, it } from 'vitest';
import { made, read, shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Criterion } from '../../contracts/index.ts';
import { missingFiles } from './named-files.ts';
import { unusedMeans } from './unused-means.ts';
import { valuesElsewhere } from './values-elsewhere.ts';
import type { Rule, SeenFile, WholeWork } from './whole-work.ts';

const there = (path: string, text = 'x\n'): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const judged = (criterion: string): Criterion => ({ criterion, mode: 'verifiable', required: true });
const by = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);

describe('a deed that was to be done with a program', () => {
  const asked = 'Apply migrations/007.sql with migrate.py, and say which columns there are.';
  const files = [there('migrate.py')];

  it('is done by a run of that program', verifies('KEL-LIE-168'), () => {
    expect(by(unusedMeans, { asked, files, calls: [read('migrate.py', 'x'), read('migrations/007.sql', 'y')] })).toEqual(['It was to be done with migrate.py, and no call of this run used that. Run it and tell what it says.']);
    expect(by(unusedMeans, { asked: 'Measure with the coverage.py how much is documented.', files: [there('coverage.py')], calls: [read('coverage.json', '{}')] })).toHaveLength(1);
    expect(by(unusedMeans, { asked: 'Validate every order using tools/orders.mjs.', files: [there('tools/orders.mjs')], calls: [shell('cat orders.json')] })).toHaveLength(1);
    expect(by(unusedMeans, { asked, files, calls: [wrote('notes.md', { after: 'migrate.py ran.' })] })).toHaveLength(1);
  });

  it('may be run in any way, also by a script, a module or a check', verifies('KEL-LIE-168'), () => {
    for (const command of ['python3 migrate.py migrations/007.sql', './migrate.py x', 'python3 -m migrate 007', 'cd db && python3 ../migrate.py 007.sql', 'make migrate']) expect(by(unusedMeans, { asked, files, calls: [shell(command)] })).toEqual([]);
    expect(by(unusedMeans, { asked, files: [...files, left('all.sh', 'python3 migrate.py 007.sql')], calls: [shell('sh all.sh')] })).toEqual([]);
    expect(by(unusedMeans, { asked, files, criteria: [{ criterion: 'It runs', mode: 'verifiable', required: true, check: { kind: 'exit_code', command: 'python3 migrate.py 007.sql', code: 0 } }] })).toEqual([]);
    expect(by(unusedMeans, { asked, files, calls: [made('run_code', { arguments: { code: 'import migrate' } })] })).toEqual([]);
  });

  it('is none where the program is compared, written, missing or forbidden', verifies('KEL-LIE-168'), () => {
    for (const other of ['Compare old.py with migrate.py.', 'Do not apply it with migrate.py.', 'Can you apply it with migrate.py?', 'Write migrate.py and apply 007.sql with migrate.py.', 'Apply it; migrate.py shows how.']) expect(by(unusedMeans, { asked: other, files })).toEqual([]);
    expect(by(unusedMeans, { asked })).toEqual([]);
    expect(by(unusedMeans, { asked, files: [left('migrate.py', 'x')] })).toEqual([]);
  });
});

describe('a file that is named without its folder', () => {
  const criteria = [judged('007.sql went through migrate.py')];
  const files = [there('migrate.py')];

  it('is the one of that name that a call opened or left behind', verifies('KEL-LIE-174'), () => {
    expect(by(missingFiles, { criteria, files, calls: [read('migrations/007.sql', 'alter table boats;')] })).toEqual([]);
    expect(by(missingFiles, { criteria, files, calls: [made('write_file', { arguments: {}, edits: { 'db/007.sql': { after: 'x' } } })] })).toEqual([]);
  });

  it('is not there where none of that name was opened or left', verifies('KEL-LIE-174'), () => {
    expect(by(missingFiles, { criteria, files, calls: [read('migrations/1007.sql', 'x')] })).toHaveLength(1);
    expect(by(missingFiles, { criteria, files, calls: [made('read_file', { arguments: { path: 'migrations/007.sql' }, errorCode: 'tool.failed' })] })).toHaveLength(1);
    expect(by(missingFiles, { criteria, files, calls: [made('delete_file', { arguments: {}, edits: { 'db/007.sql': { before: 'x' } } })] })).toHaveLength(1);
  });
});

describe('a setting that stands in several blocks', () => {
  const flags = there('flags.yaml', 'defaults:\n  night_mode: on\nproduction:\n  # by night\n  night_mode: "off"\n  new_map: on\n');
  const asked = 'Is night_mode on in production, by flags.yaml?';
  const told = (output: string, file: SeenFile = flags, words = asked): string[] => by(valuesElsewhere, { asked: words, outputs: [output], files: [file] });

  it('is told as it is in the block that is named', verifies('KEL-LIE-173'), () => {
    expect(told('night_mode is on in production.')).toEqual(['night_mode is said to be on in production, and in flags.yaml it is off there.']);
    expect(told('In prod the limit is 5.', there('limits.ini', '[dev]\nlimit = 5\n[prod]\nlimit = 50\n'), 'What is the limit of prod in limits.ini?')).toHaveLength(1);
    expect(told('The port of the database in live is 5432.', there('c.json', '{"test":{"database":{"port":5432}},"live":{"database":{"port":6000}}}'), 'Which port has the database in live, by c.json?')).toHaveLength(1);
    expect(by(valuesElsewhere, { asked, files: [flags, left('answer.md', 'In production night_mode is on.\n')] })).toHaveLength(1);
  });

  it('is not held against who tells it as it is, of several blocks, or in other words', verifies('KEL-LIE-173'), () => {
    for (const output of ['night_mode is off in production; only the defaults have it on.', 'night_mode is on in the defaults and off in production.', 'night_mode is not on in production.', 'See the notes on night_mode in production.', 'new_map is on in production.', 'It is on in production.', 'night_mode was on in production once.', 'Is night_mode on in production?']) expect(told(output)).toEqual([]);
    expect(told('night_mode is on in production.', left('flags.yaml', 'production:\n  night_mode: off\ndefaults:\n  night_mode: on\n', 'x'))).toEqual([]);
    expect(told('night_mode is on in production.', there('flags.json', 'no JSON'), 'By flags.json?')).toEqual([]);
    expect(told('The port in live is 1.', there('c.yaml', 'live:\n  a:\n    port: 1\n  b:\n    port: 2\n'), 'Which port, by c.yaml?')).toEqual([]);
  });
});
