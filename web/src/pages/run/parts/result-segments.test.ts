import { expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { resultSegments } from './result-segments.ts';

it('sets tables apart, and leaves every other word and line as it is', verifies('KEL-WEB-17'), () => {
  expect(resultSegments('1 line.\n\n| language | lines |\n|---|:-:|\n| Go | 1 |\n| C | 2 |\n\nMade by  hand:\n  two blanks')).toEqual([
    { kind: 'words', text: '1 line.' },
    { kind: 'table', columns: ['language', 'lines'], rows: [['Go', '1'], ['C', '2']] },
    { kind: 'words', text: 'Made by  hand:\n  two blanks' },
  ]);
  for (const plain of ['| a | b |\nno rule', '|---|', 'a | b\n- | -', '| a |\n| b |', '| a | b |\n|---|']) expect(resultSegments(plain)).toEqual([{ kind: 'words', text: plain }]);
  expect(resultSegments('| a | b |\n|-|-|\n| only one |')).toEqual([{ kind: 'table', columns: ['a', 'b'], rows: [] }, { kind: 'words', text: '| only one |' }]);
  expect(resultSegments('')).toEqual([]);
});
