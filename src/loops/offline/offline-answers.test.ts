import { describe, expect, it } from 'vitest';
import { offlineRig } from '../../../test/support/offline-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';

/** The answer without the line that says that no model made it. */
async function answerOf(request: string, files: Readonly<Record<string, string>>): Promise<string> {
  const rig = await offlineRig();
  for (const [path, text] of Object.entries(files)) await rig.write(path, text);
  const { outputs } = await rig.ask(request);
  return (outputs.at(-1) ?? '').split('\n').slice(0, -2).join('\n');
}

describe('an answer without a model says what a reader would be wrong to take for granted', () => {
  it('counts endings in any case, and how many there are of each spelling', verifies('KEL-OFFUSE-01'), async () => {
    const files = { 'p/a.png': 'x', 'p/b.PNG': 'x', 'p/c.PNG': 'x', 'p/d.gif': 'x' };
    expect(await answerOf('how many png files are in p', files)).toBe('3 .png files in p.\n\nNote: The ending is written in different ways, and all of them are counted: 2 .PNG, 1 .png.');
    expect((await answerOf('preview renaming all .png files in p to .jpg', files)).split('\n')[0]).toBe('3 files would get a new name. Nothing has been renamed yet.');
  });

  it('names languages and kinds as people do', verifies('KEL-OFFUSE-01'), async () => {
    expect(await answerOf('count lines of code by language in lib', { 'lib/a.js': '1\n2\n3\n', 'lib/b.TSX': '1\n', 'lib/c.h': '1\n2\n' })).toBe('6 lines in 3 source files in lib, most of them JavaScript.\n\n| language | lines | files |\n|---|---|---|\n| JavaScript | 3 | 1 |\n| C | 2 | 1 |\n| TypeScript | 1 | 1 |');
  });

  it('tells how many rows had a value', verifies('KEL-OFFUSE-06'), async () => {
    const files = { 't.csv': 'region,price\nNorth,10\nNorth,\nSouth,\n' };
    expect(await answerOf('what is the average price in t.csv', files)).toBe('Average price in t.csv: 10 (1 of 3 rows has a value).');
    expect(await answerOf('what is the average price by region in t.csv', files)).toBe('Average price by region in t.csv: North has the most (10). 1 of 3 rows has a value in price.\n\n| region | average price | made of |\n|---|---|---|\n| North | 10 | 1 of 2 rows |\n| South | no value | 0 of 1 row |');
    expect(await answerOf('sum price in t.csv where region is South', files)).toBe('Total price in t.csv where region is South: there is none (0 of 1 row have a value).');
  });

  it('tells how numbers were read, which rows were not, and which names differ only in case', verifies('KEL-OFFUSE-06'), async () => {
    const files = { 't.csv': 'region,price\nNorth,"1,074.85"\nnorth,2\nbroken\nEast,3\n' };
    expect((await answerOf('sum price by region in t.csv', files)).split('\n').filter((line) => line.startsWith('Note: '))).toEqual([
      'Note: 1 row could not be read and is in no number: line 4 has 1 cells instead of 2.',
      'Note: In price, "1,074.85" (line 2) was read as 1074.85.',
      'Note: These groups differ only in case or blanks, and were kept apart: "North", "north".',
    ]);
    expect(await answerOf('sum price in t.csv where region is NORTH', files)).toMatch(/^Total price in t\.csv where region is NORTH: 1,076\.85 \(2 rows\)\.\n\nNote: region is written in different ways, and all of them are used: "North" \(1 row\), "north" \(1 row\)\./);
  });

  it('names file, line, column and value where a column cannot be reckoned with', verifies('KEL-OFFUSE-06'), async () => {
    expect(await answerOf('sum price in data/t.csv', { 'data/t.csv': 'a,price\nx,1\ny,n/a\n' })).toBe('It could not be done: The column "price" has no sum: data/t.csv, line 3, column "price", holds "n/a", which is no number (the other 1 value is a number). Correct it there, or leave it out with a condition.');
  });

  it('says that texts were compared as texts, and that a file is not there', verifies('KEL-OFFUSE-06'), async () => {
    expect(await answerOf('what is the highest day in t.csv', { 't.csv': 'day,n\n2/1/2026,1\n10/1/2026,2\n' })).toBe('Highest day in t.csv: 2/1/2026 (2 rows).\n\nNote: day holds texts; they were compared letter by letter, not as numbers or dates.');
    expect(await answerOf('how many lines are in nothing.md', {})).toBe('There is no file nothing.md in this folder that may be looked at.');
  });
});

describe('a plan without a model', () => {
  it('asks of every answer something that could be false, and says nothing twice', verifies('KEL-OFFUSE-05'), async () => {
    const rig = await offlineRig();
    for (const request of ['find all images', 'count lines of code by language', 'collect the TODOs', 'find duplicate files', 'what changed?', 'run the tests', 'summarise docs/guide.md', 'sum revenue by region in data/sales.csv', 'show the rows of data/sales.csv', 'draw a bar chart of revenue by region from data/sales.csv', 'rename all files in docs to lowercase', 'convert all png images to jpg', 'read src/app.ts', 'count the TODOs and write them to todo.md']) {
      const outcome = await rig.plan(request);
      if (outcome.decision !== 'plan') throw new Error(`${request}: ${JSON.stringify(outcome)}`);
      const { task_criteria: whole, subtasks } = outcome.plan;
      const parts = subtasks.flatMap(({ success_criteria }) => success_criteria);
      expect([request, [...whole, ...parts].filter(({ check }) => check?.kind === 'tool_completed')]).toEqual([request, []]);
      expect([request, whole.filter(({ criterion }) => parts.some((part) => part.criterion === criterion))]).toEqual([request, []]);
    }
  });
});
