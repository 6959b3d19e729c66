import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Rule, SeenFile, WholeWork } from '../objections/whole-work.ts';
import { everyFunction } from './every-function.ts';
import { everyKey } from './every-key.ts';
import { lostKeys } from './lost-keys.ts';
import { onceEach } from './once-each.ts';

const left = (path: string, now: string, before: string | null = ''): SeenFile => ({ path, isThere: true, hasChanged: before !== now, before, now });
function against(rule: Rule, asked: string, ...files: readonly SeenFile[]): string[] {
  const work: WholeWork = { asked, criteria: [], outputs: [], unsure: [], calls: [], files };
  return rule(work).map(({ why }) => why);
}

describe('a setting that is to be the same everywhere', () => {
  const stack = (...retries: readonly string[]): SeenFile => left('stack.yml', ['services:', ...retries.flatMap((value, at) => [`  s${at}:`, `    image: x`, ...(value === '' ? [] : [`    retries: ${value}`])])].join('\n'));
  const task = 'In stack.yml every service must have retries: 3. Leave the rest as it is.';

  it('is so in every line that has it, and no neighbour lacks it', verifies('KEL-LIE-84'), () => {
    expect(against(everyKey, task, stack('3', '3', '0'))).toEqual(['retries: 3 was asked for everywhere in stack.yml, and it is not so in line 10 (0).']);
    expect(against(everyKey, task, stack('3', '3', ''))).toEqual(['retries: 3 was asked for everywhere in stack.yml, and it is not so in s2.']);
    expect(against(everyKey, task, stack('3', '3', '3'))).toEqual([]);
    expect(against(everyKey, 'Set port=80 in all sections of a.ini.', left('a.ini', '[x]\nport = 80\n[y]\nport = 81\n'))).toEqual(['port: 80 was asked for everywhere in a.ini, and it is not so in line 4 (81).']);
    expect(against(everyKey, 'Set port = 80 for each server in a.json.', left('a.json', '[{\n"port": 80,\n},{\n"port": 81\n}]'))).toEqual(['port: 80 was asked for everywhere in a.json, and it is not so in line 4 (81).']);
  });

  it.each(['In stack.yml every service except s2 must have retries: 3.', 'Give the mail service in stack.yml retries: 3.', 'Set retries: 3 in stack.yml and see that all tests pass.', 'All is well. Set retries: 3 in stack.yml.', 'Every service in stack.yml and in b.yml: retries: 3.', 'Write about every service in stack.yml: it is old.'])('is left alone where some may differ: %s', verifies('KEL-LIE-84'), (asked) => {
    expect(against(everyKey, asked, stack('3', '0'))).toEqual([]);
  });
});

describe('what every function is to have', () => {
  const BARN = 'def hay(cows,\n        days):\n    """Hay."""\n    def daily(count):  # a day\nDAILY        return 12 * count\n    return daily(cows) * days\n\n\nasync def _water(cows):\n    return 80\n\n\ndef one(): return 1\n';
  const task = 'Give every function in barn.py a docstring of one line, inner ones included.';

  it('is looked for at each of them, also at inner ones', verifies('KEL-LIE-84'), () => {
    expect(against(everyFunction, task, left('barn.py', BARN.replace('DAILY', '')))).toEqual(['Every function of barn.py was meant, and daily, _water has none.']);
    expect(against(everyFunction, task.replace('every', 'every public'), left('barn.py', BARN.replace('DAILY', "        'A day.'\n")))).toEqual([]);
    expect(against(everyFunction, 'Give each function in barn.py type hints.', left('barn.py', 'def a(x: int) -> int:\n    pass\ndef b(x):\n    pass\n'))).toEqual(['Every function of barn.py was meant, and b has none.']);
    expect(against(everyFunction, 'Give all exported functions of a.ts a JSDoc comment.', left('a.ts', '/** A. */\nexport function a() {}\nexport async function b() {}\nfunction c() {}\n'))).toEqual(['Every function of a.ts was meant, and b has none.']);
  });

  it('is left alone where only some are meant, or nothing was done', verifies('KEL-LIE-84'), () => {
    expect(against(everyFunction, 'Give every function in barn.py a docstring, except short ones.', left('barn.py', BARN))).toEqual([]);
    expect(against(everyFunction, 'Does every function in barn.py have a docstring?', left('barn.py', BARN))).toEqual([]);
    expect(against(everyFunction, task, left('barn.py', BARN, BARN))).toEqual([]);
    expect(against(everyFunction, 'Test every function in barn.py.', left('barn.py', BARN))).toEqual([]);
  });
});

describe('a list in which each stands once', () => {
  it('has no line twice', verifies('KEL-LIE-85'), () => {
    const twice = left('glossary.md', 'leat\nweir\n---\nsluice\nweir\n---\n');
    const why = ['Each was to stand in glossary.md once, and “weir” stands there more than once.'];
    expect(against(onceEach, 'Make glossary.md of terms.txt: in alphabetical order, each term once.', twice)).toEqual(why);
    expect(against(onceEach, 'Write glossary.md without duplicates.', twice)).toEqual(why);
    expect(against(onceEach, 'Write glossary.md. Run it once for each.', twice)).toEqual([]);
    expect(against(onceEach, 'Call each address once, and write glossary.md.', twice)).toEqual([]);
    expect(against(onceEach, 'Write glossary.md without duplicates.', left('glossary.md', 'leat\nweir\n---\n---\n'))).toEqual([]);
    expect(against(onceEach, 'Write glossary.py without duplicates.', left('glossary.py', 'pass\npass\n'))).toEqual([]);
  });

  it('is the one that was to be cleaned, where the request says which', verifies('KEL-LIE-85'), () => {
    const task = 'Sort names.txt into sorted.txt, then remove duplicates into unique.txt.';
    const sorted = left('sorted.txt', 'ada\nmia\nmia\nzoe\n');
    expect(against(onceEach, task, sorted, left('unique.txt', 'ada\nmia\nzoe\n'))).toEqual([]);
    const why = ['Each was to stand in unique.txt once, and “mia” stands there more than once.'];
    expect(against(onceEach, task, sorted, left('unique.txt', 'ada\nmia\nmia\n'))).toEqual(why);
    expect(against(onceEach, 'Clean unique.txt of duplicates.', left('unique.txt', 'mia\nmia\n'))).toEqual(why);
    expect(against(onceEach, 'Remove the duplicates of names.txt and write unique.txt.', left('names.txt', 'mia\nmia\n', 'mia\nmia\n'), left('unique.txt', 'mia\nmia\n'))).toEqual(why);
  });
});

describe('what is carried over with all its keys', () => {
  const task = 'Carry mailer.ini over to mailer.json with the same keys and values.';
  const INI = left('mailer.ini', '[mail]\nhost = a\nreply_to = b\n', '[mail]\nhost = a\nreply_to = b\n');

  it('has each of them', verifies('KEL-LIE-85'), () => {
    expect(against(lostKeys, task, INI, left('mailer.json', '{"host":"a"}'))).toEqual(['mailer.json was to have every key of mailer.ini, and lacks reply_to.']);
    expect(against(lostKeys, task, INI, left('mailer.json', '{"host":"a","Reply_To":"b"}'))).toEqual([]);
    expect(against(lostKeys, 'Convert a.json to a.yml, every key of it.', left('a.json', '{"x":[{"deep":1}],"y":2}', '{"x":[{"deep":1}],"y":2}'), left('a.yml', 'x: 1\ny: 2\n'))).toEqual(['a.yml was to have every key of a.json, and lacks deep.']);
    expect(against(lostKeys, 'Convert a.yml to a.toml, all keys.', left('a.yml', 'x: 1\n- y\n', 'x: 1\n- y\n'), left('a.toml', 'none'))).toEqual(['a.toml was to have every key of a.yml, and lacks x.']);
    expect(against(lostKeys, 'Convert a.yml to a.csv, all keys.', left('a.yml', 'x: 1\n', 'x: 1\n'), left('a.csv', 'none'))).toEqual([]);
  });

  it.each(['Carry mailer.ini over to mailer.json with all keys except reply_to.', 'Carry mailer.ini over to mailer.json.', 'Carry mailer.ini and b.ini over to mailer.json with the same keys.', 'Carry mailer.txt over to mailer.json with the same keys.'])('is left alone where some may go: %s', verifies('KEL-LIE-85'), (asked) => {
    expect(against(lostKeys, asked, INI, left('mailer.txt', 'x', 'x'), left('mailer.json', '{}'))).toEqual([]);
  });
});
