import { describe, expect, it } from 'vitest';
import { parseTrace } from '../../bench/faults/trace.ts';
import { verifies } from '../requirements/verifies.ts';

function hex(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

const FILE = `21<${hex('/l/a.db')}>`;

describe('a trace of system calls', () => {
  it('says what was written where, and what was synced', verifies('KEL-FAULT-04'), () => {
    const text = [
      `7 openat(AT_FDCWD<${hex('/l')}>, "${hex('/l/a.db')}", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = ${FILE}`,
      `7 pwrite64(${FILE}, "${hex('abc')}", 3, 4096) = 3`,
      `7 write(${FILE}, "${hex('end')}", 3)        = 3`,
      `7 ftruncate(${FILE}, 12) = 0`,
      `7 fsync(${FILE})          = 0`,
      `7 rename("${hex('/l/a.db')}", "${hex('/l/b.db')}") = 0`,
      `7 unlink("${hex('/l/b.db')}") = 0`,
      '7 +++ exited with 0 +++',
    ].join('\n');
    expect(parseTrace(text)).toEqual({
      moments: 8,
      calls: [
        { kind: 'create', path: '/l/a.db', begunAt: 0, doneAt: 0 },
        { kind: 'write', path: '/l/a.db', offset: 4096, bytes: Buffer.from('abc'), begunAt: 1, doneAt: 1 },
        { kind: 'write', path: '/l/a.db', offset: null, bytes: Buffer.from('end'), begunAt: 2, doneAt: 2 },
        { kind: 'truncate', path: '/l/a.db', size: 12, begunAt: 3, doneAt: 3 },
        { kind: 'sync', path: '/l/a.db', isDone: true, begunAt: 4, doneAt: 4 },
        { kind: 'rename', path: '/l/a.db', to: '/l/b.db', begunAt: 5, doneAt: 5 },
        { kind: 'unlink', path: '/l/b.db', begunAt: 6, doneAt: 6 },
      ],
    });
  });

  it('joins a call that another thread interrupted', verifies('KEL-FAULT-04'), () => {
    const text = [`7 fsync(${FILE} <unfinished ...>`, `8 pwrite64(${FILE}, "${hex('x')}", 1, 0 <unfinished ...>`, '7 <... fsync resumed>)           = 0', '8 <... pwrite64 resumed>) = 1'].join('\n');
    expect(parseTrace(text).calls).toEqual([
      { kind: 'sync', path: '/l/a.db', isDone: true, begunAt: 0, doneAt: 2 },
      { kind: 'write', path: '/l/a.db', offset: 0, bytes: Buffer.from('x'), begunAt: 1, doneAt: 3 },
    ]);
  });

  it('knows the other names of the same calls', verifies('KEL-FAULT-04'), () => {
    const folder = `5<${hex('/l')}>`;
    const text = [
      `7 fdatasync(${FILE}) = 0`,
      `7 renameat(${folder}, "${hex('/l/a')}", ${folder}, "${hex('/l/b')}") = 0`,
      `7 renameat2(${folder}, "${hex('/l/b')}", ${folder}, "${hex('/l/c')}", 0) = 0`,
      `7 unlinkat(${folder}, "${hex('/l/c')}", 0) = 0`,
      `7 close(${FILE}) = 0`,
      `7 write(22<${hex('/l/gone')}>(deleted), "${hex('x')}", 1) = 1`,
    ].join('\n');
    expect(parseTrace(text).calls).toEqual([
      { kind: 'sync', path: '/l/a.db', isDone: true, begunAt: 0, doneAt: 0 },
      { kind: 'rename', path: '/l/a', to: '/l/b', begunAt: 1, doneAt: 1 },
      { kind: 'rename', path: '/l/b', to: '/l/c', begunAt: 2, doneAt: 2 },
      { kind: 'unlink', path: '/l/c', begunAt: 3, doneAt: 3 },
      { kind: 'write', path: '', offset: null, bytes: Buffer.from('x'), begunAt: 5, doneAt: 5 },
    ]);
  });

  it('leaves out what failed, except a failed sync, and keeps of a short write what was written', verifies('KEL-FAULT-04'), () => {
    const text = [
      `7 pwrite64(${FILE}, "${hex('abc')}", 3, 0) = -1 EIO (Input/output error) (INJECTED)`,
      `7 pwrite64(${FILE}, "${hex('abc')}", 3, 0) = 2`,
      `7 fsync(${FILE}) = -1 EIO (Input/output error) (INJECTED)`,
      `7 openat(AT_FDCWD<${hex('/l')}>, "${hex('/l')}", O_RDONLY|O_CLOEXEC) = 22<${hex('/l')}>`,
    ].join('\n');
    expect(parseTrace(text).calls).toEqual([
      { kind: 'write', path: '/l/a.db', offset: 0, bytes: Buffer.from('ab'), begunAt: 1, doneAt: 1 },
      { kind: 'sync', path: '/l/a.db', isDone: false, begunAt: 2, doneAt: 2 },
    ]);
  });

  it('takes a write that never returned for one that may have happened', verifies('KEL-FAULT-04'), () => {
    const text = [`7 pwrite64(${FILE}, "${hex('x')}", 1, 5 <unfinished ...>`, `8 fsync(${FILE} <unfinished ...>`, '7 +++ killed by SIGKILL +++'].join('\n');
    expect(parseTrace(text).calls).toEqual([{ kind: 'write', path: '/l/a.db', offset: 5, bytes: Buffer.from('x'), begunAt: 0, doneAt: 3 }]);
  });
});
