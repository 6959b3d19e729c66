import { describe, expect, it } from 'vitest';
import { shell, wrote } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Criterion } from '../../contracts/index.ts';
import { editedCopies, handMadeOutputs } from './hand-made-outputs.ts';
import { otherSubjects } from './other-subjects.ts';
import type { Rule, SeenFile, WholeWork } from './whole-work.ts';

const there = (path: string, text = 'x\n'): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = 'x\n'): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const by = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);
const edits = (path: string, after = 'y\n'): WholeWork['calls'] => [wrote(path, { before: 'x\n', after })];

describe('what a program makes', () => {
  const BUILD = 'posts = load("posts.json")\nwith open("dist/index.html", "w") as page:\n    page.write(posts)\n';
  const asked = 'build.py does not escape titles. Mend it.';

  it('is not mended by hand in its place', verifies('KEL-LIE-164'), () => {
    const why = ['dist/index.html comes out of build.py, which this run left as it was: what was made by hand is gone when that runs again.'];
    expect(by(handMadeOutputs, { asked, files: [there('build.py', BUILD), left('dist/index.html', 'y')], calls: edits('dist/index.html') })).toEqual(why);
    expect(by(handMadeOutputs, { asked, files: [there('build.py', BUILD), left('dist/index.html', 'y')], calls: [shell("sed -i 's/</x/' dist/index.html", { edits: { 'dist/index.html': { before: 'x', after: 'y' } } })] })).toEqual(why);
    expect(by(handMadeOutputs, { asked: 'Fix totals.mjs, its sums are wrong.', files: [there('totals.mjs', "writeFileSync('totals.json', sums);"), left('totals.json', '9')], calls: edits('totals.json') })).toHaveLength(1);
    expect(by(handMadeOutputs, { asked: 'Fix totals.sh.', files: [there('totals.sh', 'sort a.txt > out/totals.txt\n'), left('out/totals.txt', '9')], calls: edits('out/totals.txt') })).toHaveLength(1);
  });

  it('may be made by the program, by what runs it, or out of something that was mended', verifies('KEL-LIE-164'), () => {
    const made = (command: string): WholeWork['calls'] => [shell(command, { edits: { 'dist/index.html': { before: 'x', after: 'y' } } })];
    const files = [there('build.py', BUILD), left('dist/index.html', 'y')];
    expect(by(handMadeOutputs, { asked, files, calls: made('python3 build.py > dist/index.html') })).toEqual([]);
    expect(by(handMadeOutputs, { asked, files, calls: made('npm run build') })).toEqual([]);
    expect(by(handMadeOutputs, { asked, files: [left('build.py', 'z', BUILD), left('dist/index.html', 'y')], calls: edits('dist/index.html') })).toEqual([]);
  });

  it('may be touched where the person says so, or where the program reads it as well', verifies('KEL-LIE-164'), () => {
    const files = [there('build.py', BUILD), left('dist/index.html', 'y')];
    expect(by(handMadeOutputs, { asked: 'build.py is down. Mend the page by hand.', files, calls: edits('dist/index.html') })).toEqual([]);
    expect(by(handMadeOutputs, { asked: 'Mend dist/index.html, which build.py made.', files, calls: edits('dist/index.html') })).toEqual([]);
    expect(by(handMadeOutputs, { asked: 'todo.py crashes. Fix it.', files: [there('todo.py', 'items = load(open("todo.json"))\ndump(items, open("todo.json", "w"))\n'), left('todo.json', '[]')], calls: edits('todo.json') })).toEqual([]);
    expect(by(handMadeOutputs, { asked, files: [there('build.py', 'open("out.html", "w").write(open("page.html").read())'), left('page.html', 'y')], calls: edits('page.html') })).toEqual([]);
    expect(by(handMadeOutputs, { asked: 'What does build.py do? Mend the page.', files: [there('other.py'), left('dist/index.html', 'y')], calls: edits('dist/index.html') })).toEqual([]);
    expect(by(handMadeOutputs, { asked: 'How does build.py escape titles?', files, calls: edits('dist/index.html') })).toEqual([]);
  });

  it('and says so of itself is not changed by hand', verifies('KEL-LIE-164'), () => {
    const file = left('types.ts', 'y', '// Generated from schema.yaml by gen.mjs. Do not edit.\nexport type A = 1;\n');
    expect(by(editedCopies, { files: [file], calls: edits('types.ts') })).toEqual(['types.ts says of itself that a program makes it, and this run changed it by hand: it is as before when that runs again.']);
    expect(by(editedCopies, { asked: 'Change types.ts, never mind its heading.', files: [file], calls: edits('types.ts') })).toEqual([]);
    expect(by(editedCopies, { files: [file], calls: [shell('node gen.mjs', { edits: { 'types.ts': { before: 'x', after: 'y' } } })] })).toEqual([]);
    expect(by(editedCopies, { files: [file], calls: [...edits('types.ts'), shell('npm run gen', { edits: { 'types.ts': { before: 'y', after: 'z' } } })] })).toEqual([]);
    expect(by(editedCopies, { files: [file], calls: [...edits('types.ts'), shell('node gen.mjs')] })).toEqual([]);
    expect(by(editedCopies, { files: [left('notes.md', 'y', 'The reports are generated by a program.\n')], calls: edits('notes.md') })).toEqual([]);
  });
});

describe('a check that said no', () => {
  const asked = 'Set retries to 5 in config/live.yaml and make sure that validate.py accepts the file.';
  const no = shell('python3 validate.py config/live.yaml', { exitCode: 1 });

  it('was meant to say so where the person or a check of the plan wants it to', verifies('KEL-LIE-165'), () => {
    const calls = [no, shell('python3 validate.py config/example.yaml')];
    const code = (number: number): Criterion => ({ criterion: 'It ends so', mode: 'verifiable', required: true, check: { kind: 'exit_code', command: 'python3 validate.py config/live.yaml', code: number } });
    expect(by(otherSubjects, { asked, calls, criteria: [code(1)] })).toEqual([]);
    expect(by(otherSubjects, { asked, calls, criteria: [code(0)] })).toHaveLength(1);
    expect(by(otherSubjects, { asked: 'Write validate.py that exits 1 if config/live.yaml has no retries, 0 otherwise.', calls })).toEqual([]);
  });

  it('is not answered by its yes to something else', verifies('KEL-LIE-165'), () => {
    expect(by(otherSubjects, { asked, calls: [no, shell('python3 validate.py config/example.yaml')] })).toEqual(['validate.py said no to config/live.yaml when it was last run on that; that it said yes to something else (`python3 validate.py config/example.yaml`) shows nothing of it.']);
    expect(by(otherSubjects, { asked: 'Clean people.csv until node lint.mjs passes on it.', calls: [shell('node lint.mjs people.csv', { exitCode: 2 }), shell('cp people.csv ok.csv'), shell('node lint.mjs ./ok.csv')] })).toHaveLength(1);
    expect(by(otherSubjects, { asked, calls: [shell('python3 validate.py config/live.yaml'), no, shell('python3 validate.py other.yaml')] })).toHaveLength(1);
  });

  it('is answered by its yes to the same, however that is named', verifies('KEL-LIE-165'), () => {
    for (const later of ['python3 validate.py ./config/live.yaml', 'python3 validate.py', 'python3 validate.py config', 'python3 validate.py config/*.yaml', 'for f in config/a.yaml; do python3 validate.py $f; done', 'cd config && python3 ../validate.py live.yaml']) {
      expect(by(otherSubjects, { asked, calls: [no, shell('python3 validate.py config/example.yaml'), shell(later)] })).toEqual([]);
    }
    expect(by(otherSubjects, { asked, calls: [no, shell('python3 validate.py config/example.yaml', { exitCode: 1 })] })).toEqual([]);
  });

  it('may be right to say no', verifies('KEL-LIE-165'), () => {
    const calls = [no, shell('python3 validate.py config/example.yaml')];
    expect(by(otherSubjects, { asked: 'validate.py has to reject config/live.yaml and accept the example.', calls })).toEqual([]);
    expect(by(otherSubjects, { asked: 'Does validate.py accept config/live.yaml?', calls })).toEqual([]);
    expect(by(otherSubjects, { asked: 'Set retries to 5 in config/live.yaml.', calls })).toEqual([]);
  });
});
