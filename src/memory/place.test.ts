import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { MemoryEntity, MemorySpace, Name, StreamId } from '../contracts/index.ts';
import { matterStreamOf, memoryStreamOf, spaceStreamOf, type MemoryPlace } from './place.ts';

const place: fc.Arbitrary<MemoryPlace> = fc.record({
  matter: fc.option(fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,60}$/).filter((text) => Name.safeParse(text).success)),
  space: fc.tuple(fc.constantFrom('tool', 'intent'), fc.string({ minLength: 1, maxLength: 60 })).map(([kind, name]) => `${kind}:${name}`).filter((text) => MemorySpace.safeParse(text).success),
  entity: fc.string({ minLength: 1, maxLength: 60 }).filter((text) => MemoryEntity.safeParse(text).success),
});

describe('the stream of a place', () => {
  it('is readable where the words fit', () => {
    expect(spaceStreamOf(null, 'tool:read_file')).toBe('none:tool:read_file');
    expect(spaceStreamOf('acme-2026', 'intent:sort_the_names')).toBe('in.acme-2026:intent:sort_the_names');
    expect(matterStreamOf('none')).toBe('in.none');
  });

  it('stands for one matter, space and entity alone, whatever they are called', verifies('KEL-MEM-02'), () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [a, b] = [memoryStreamOf(one), memoryStreamOf(other)];
        expect(StreamId.safeParse(a).success).toBe(true);
        expect(a === b).toBe(one.matter === other.matter && one.space === other.space && one.entity === other.entity);
      }),
    );
  });

  it('cannot be made to name another by words that look like a digest, an end or a matter', verifies('KEL-MEM-02'), () => {
    const long = 'x'.repeat(200);
    const names = [`h.${memoryStreamOf({ matter: null, space: `tool:${long}`, entity: 'e' }).split(':')[2]?.slice(2) ?? ''}`, long, 'a..b', 'a:b', 'a'];
    const streams = names.map((name) => memoryStreamOf({ matter: null, space: `tool:${name}`, entity: 'e' }));
    expect(new Set(streams).size).toBe(names.length);
    expect(memoryStreamOf({ matter: 'none', space: 'tool:a', entity: 'e' })).not.toBe(memoryStreamOf({ matter: null, space: 'tool:a', entity: 'e' }));
  });
});
