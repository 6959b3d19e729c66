import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { mentions } from './mentions.ts';

describe('a target', () => {
  it.each(['read src/a.ts', 'src/a.ts', 'Look at “src/a.ts”.', 'cat ./src/a.ts | wc', './src/a.ts', 'not src/a.tsx but src/a.ts, please', 'SRC/A.TS', '{"path":"src/a.ts"}', 'sort src/a.ts.'])('is named by %s', verifies('ART-R2-09'), (text) => {
    expect(mentions(text, 'src/a.ts')).toBe(true);
  });

  it.each(['src/a.tsx', 'lib/src/a.ts', 'src/a.ts.bak', 'src/a.ts.b', 'read /src/a.ts', '.src/a.ts', 'my-src/a.ts', '../src/a.ts', 'a./src/a.ts', '../../src/a.ts', '', 'src a.ts'])('is not named by %s', verifies('ART-R2-09'), (text) => {
    expect(mentions(text, 'src/a.ts')).toBe(false);
  });

  it('may be words, however they are spaced; no words at all are nothing', verifies('ART-R2-09'), () => {
    expect([mentions('Ask for the weather  in\nParis today', 'weather in paris'), mentions('weather in Parisian', 'weather in paris'), mentions('anything', '  '), mentions('x***', '**')]).toEqual([true, false, false, true]);
  });
});
