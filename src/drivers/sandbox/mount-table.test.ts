import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { parseMountTable, placeOf, placesBelow } from './mount-table.ts';

describe('the mount table', () => {
  const table = parseMountTable('22 1 8:1 / / rw,relatime - ext4 /dev/vda rw\n23 22 8:2 / /home/my\\040disk rw,noexec,nosuid - ext4 /dev/vdb rw\n24 22 8:3 / /usr/local ro - ext4 /dev/vdc ro\n');

  it('knows on which mount a path lies, and which lie below', verifies('KEL-SBX-02'), () => {
    expect(placeOf('/home/my disk/work', table)).toEqual({ path: '/home/my disk', options: ['rw', 'noexec', 'nosuid'] });
    expect(placeOf('/home/my disks', table)?.path).toBe('/');
    expect(placesBelow('/usr', table).map(({ path }) => path)).toEqual(['/usr/local']);
    expect(placesBelow('/home/my disk', table)).toEqual([]);
  });
});
