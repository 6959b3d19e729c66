import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { globTool } from './glob.ts';
import { GLOB_PATHS_MAX } from './limits.ts';

describe('glob', () => {
  it('finds files by their names below a folder, in order', async () => {
    const rig = await toolRig();
    for (const path of ['src/b.ts', 'src/a.ts', 'src/x/.c.ts', 'src/d.js', 'e.ts', 'dist/f.ts']) await rig.write(path, '');
    await rig.write('.gitignore', 'dist\n');
    expect(await rig.call(globTool, { pattern: '*.ts' })).toEqual({ paths: ['e.ts', 'src/a.ts', 'src/b.ts'], total_matches: 3, is_walk_cut: false, passed_over_folders: [] });
    expect((await rig.call(globTool, { pattern: './*', path: 'src' })).paths).toEqual(['src/a.ts', 'src/b.ts', 'src/d.js']);
    expect((await rig.call(globTool, { pattern: '*.ts', include_hidden: true, include_ignored: true })).paths).toEqual(['dist/f.ts', 'e.ts', 'src/a.ts', 'src/b.ts', 'src/x/.c.ts']);
  });

  it('passes over folders that programs make again, and says so', async () => {
    const rig = await toolRig();
    for (const path of ['a.ts', 'node_modules/b.ts']) await rig.write(path, '');
    expect(globTool.show(await rig.call(globTool, { pattern: '*.ts' }))).toBe('a.ts\n[Not looked into: node_modules; include_ignored looks there too.]');
    expect(globTool.show(await rig.call(globTool, { pattern: '*.ts', include_ignored: true }))).toBe('a.ts\nnode_modules/b.ts');
  });

  it('says when nothing matches, and how many more there are than it shows', async () => {
    const rig = await toolRig();
    expect(globTool.show(await rig.call(globTool, { pattern: '*' }))).toBe('No file matches.');
    for (let at = 0; at <= GLOB_PATHS_MAX; at += 1) await rig.write(`f${at}`, '');
    const output = await rig.call(globTool, { pattern: 'f*' });
    expect([output.paths.length, output.total_matches]).toEqual([GLOB_PATHS_MAX, GLOB_PATHS_MAX + 1]);
    expect(globTool.show(output).split('\n').at(-1)).toBe('[1 more paths match; use a narrower pattern.]');
  });
});
