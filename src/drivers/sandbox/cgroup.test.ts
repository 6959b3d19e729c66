import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { systemClock } from '../../kernel/index.ts';
import { STRICT_LIMITS } from '../../tools/index.ts';
import { findControlGroups } from './cgroup.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'keelson-parts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('findControlGroups', () => {
  const find = (own: string): ReturnType<typeof findControlGroups> => {
    writeFileSync(join(folder, 'own'), own);
    return findControlGroups({ nameOf: () => 'g1', clock: systemClock, mount: join(folder, 'cgroup'), ownGroups: join(folder, 'own') });
  };

  it('takes the nearest group of version 2 that hands both down, and sets its limits', verifies('KEL-SBX-07'), async () => {
    mkdirSync(join(folder, 'cgroup/user.slice/app.scope'), { recursive: true });
    writeFileSync(join(folder, 'cgroup/cgroup.subtree_control'), 'cpu memory pids\n');
    writeFileSync(join(folder, 'cgroup/user.slice/cgroup.subtree_control'), 'memory pids\n');
    writeFileSync(join(folder, 'cgroup/user.slice/app.scope/cgroup.subtree_control'), '\n');
    // A folder on a disk keeps its files, so the trial leaves its group behind.
    const groups = await find('0::/user.slice/app.scope\n');
    expect(groups?.holdsMemory).toBe(true);
    const made = join(folder, 'cgroup/user.slice/keelson-g1');
    rmSync(made, { recursive: true });
    const group = await groups?.create(STRICT_LIMITS);
    expect([readFileSync(join(made, 'pids.max'), 'utf8'), readFileSync(join(made, 'memory.max'), 'utf8')]).toEqual(['64', '268435456']);
    await group?.enter(4711);
    expect(readFileSync(join(made, 'cgroup.procs'), 'utf8')).toBe('4711');
    writeFileSync(join(made, 'memory.events'), 'oom 1\noom_kill 2\n');
    expect(await group?.ranOutOfMemory()).toBe(true);
  });

  it('takes the counter of processes of version 1 and leaves its memory alone', verifies('KEL-SBX-07'), async () => {
    mkdirSync(join(folder, 'cgroup/pids'), { recursive: true });
    const groups = await find('8:pids:/\n4:memory:/service\n0::/\n');
    expect(groups?.holdsMemory).toBe(false);
    expect(readdirSync(join(folder, 'cgroup/pids/keelson-g1'))).toEqual(['pids.max']);
  });

  it('answers null where nothing can be made', verifies('KEL-SBX-07'), async () => {
    expect(await find('8:pids:/nowhere\n0::/\n')).toBeNull();
    expect(await find('')).toBeNull();
  });
});
