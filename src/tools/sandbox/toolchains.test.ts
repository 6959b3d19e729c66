import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { findToolchains } from './toolchains.ts';

let root: string;
beforeEach(async () => void (root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-toolchains-')))));
afterEach(() => rm(root, { recursive: true }));

const at = (path: string): string => join(root, path);

async function file(path: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), '');
  await chmod(at(path), mode);
}

const program = (path: string): Promise<void> => file(path, 0o755);

/** What is found beside the running Node, and the system's own Go where there is one. */
async function find(named: readonly string[] = [], workspace = 'work') {
  const { readable, programFolders, withoutEffect } = await findToolchains({ home: at('home'), workspace: at(workspace), named, nodeFolder: '/node/bin', optionalPackages: at('opt') });
  expect(readable.slice(0, 2)).toEqual(['/node/bin', '/node/lib/node_modules']);
  const short = (path: string): string => path.replace(`${root}/`, '');
  return { readable: readable.slice(2).map(short), programFolders: programFolders.filter((path) => path !== '/usr/local/go/bin').map(short), withoutEffect };
}

describe('toolchains in a home', () => {
  it('are none where there are none', verifies('KEL-MEND-04'), async () => {
    expect(await find()).toEqual({ readable: [], programFolders: ['/node/bin'], withoutEffect: [] });
  });

  it('are found where the usual installers put them, without the keys beside them', verifies('KEL-MEND-04'), async () => {
    for (const path of ['.cargo/bin/cargo', '.pyenv/shims/python3', '.rbenv/shims/ruby', 'go/bin/gopls', '.bun/bin/bun', '.deno/bin/deno', '.local/bin/uv']) await program(`home/${path}`);
    for (const path of ['.cargo/credentials.toml', '.rustup/settings.toml', '.local/share/uv/x']) await file(`home/${path}`);
    expect(await find()).toEqual({
      readable: ['.cargo/bin', '.rustup', '.pyenv/shims', '.pyenv', '.rbenv/shims', '.rbenv', 'go/bin', '.bun/bin', '.deno/bin', '.local/bin', '.local/share/uv'].map((path) => `home/${path}`),
      programFolders: ['/node/bin', ...['.cargo/bin', '.pyenv/shims', '.rbenv/shims', 'go/bin', '.bun/bin', '.deno/bin', '.local/bin'].map((path) => `home/${path}`)],
      withoutEffect: [],
    });
  });

  it('are given as the newest of several Nodes, and as packages that hold programs', verifies('KEL-MEND-04'), async () => {
    for (const path of ['home/.nvm/versions/node/v9.1.0/bin/node', 'home/.nvm/versions/node/v22.10.0/bin/node', 'home/.nvm/versions/node/v22.9.0/bin/node', 'opt/tool/bin/tool']) await program(path);
    await file('opt/data/bin/readme');
    expect(await find()).toEqual({
      readable: ['home/.nvm/versions/node/v22.10.0/bin', 'home/.nvm/versions/node/v22.10.0', 'opt/tool/bin', 'opt/tool'],
      programFolders: ['/node/bin', 'home/.nvm/versions/node/v22.10.0/bin', 'opt/tool/bin'],
      withoutEffect: [],
    });
  });

  it('are left out when they hold no programs, hold keys, or could be changed by a program', verifies('KEL-MEND-04'), async () => {
    await file('home/.cargo/bin/readme');
    await program('home/.deno/bin/deno');
    await file('home/.deno/bin/id_rsa');
    await program('opt/service/bin/serve');
    await file('opt/service/.env');
    await program('home/go/bin/gopls');
    await mkdir(at('home/.bun/bin/folder'), { recursive: true });
    await mkdir(at('home/.local/bin'), { recursive: true });
    await symlink('/nowhere/at/all', at('home/.local/bin/gone'));
    expect(await find([], 'home/go')).toEqual({ readable: [], programFolders: ['/node/bin'], withoutEffect: [] });
  });
});

describe('places that a person named', () => {
  it('come before all others, with their programs', verifies('KEL-MEND-05'), async () => {
    for (const path of ['home/.cargo/bin/cargo', 'sdk/bin/build', 'home/tools/do', 'both/bin/a', 'both/b']) await program(path);
    await file('data/x.csv');
    expect(await find([at('sdk'), '~/tools', at('both'), at('data')])).toEqual({
      readable: ['sdk', 'home/tools', 'both', 'data', 'home/.cargo/bin'],
      programFolders: ['sdk/bin', 'home/tools', 'both/bin', 'both', '/node/bin', 'home/.cargo/bin'],
      withoutEffect: [],
    });
  });

  it('are told when they have no effect', verifies('KEL-MEND-05'), async () => {
    await program('work/bin/a');
    expect(await find([at('missing'), 'relative/path', at('work/bin')])).toEqual({
      readable: [],
      programFolders: ['/node/bin'],
      withoutEffect: [
        { path: at('missing'), reason: 'there is nothing at this path' },
        { path: 'relative/path', reason: 'it is not an absolute path; begin it with / or ~/' },
        { path: at('work/bin'), reason: 'it lies in the workspace, which programs read anyway' },
      ],
    });
  });
});
