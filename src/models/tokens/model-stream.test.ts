import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelId, StreamId } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { modelStreamId } from './model-stream.ts';

const FIRST = 'abAB01';
const anyModelId = fc
  .tuple(fc.constantFrom(...FIRST), fc.string({ unit: fc.constantFrom(...`${FIRST}._:/@-scdh`), maxLength: 199 }))
  .map((parts) => parts.join(''));

describe('the stream of a model', () => {
  it('is readable, and no name of a stream is refused', verifies('KEL-TOKENS-06'), () => {
    expect(['qwen2.5:14b', 'z-ai/glm-5.2', 'a_b@c', 'a..b...c'].map(modelStreamId)).toEqual(['qwen2.5_c14b', 'z-ai_sglm-5.2', 'a__b_ac', 'a._db._d_dc']);
    const long = modelStreamId(`v/${'x'.repeat(150)}`);
    expect([long.slice(0, 62), long.length]).toEqual([`v_s${'x'.repeat(57)}_h`, 126]);
    fc.assert(
      fc.property(anyModelId, (id) => {
        expect([ModelId.safeParse(id).success, StreamId.safeParse(modelStreamId(id)).success]).toEqual([true, true]);
      }),
      { seed: 5 },
    );
  });

  it('is never that of another model', verifies('KEL-TOKENS-06'), () => {
    fc.assert(
      fc.property(anyModelId, anyModelId, (left, right) => {
        expect(modelStreamId(left) === modelStreamId(right)).toBe(left === right);
      }),
      { seed: 6 },
    );
    const pairs = [['a/b', 'a_sb'], ['a:b', 'a_cb'], ['a@b', 'a_ab'], ['a..b', 'a._db'], [`${'x'.repeat(150)}y`, `${'x'.repeat(150)}z`]] as const;
    expect(pairs.filter(([left, right]) => modelStreamId(left) === modelStreamId(right))).toEqual([]);
  });

  it('is cut between two escapes, so that a shortened name is nobody’s whole name', verifies('KEL-TOKENS-06'), () => {
    const cut = modelStreamId(`x${'/'.repeat(100)}`);
    expect(cut.slice(0, 61)).toBe(`x${'_s'.repeat(29)}_h`);
  });
});
