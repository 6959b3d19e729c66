import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { canonicalJson } from '../../kernel/index.ts';
import { blobRefsOf } from './blob-refs.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const refs = (value: unknown): readonly string[] => blobRefsOf(canonicalJson(value));

describe('blobRefsOf', () => {
  it('finds references wherever they stand, each once', verifies('KEL-LEDGER-07'), () => {
    expect(refs({ ref: { kind: 'blob', key: A } })).toEqual([A]);
    expect(refs({ list: [{ deep: { kind: 'blob', key: B, sha256: B } }, { kind: 'blob', key: A }], again: { kind: 'blob', key: A } })).toEqual([A, B]);
  });

  it('takes nothing else for one', verifies('KEL-LEDGER-07'), () => {
    expect(refs({ kind: 'blob', key: 'short' })).toEqual([]);
    expect(refs({ kind: 'document', key: A })).toEqual([]);
    expect(refs({ text: `{"kind":"blob","key":"${A}"}` })).toEqual([]);
    expect(refs({ kind: 'blob', list: [null, 1, 'x'] })).toEqual([]);
  });
});
