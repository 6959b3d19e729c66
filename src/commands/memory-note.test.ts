import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { noteMemory } from './memory-note.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('keelson memory note', () => {
  it('writes what the person wants into a file of the folder that they can change', verifies('MAH-11B-3', 'MAH-12E-2', 'KEL-SESSION-10'), async () => {
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-note-')));
    folders.push(workspace);
    const place = { workspace, home: join(workspace, 'home'), platform: 'linux', ownState: [] };
    const path = join(workspace, '.claude/memory.md');
    expect(await noteMemory('prefer pnpm workspaces', place)).toEqual({ path, is_new: true });
    expect(await noteMemory('prefer pnpm workspaces', place)).toEqual({ path, is_new: false });
    writeFileSync(path, `${readFileSync(path, 'utf8')}My own line.\n`);
    expect(await noteMemory('never round', place)).toEqual({ path, is_new: true });
    expect(readFileSync(path, 'utf8')).toBe('# What to keep to here\n\n- prefer pnpm workspaces\nMy own line.\n- never round\n');
  });
});
