import { array, assert, constantFrom, double, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { commitsByAuthor, commitsByFile, commitsBySize } from './commit-statistics.ts';
import { drawChart, ticksBetween } from './draw-chart.ts';
import { sentencesOf } from './extract-sentences.ts';
import { findColumn } from './find-column.ts';
import { firstRows, markdownTable } from './markdown-table.ts';
import { newNames } from './new-names.ts';
import { filesShown, patternsShown } from './show-filter.ts';
import { counted, shownBytes, shownCount, shownNumber } from './shown-numbers.ts';
import { duplicateGroups, filesThatFit, groupFiles, inOrder, sizeByFolder, type MeasuredFile } from './surveyed-files.ts';
import { mostTelling } from './weigh-sentences.ts';

const file = (path: string, size_bytes: number, more: Partial<MeasuredFile> = {}): MeasuredFile => ({ path, size_bytes, modified_at: '2026-03-01T00:00:00.000Z', text: null, sha256: null, ...more });

describe('numbers for people', () => {
  it('are told in steps of a thousand, in every language the same', () => {
    expect([0, 1, 999, 1_000, 1_234_567, 123_456_789, 5e12].map(shownBytes)).toEqual(['0 bytes', '1 byte', '999 bytes', '1 KB', '1.2 MB', '123 MB', '5 TB']);
    expect([0, 999, 1_000, 1_234_567, -1_000].map(shownCount)).toEqual(['0', '999', '1,000', '1,234,567', '-1,000']);
    expect([0.1 + 0.2, 1_234.56789, 7, 0.00001234567, -0.5, 1e-9, 1.5e21].map(shownNumber)).toEqual(['0.3', '1,234.5679', '7', '0.00001235', '-0.5', '1e-9', '1.5e+21']);
    expect([counted(1, 'file'), counted(2, 'file'), counted(2, 'person', 'people')]).toEqual(['1 file', '2 files', '2 people']);
  });

  it('of a filter are told in words', () => {
    expect(patternsShown({ path: '.', pattern: '*.ts', min_bytes: 1_000, max_bytes: 2_000, changed_within_sec: 86_400, unchanged_for_sec: 5_400 })).toBe('.ts files of at least 1 KB of at most 2 KB changed in the last 1 day not changed in the last 90 minutes');
    expect(['*', '*.{ts,tsx,mts,cts}', '*.{jpg,jpeg}', '*.PNG', './a.md', '*draft*.md'].map((pattern) => [1, 2].map((count) => filesShown(count, { path: '.', pattern })))).toEqual([['file', 'files'], ['TypeScript file', 'TypeScript files'], ['.jpg or .jpeg file', '.jpg or .jpeg files'], ['.PNG file', '.PNG files'], ['a.md', 'a.md'], ['file *draft*.md', 'files *draft*.md']]);
  });
});

describe('a table in Markdown', () => {
  it('keeps its cells apart, whatever stands in them', () => {
    expect(markdownTable(['a', 'b'], [['x|y', 'one\r\ntwo']])).toBe('| a | b |\n|---|---|\n| x\\|y | one two |');
    expect([firstRows([1, 2, 3], 2), firstRows([1], 2)]).toEqual([{ shown: [1, 2], note: ['… and 1 more.'] }, { shown: [1], note: [] }]);
  });
});

describe('files that were measured', () => {
  const now = '2026-03-11T00:00:00.000Z';

  it('are picked by size and age', verifies('KEL-OFF-10'), () => {
    const [old, fresh, large] = [file('old', 5), file('fresh', 5, { modified_at: '2026-03-10T12:00:00.000Z' }), file('large', 500)];
    const all = [old, fresh, large];
    expect(filesThatFit(all, { min_bytes: 6 }, now)).toEqual([large]);
    expect(filesThatFit(all, { max_bytes: 5 }, now)).toEqual([old, fresh]);
    expect(filesThatFit(all, { changed_within_sec: 86_400 }, now)).toEqual([fresh]);
    expect(filesThatFit(all, { unchanged_for_sec: 864_000 - 1 }, now)).toEqual([old, large]);
    expect(filesThatFit(all, { unchanged_for_sec: 864_000 }, now)).toEqual([]);
  });

  it('come in the order asked for, and by name where that is equal', verifies('KEL-OFF-10'), () => {
    const all = [file('b', 1, { modified_at: '2026-03-02T00:00:00.000Z' }), file('c', 3), file('a', 1)];
    const paths = (order: Parameters<typeof inOrder>[1]) => inOrder(all, order).map(({ path }) => path).join('');
    expect([paths('name'), paths('largest'), paths('smallest'), paths('newest'), paths('oldest')]).toEqual(['abc', 'cab', 'abc', 'bac', 'acb']);
  });

  it('are grouped by kind, folder or alone, the group that counts most first', verifies('KEL-OFF-10'), () => {
    const text = (lines: number) => ({ text: { lines, words: lines * 2, characters: lines * 3 } });
    const all = [file('src/a.TS', 10, text(1)), file('src/b.ts', 5, text(2)), file('Makefile', 1, text(9))];
    expect(groupFiles(all, 'kind', 'lines')).toEqual([{ name: 'no ending', files: 1, bytes: 1, lines: 9, words: 18, characters: 27 }, { name: '.ts', files: 2, bytes: 15, lines: 3, words: 6, characters: 9 }]);
    expect(groupFiles(all, 'folder', 'files').map(({ name, files }) => [name, files])).toEqual([['src/', 2], ['(top)', 1]]);
    expect(groupFiles(all, 'file', 'bytes').map(({ name }) => name)).toEqual(['src/a.TS', 'src/b.ts', 'Makefile']);
  });

  it('add up to what each folder below a place holds', verifies('KEL-OFF-10'), () => {
    const all = [file('a/x', 1), file('a/b/y', 2), file('a/b/c/z', 3), file('w', 9)];
    expect(sizeByFolder(all, '.')).toEqual([{ name: '(files directly in it)', files: 1, bytes: 9 }, { name: 'a/', files: 3, bytes: 6 }]);
    expect(sizeByFolder(all.slice(0, 3), 'a/')).toEqual([{ name: 'a/b/', files: 2, bytes: 5 }, { name: '(files directly in it)', files: 1, bytes: 1 }]);
  });

  it('are duplicates when their content is the same, and empty ones never', verifies('KEL-OFF-10'), () => {
    const all = [file('b', 4, { sha256: 'x' }), file('a', 4, { sha256: 'x' }), file('c', 4, { sha256: 'y' }), file('e1', 0, { sha256: 'z' }), file('e2', 0, { sha256: 'z' }), file('d', 9, { sha256: 'v' }), file('f', 9, { sha256: 'v' })];
    expect(duplicateGroups(all)).toEqual([{ sizeBytes: 9, wastedBytes: 9, paths: ['d', 'f'] }, { sizeBytes: 4, wastedBytes: 4, paths: ['a', 'b'] }]);
  });
});

describe('the sentences of a document', () => {
  it('know their heading or page and their line; headings, tables, code and fragments are none', verifies('KEL-OFF-05'), () => {
    const text = ['# Title', '', 'Dr. Smith sails, e.g. in May. He asks', 'why? Nobody "knows."', '', '```', 'this is code, not prose.', '```', '| a table row. |', 'Contents', '', '[Page 2 of 3]', '- An item of the list stands alone', '1. Another item stands alone too'].join('\n');
    expect(sentencesOf(text)).toEqual([
      { text: 'Dr. Smith sails, e.g. in May.', line: 3, under: 'Title' },
      { text: 'He asks why?', line: 3, under: 'Title' },
      { text: 'An item of the list stands alone', line: 13, under: 'page 2' },
      { text: 'Another item stands alone too', line: 14, under: 'page 2' },
    ]);
  });

  it('that tell most are chosen in the order in which they stand, none of them twice', verifies('KEL-OFF-05'), () => {
    const text = 'The engine drives the ship. Lunch was late today. The engine of the ship drives well. Engine oil must be changed before the ship sails.';
    expect(mostTelling(sentencesOf(text), 2).map((one) => one.text)).toEqual(['The engine drives the ship.', 'Engine oil must be changed before the ship sails.']);
  });

  it('are never more than asked for, and always those of the document, word for word', verifies('KEL-OFF-05'), () => {
    const words = array(constantFrom('ship', 'sea', 'light', 'the', 'sails', 'well', 'over'), { minLength: 3, maxLength: 8 }).map((some) => `${some.join(' ')}.`);
    assert(
      property(array(words, { maxLength: 12 }), (sentences) => {
        const all = sentencesOf(sentences.join('\n\n'));
        const told = mostTelling(all, 3);
        expect(told.length <= 3 && told.every((one) => sentences.includes(one.text))).toBe(true);
        expect(mostTelling(all, 3)).toEqual(told);
      }),
    );
  });
});

describe('a chart', () => {
  it('has round ticks that enclose every value and zero', () => {
    expect([ticksBetween(0, 9), ticksBetween(-3, 4), ticksBetween(0, 0)]).toEqual([[0, 2, 4, 6, 8, 10], [-4, -2, 0, 2, 4], [0, 0.2]]);
    assert(
      property(double({ min: -1e9, max: 0, noNaN: true }), double({ min: 0, max: 1e9, noNaN: true }), (low, high) => {
        const ticks = ticksBetween(low, high);
        expect(ticks.length <= 13 && (ticks[0] ?? 1) <= low + 1e-6 && (ticks.at(-1) ?? -1) >= high - Math.abs(high) * 1e-9 - 1e-6).toBe(true);
      }),
    );
  });

  it('cannot be changed by what its labels say', verifies('KEL-OFF-06'), () => {
    assert(
      property(string({ unit: 'binary', maxLength: 30 }), constantFrom('bar' as const, 'line' as const), (label, shape) => {
        const plain = drawChart({ shape, title: 'x', points: [{ label: 'x', value: 1 }, { label: 'y', value: -2 }] });
        const drawn = drawChart({ shape, title: `<script>${label}`, points: [{ label: `"/><a href="${label}">`, value: 1 }, { label, value: -2 }] });
        const tags = (svg: string): number => svg.split('<').length;
        expect([tags(drawn), drawn.includes('<script'), drawn.includes('<a ')]).toEqual([tags(plain), false, false]);
      }),
    );
  });

  it('draws a bar for each value up or down from zero, and a line through all', verifies('KEL-OFF-06'), () => {
    const points = [{ label: 'A', value: 10 }, { label: 'B', value: -10 }];
    const bars = [...drawChart({ shape: 'bar', title: 'T', points }).matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="#2563eb"><title>([^<]+)</g)].map(([, x, y, width, height, title]) => [x, y, width, height, title]);
    expect(bars).toEqual([['132.9', '56', '228.2', '137', 'A: 10'], ['458.9', '193', '228.2', '137', 'B: -10']]);
    expect(drawChart({ shape: 'line', title: 'T', points })).toContain('<polyline points="247,56 573,330"');
  });
});

describe('new names', () => {
  const names = (paths: string[], change: Parameters<typeof newNames>[1]) => newNames(paths, change, new Set()).moves.map(({ to }) => to);

  it('are made by a rule, and keep the folder', verifies('KEL-OFF-07'), () => {
    const paths = ['p/IMG_2.JPG', 'p/IMG_1.JPG'];
    expect(names(paths, { how: 'replace', from: 'IMG_', to: '$&' })).toEqual(['p/$&1.JPG', 'p/$&2.JPG']);
    expect(names(paths, { how: 'prefix', text: 'x-' })).toEqual(['p/x-IMG_1.JPG', 'p/x-IMG_2.JPG']);
    expect(names(paths, { how: 'suffix', text: '-old' })).toEqual(['p/IMG_1-old.JPG', 'p/IMG_2-old.JPG']);
    expect(names(paths, { how: 'ending', to: '.jpg' })).toEqual(['p/IMG_1.jpg', 'p/IMG_2.jpg']);
    expect(names(paths, { how: 'lower' })).toEqual(['p/img_1.jpg', 'p/img_2.jpg']);
    expect(names(['a.txt', '.env'], { how: 'upper' })).toEqual(['.ENV', 'A.txt']);
    expect(names(paths, { how: 'number', stem: 'trip' })).toEqual(['p/trip-001.JPG', 'p/trip-002.JPG']);
    expect(names(['p/a.txt'], { how: 'name', to: 'b.txt' })).toEqual(['p/b.txt']);
    expect(names(['p/a.txt'], { how: 'lower' })).toEqual([]);
  });

  it('that would hide a file stop all of it', verifies('KEL-OFF-07'), () => {
    expect(newNames(['a 1', 'a_1'], { how: 'replace', from: ' ', to: '_' }, new Set()).obstacles).toEqual(['a 1 would be called a_1, which is there already.']);
    expect(newNames(['a', 'b'], { how: 'name', to: 'c' }, new Set()).obstacles).toEqual(['a and b would both be called c.']);
    expect(newNames(['a'], { how: 'name', to: 'c' }, new Set(['c'])).obstacles).toEqual(['a would be called c, which is there already.']);
    expect(newNames(['a'], { how: 'replace', from: 'a', to: '' }, new Set()).obstacles).toEqual(['a would have no name.']);
  });

  it('never write over a file and never meet, or it is said', verifies('KEL-OFF-07'), () => {
    const name = string({ unit: constantFrom('a', 'b', ' ', '_', '.', 'A'), minLength: 1, maxLength: 4 });
    assert(
      property(array(name, { maxLength: 8 }), array(name, { maxLength: 4 }), constantFrom(' ', 'a', 'A'), constantFrom('', '_', 'b'), (paths, others, from, to) => {
        const distinct = [...new Set(paths)];
        const { moves, obstacles } = newNames(distinct, { how: 'replace', from, to }, new Set(others));
        const targets = moves.map((move) => move.to);
        const isSafe = new Set(targets).size === targets.length && targets.every((target) => !others.includes(target) && !distinct.includes(target));
        expect(isSafe || obstacles.length > 0).toBe(true);
      }),
    );
  });
});

describe('commits', () => {
  const commit = (id: string, author_name: string, authored_at: string, changes: [string, number | null, number | null][]) => ({ commit: id, author_name, authored_at, subject: id, changes: changes.map(([path, added_lines, removed_lines]) => ({ path, added_lines, removed_lines })) });
  const all = [commit('c', 'Ada', '2026-01-03T00:00:00+02:00', [['a', 1, 0]]), commit('b', 'Ben', '2026-01-02T00:00:00Z', [['a', 10, 5], ['x.png', null, null]]), commit('a', 'Ada', '2026-01-01T00:00:00Z', [['b', 2, 0]])];

  it('are counted by author and by file, and ranked by size', () => {
    expect(commitsByAuthor(all)).toEqual([{ author: 'Ada', commits: 2, first: '2026-01-01T00:00:00Z', last: '2026-01-03T00:00:00+02:00' }, { author: 'Ben', commits: 1, first: '2026-01-02T00:00:00Z', last: '2026-01-02T00:00:00Z' }]);
    expect(commitsByFile(all)).toEqual([{ path: 'a', commits: 2, lines: 16 }, { path: 'b', commits: 1, lines: 2 }, { path: 'x.png', commits: 1, lines: 0 }]);
    expect(commitsBySize(all).map(({ commit: { commit: id }, files, added, removed }) => [id, files, added, removed])).toEqual([['b', 2, 10, 5], ['a', 1, 2, 0], ['c', 1, 1, 0]]);
  });
});

describe('the column that is meant', () => {
  it('is found without regard to case, signs and number, and never guessed', () => {
    const columns = ['Unit Price', 'region', 'Category', 'sales', 'Sales 2'];
    expect(['Unit Price', 'unit_price', 'regions', 'categories', 'sale', 'profit', 'sales'].map((said) => findColumn(said, columns))).toEqual(['Unit Price', 'Unit Price', 'region', 'Category', 'sales', undefined, 'sales']);
    expect(findColumn('a b', ['A-B', 'a_b'])).toBeUndefined();
  });
});
