import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { StorageRef } from '../contracts/index.ts';
import { renamesOf } from './run-undo.ts';

const [ONE, TWO] = ['a'.repeat(64), 'b'.repeat(64)];
const was = (path: string, sha256: string | null, left: string | null | undefined) => ({ path, before: sha256 === null ? null : ({ kind: 'blob', key: sha256, sha256 } as StorageRef), beforeMode: null, left });

describe('files that only have another name', () => {
  it('are those that are gone from one place and stand word for word where nothing was', verifies('KEL-SURF-09'), () => {
    expect(renamesOf([was('new-1', null, ONE), was('new-2', null, ONE), was('old-1', ONE, null), was('old-2', ONE, null)])).toEqual([{ from: 'old-1', to: 'new-1' }, { from: 'old-2', to: 'new-2' }]);
  });

  it('are not copies, nor files that were changed, overwritten or never seen again', verifies('KEL-SURF-09'), () => {
    expect(renamesOf([was('copy', null, ONE), was('first', ONE, ONE), was('gone', TWO, null), was('over', TWO, TWO), was('cut', null, undefined), was('made', null, 'c'.repeat(64))])).toEqual([]);
  });
});
