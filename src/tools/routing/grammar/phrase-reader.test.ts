import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../../kernel/index.ts';
import { phraseReader } from './phrase-reader.ts';

describe('a reader of phrases', () => {
  const read = phraseReader([
    { says: '(show|print) [me] [the] <path:file>' },
    { says: 'resize <path:image> to <dimensions>', means: { mode: 'fit' } },
    { says: 'twice <count:number>', means: ({ count }) => (typeof count === 'number' && count > 1 ? { count: count * 2 } : null) },
  ]);

  it('reads the values of a request that is the phrase from end to end', verifies('KEL-ROUTE-03'), () => {
    expect(read('print me the README.md')).toEqual({ kind: 'read', arguments: { path: 'README.md' } });
    expect(read('resize a.png to 80x60')).toEqual({ kind: 'read', arguments: { path: 'a.png', width: 80, height: 60, mode: 'fit' } });
    expect(read('twice 4')).toEqual({ kind: 'read', arguments: { count: 8 } });
  });

  it.each(['show README.md and fix it', 'then show README.md', 'README.md', 'twice 1', 'never'])('reads nothing when anything is left over or missing: %s', verifies('KEL-ROUTE-03'), (request) => {
    expect(read(request)).toEqual({ kind: 'something_else' });
  });

  it('says when a request ends where a value is wanted', verifies('KEL-ROUTE-03'), () => {
    expect(read('show me the')).toEqual({ kind: 'cut_short' });
  });

  it('reads nothing out of a request with two meanings', verifies('KEL-ROUTE-03'), () => {
    const twofold = phraseReader([{ says: 'take <a:number> [by] [<b:number>] [<a:number>]' }]);
    expect(twofold('take 1 by')).toEqual({ kind: 'read', arguments: { a: 1 } });
    expect(twofold('take 1 2')).toEqual({ kind: 'two_meanings' });
  });

  it.each(['(show', 'show)', '[show', '<path:file', 'show <path:no_such_slot>', '{no_such_phrase}'])('takes a faulty phrase for a defect: %s', (says) => {
    expect(() => phraseReader([{ says }])('show')).toThrow(KeelsonError);
  });
});
